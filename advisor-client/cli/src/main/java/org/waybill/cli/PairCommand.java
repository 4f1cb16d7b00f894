package org.waybill.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.node.NodeSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill pair}. */
@Command(name = "pair",
        header = "Make this machine and a Waybill node know each other, once.",
        description = {
            "",
            "The node prints the token when it starts; it works once and for a short time. Both sides then remember "
                + "each other's certificate, and nobody else's is accepted.",
            ""
        },
        footer = {"", "Example:", "  waybill pair dtn.example.org:7411 ABCDE-FGHIJ-KLMNO-PQRST-UVWXY-Z"})
final class PairCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Where the node listens.")
    private @Nullable String node;

    @Parameters(index = "1", paramLabel = "TOKEN", description = "As the node printed it.")
    private @Nullable String token;

    PairCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) throws TransferException, InterruptedException {
        HostPort at = HostPort.parse(String.valueOf(node), NodeSettings.DEFAULT_PORT);
        Fingerprint fingerprint =
                PairingClient.pair(session.home().root(), at.host(), at.port(), String.valueOf(token));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", "OK");
        document.put("host", at.host());
        document.put("port", at.port());
        document.put("fingerprint", fingerprint.toString());
        session.answer(document, out -> {
            out.println("paired with " + at);
            out.println("fingerprint " + fingerprint + " (the node printed the same when it started)");
        });
        return 0;
    }
}
