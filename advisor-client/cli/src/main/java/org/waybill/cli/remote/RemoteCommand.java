package org.waybill.cli.remote;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill remote}. */
@Command(
        name = "remote",
        header = "Manage remotes: short names for endpoints on other machines.",
        description = "After 'waybill remote add dtn sftp://user@host/data', dtn:run7 means /data/run7 on that "
                + "host. In NAME:path, a remote takes precedence over a host of that name; sftp://NAME/path "
                + "and user@NAME:path always mean the host. Hosts of ~/.ssh/config need no remote. Remotes "
                + "are stored in WAYBILL_HOME/config, whose section [defaults] sets default values for "
                + "options of copy.",
        footer = {
            "waybill remote add dtn sftp://user@dtn.example.org/data",
            "waybill copy run7 dtn:incoming/",
            "waybill remote list"
        },
        subcommands = {RemoteAddCommand.class, RemoteListCommand.class, RemoteRemoveCommand.class})
public final class RemoteCommand extends CommandGroup {}
