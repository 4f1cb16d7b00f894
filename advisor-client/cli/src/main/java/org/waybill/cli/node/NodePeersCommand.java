package org.waybill.cli.node;

import org.waybill.cli.command.CommandGroup;
import picocli.CommandLine.Command;

/** {@code waybill node peers}. */
@Command(
        name = "peers",
        header = "Manage the clients of this WAYBILL_HOME's node and their permissions.",
        description = "Changes files of this WAYBILL_HOME; a running node picks up the changes immediately. By "
                + "default a paired client may read, write new files and relay. Only a client whose token "
                + "was created with --modify may overwrite the files of others. Pairings from before "
                + "permissions existed keep full access.",
        subcommands = {NodePeersListCommand.class, NodePeersTokenCommand.class, NodePeersRemoveCommand.class})
final class NodePeersCommand extends CommandGroup {}
