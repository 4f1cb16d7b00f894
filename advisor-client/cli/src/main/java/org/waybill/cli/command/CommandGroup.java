package org.waybill.cli.command;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others: by itself it asks which. */
public abstract class CommandGroup implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final HelpOption help = new HelpOption.Usual();

    @Override
    public final void run() {
        if (spec != null) {
            List<String> names = List.copyOf(spec.subcommands().keySet());
            throw new ParameterException(
                    spec.commandLine(),
                    "missing subcommand: expected " + String.join(", ", names.subList(0, names.size() - 1)) + " or "
                            + names.getLast());
        }
    }
}
