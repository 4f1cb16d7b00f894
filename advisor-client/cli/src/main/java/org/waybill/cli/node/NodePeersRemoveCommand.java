package org.waybill.cli.node;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import org.waybill.engine.identity.PairedClient;
import org.waybill.engine.identity.PeerActivity;
import org.waybill.engine.identity.PeerStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill node peers remove}. */
@Command(
        name = "remove",
        header = "Remove a pairing, and stop what the peer is doing now.",
        description = "Files that the peer wrote are kept.",
        footer = {
            "waybill node peers remove 'beamline 3'",
            "waybill node peers remove 3f9a01c2",
            "waybill node peers remove dtn.example.org:7411      (a node that this home was paired with)"
        })
final class NodePeersRemoveCommand extends WaybillCommand {
    private static final int LEAST_DIGITS = 8;

    @Parameters(
            index = "0",
            paramLabel = "WHO",
            description = "Name or fingerprint of a client (its first 8 digits or more), or HOST:PORT of a node.")
    private @Nullable String who;

    @Override
    protected int run(Session session) throws IOException {
        PeerStore book = new PeerStore(session.home().root());
        String wanted = String.valueOf(who);
        List<PairedClient> found = book.clients().stream()
                .filter(client -> isMeant(client, wanted))
                .toList();
        if (found.size() > 1) {
            throw Invalid.usage(found.size() + " clients match '" + wanted
                    + "': give the fingerprint, as 'waybill node peers list --json' shows it");
        }
        for (PairedClient client : found) {
            book.removeClient(client.fingerprint());
            new PeerActivity(session.home().root()).forget(client.fingerprint());
        }
        if (found.isEmpty() && !book.removeNode(wanted)) {
            throw new CommandFailure(
                    Reason.NOT_FOUND, "no peer matches '" + wanted + "'; 'waybill node peers list' shows all");
        }
        String removed =
                found.isEmpty() ? wanted : found.getFirst().fingerprint().hex();
        return session.answer(Map.of("removed", removed), out -> out.println("removed " + PrintableText.of(removed)));
    }

    private static boolean isMeant(PairedClient client, String wanted) {
        String digits = wanted.replaceAll("[: ]", "").toLowerCase(Locale.ROOT);
        return wanted.equals(client.name())
                || (digits.length() >= LEAST_DIGITS
                        && client.fingerprint().hex().startsWith(digits));
    }
}
