package org.waybill.cli.node;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill node peers}. */
@Command(
        name = "peers",
        header = "Say who may use the node of this WAYBILL_HOME, and for what.",
        description = {
            "",
            "Works on the files of this WAYBILL_HOME; a node that runs heeds them at once. A pairing is for reading, "
                    + "writing under new names and relaying unless its token says otherwise; to overwrite what others "
                    + "wrote takes --modify. Pairings made before tokens said so keep what they had: everything.",
            ""
        },
        subcommands = {NodePeersListCommand.class, NodePeersTokenCommand.class, NodePeersRemoveCommand.class})
final class NodePeersCommand extends CommandGroup {}
