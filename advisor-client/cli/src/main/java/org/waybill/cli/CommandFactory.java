package org.waybill.cli;

import java.lang.reflect.Constructor;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Gives the commands the terminal that they were started on. */
public final class CommandFactory implements IFactory {
    private final Terminal terminal;

    public CommandFactory(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        if (!WaybillCommand.class.isAssignableFrom(type)) {
            return CommandLine.defaultFactory().create(type);
        }
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true); // commands are known to their group alone
        Object command =
                constructor.getParameterCount() == 0 ? constructor.newInstance() : constructor.newInstance(terminal);
        ((WaybillCommand) command).startOn(terminal);
        return type.cast(command);
    }
}
