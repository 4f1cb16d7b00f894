package org.waybill.cli.storage;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill storage}. */
@Command(
        name = "storage",
        header = "Storage systems (SRM): look, have files made ready, say that they were moved.",
        description = "",
        subcommands = {
            StorageLookCommand.class,
            StorageGetCommand.class,
            StoragePutCommand.class,
            StorageDoneCommand.class,
            StorageReleaseCommand.class
        })
public final class StorageCommand extends CommandGroup {}
