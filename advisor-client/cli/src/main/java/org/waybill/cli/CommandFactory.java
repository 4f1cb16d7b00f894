package org.waybill.cli;

import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Gives the commands the terminal that they were started on. */
public record CommandFactory(Terminal terminal) implements IFactory {
    @Override
    public <K> K create(Class<K> type) throws Exception {
        K made = CommandLine.defaultFactory().create(type);
        if (made instanceof WaybillCommand command) {
            command.startOn(terminal);
        }
        return made;
    }
}
