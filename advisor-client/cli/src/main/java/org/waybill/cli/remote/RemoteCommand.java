package org.waybill.cli.remote;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill remote}. */
@Command(
        name = "remote",
        header = "Name places on other machines: after 'remote add dtn sftp://user@host/data', dtn:run7 is "
                + "/data/run7 there.",
        description = {
            "",
            "A remote's name goes before a host of the same name in NAME:path; sftp://NAME/path and user@NAME:path"
                + " always mean the host. Hosts of ~/.ssh/config need no remote. Remotes are kept in the file config"
                + " of the home, where [defaults] has values for options of copy too.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill remote add dtn sftp://user@dtn.example.org/data",
            "  waybill copy run7 dtn:incoming/",
            "  waybill remote list"
        },
        subcommands = {RemoteAddCommand.class, RemoteListCommand.class, RemoteRemoveCommand.class})
public final class RemoteCommand extends CommandGroup {}
