package org.waybill.cli;

import java.lang.reflect.Constructor;
import org.waybill.cli.command.Terminal;
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
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == Terminal.class) {
                constructor.setAccessible(true); // commands are known to their group alone
                return type.cast(constructor.newInstance(terminal));
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
