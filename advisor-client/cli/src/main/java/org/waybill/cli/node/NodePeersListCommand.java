package org.waybill.cli.node;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.identity.PairedClient;
import org.waybill.engine.identity.PeerActivity;
import org.waybill.engine.identity.PeerActivity.LastSeen;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.identity.PeerStore.PairedNode;
import picocli.CommandLine.Command;

/** {@code waybill node peers list}. */
@Command(
        name = "list",
        header = "List paired clients with their permissions, and the nodes that this home is paired with.")
final class NodePeersListCommand extends WaybillCommand {
    private static final int SHOWN_DIGITS = 16;

    /** A node in the document of {@code --json}. */
    private record NodeDocument(String address, String fingerprint, String since) {}

    /** One line. */
    private record Shown(PairedClient client, Optional<LastSeen> seen) {}

    @Override
    protected int run(Session session) throws IOException {
        PeerStore book = new PeerStore(session.home().root());
        PeerActivity seen = new PeerActivity(session.home().root());
        List<Shown> clients = new ArrayList<>();
        for (PairedClient client : book.clients()) {
            clients.add(new Shown(client, seen.of(client.fingerprint())));
        }
        List<PairedNode> nodes = book.pairedNodes();
        List<Map<String, Object>> shownClients =
                clients.stream().map(NodePeersListCommand::document).toList();
        List<NodeDocument> shownNodes = nodes.stream()
                .map(node -> new NodeDocument(node.address(), node.fingerprint().hex(), node.since()))
                .toList();
        return session.answer(
                Json.object("clients", shownClients, "nodes", shownNodes),
                out -> print(out, session.terminal().outStyle(), clients, nodes));
    }

    private static Map<String, Object> document(Shown shown) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", shown.client.name());
        document.put("fingerprint", shown.client.fingerprint().hex());
        document.put("address", address(shown));
        document.put("since", shown.client.since().toString());
        document.put("lastSeen", shown.seen.map(now -> now.at().toString()).orElse(null));
        document.put("grant", GrantOptions.document(shown.client.grant()));
        document.put(
                "usedBytes",
                shown.client.grant().quotaBytes() == 0
                        ? null
                        : shown.seen.map(LastSeen::usedBytes).orElse(0L));
        return document;
    }

    private static String address(Shown shown) {
        return shown.seen.map(LastSeen::address).orElse(shown.client.address());
    }

    private static void print(PrintStream out, Terminal.Style style, List<Shown> clients, List<PairedNode> nodes) {
        if (clients.isEmpty() && nodes.isEmpty()) {
            out.println("no paired clients; 'waybill node peers token' creates a token for one");
            return;
        }
        if (!clients.isEmpty()) {
            Table table = new Table("client", "fingerprint", "address", "paired", "last seen", "permissions", "used");
            clients.forEach(shown -> table.row(
                    shown.client.name(),
                    digits(shown.client.fingerprint().hex()),
                    address(shown),
                    shown.client.since().toString(),
                    shown.seen.map(now -> now.at().toString()).orElse("never"),
                    GrantOptions.text(shown.client.grant()),
                    shown.client.grant().quotaBytes() == 0
                            ? ""
                            : HumanUnits.decimalSize(
                                    shown.seen.map(LastSeen::usedBytes).orElse(0L))));
            table.print(out, style);
        }
        if (!nodes.isEmpty()) {
            Table table = new Table("node", "fingerprint", "paired");
            nodes.forEach(
                    node -> table.row(node.address(), digits(node.fingerprint().hex()), node.since()));
            table.print(out, style);
        }
    }

    private static String digits(String fingerprint) {
        return fingerprint.substring(0, SHOWN_DIGITS);
    }
}
