package org.waybill.cli.node;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.SecretInput;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.link.PairingClient;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill pair}. */
@Command(
        name = "pair",
        header = "Pair this machine with a Waybill node.",
        description = "Prompts for the token that 'waybill node peers token' printed at the node, or reads it "
                + "from standard input; a token works once, within an hour. Both sides then store each "
                + "other's certificate and accept no other. The token sets what this machine may do at the "
                + "node; the options can only reduce it.",
        footer = {
            "waybill pair dtn.example.org:7411",
            "waybill pair dtn.example.org:7411 --path /incoming --no-relay < token"
        })
public final class PairCommand extends WaybillCommand {
    private static final Path STANDARD_INPUT = Path.of("-");

    @Parameters(index = "0", paramLabel = "HOST:PORT", description = "Address of the node.")
    private @Nullable String node;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TOKEN", hidden = true)
    private @Nullable String token;

    @Option(
            names = "--token-file",
            paramLabel = "F",
            description = "Read the token from the first line of F (- for standard input).")
    private @Nullable Path tokenFile;

    @Mixin
    private final GrantOptions wish = new GrantOptions();

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        HostPort at = HostPort.parse(String.valueOf(node), Protocol.NODE_PORT);
        Grant most = wish.bounded(Grant.OWNER, 0);
        char[] secret = token(session, at);
        PairingClient.Paired paired;
        try {
            paired = PairingClient.pair(session.home().root(), at.host(), at.port(), new String(secret), most);
        } finally {
            Arrays.fill(secret, '\0');
        }
        Grant grant = paired.grant();
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("status", "OK");
        document.put("host", at.host());
        document.put("port", at.port());
        document.put("fingerprint", paired.node().toString());
        document.put("grant", grant == null ? null : GrantOptions.document(grant));
        return session.answer(document, out -> {
            out.println("paired with " + at);
            out.println("fingerprint " + paired.node() + " (the node prints it at its start)");
            if (grant != null) {
                out.println("permissions: " + GrantOptions.text(grant));
            }
        });
    }

    private char[] token(Session session, HostPort at) {
        String given = token;
        if (given != null) {
            if (tokenFile != null) {
                throw Invalid.usage("the token is given twice: omit it when you use --token-file");
            }
            session.terminal()
                    .warn("other users of this machine can read a token on the command line, and the next"
                            + " release will refuse it: omit it, and Waybill prompts for it");
            return given.toCharArray();
        }
        Path file = tokenFile;
        if (file != null) {
            return SecretInput.read(file, System.in);
        }
        Optional<char[]> answer = SecretInput.ask("Pairing token of " + at);
        return answer.orElseGet(() -> SecretInput.read(STANDARD_INPUT, System.in));
    }
}
