package org.waybill.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waybill storage}. */
@Command(name = "storage",
        header = "Storage systems (SRM): look, have files made ready, say that they were moved.",
        description = "",
        subcommands = {
            StorageLookCommand.class,
            StorageGetCommand.class,
            StoragePutCommand.class,
            StorageDoneCommand.class,
            StorageReleaseCommand.class
        })
final class StorageCommand implements Runnable {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help and exit.")
    private boolean help;

    @Override
    public void run() {
        if (spec != null) {
            throw new CommandLine.ParameterException(spec.commandLine(),
                    "say what to do: look, get, put, done or release");
        }
    }
}
