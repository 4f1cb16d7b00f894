package org.waybill.cli;

import picocli.CommandLine.Command;

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
final class StorageCommand extends CommandGroup {}
