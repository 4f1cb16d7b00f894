package org.waybill.cli.storage;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill storage}. */
@Command(
        name = "storage",
        header = "Inspect storage systems (SRM), stage files, end requests; clean buckets.",
        subcommands = {
            StorageLookCommand.class,
            StorageGetCommand.class,
            StoragePutCommand.class,
            StorageDoneCommand.class,
            StorageReleaseCommand.class,
            StorageCleanCommand.class
        })
public final class StorageCommand extends CommandGroup {}
