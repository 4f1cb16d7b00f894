package org.waybill.cli.account;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.TrustPrompt;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.files.EndpointStores;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.UnknownNodeException;
import org.waybill.engine.mover.sftp.SshTrust;
import org.waybill.engine.mover.trust.ServerIdentity;
import org.waybill.engine.mover.trust.UnknownServerException;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill trust}. */
@Command(
        name = "trust",
        header = "Trust an unknown server by its fingerprint: SSH host key, TLS certificate or node.",
        description = {
            "Without --fingerprint, shows the server's fingerprint and exits with code 6, or prompts "
                    + "when run on a terminal. Compare the fingerprint with the one that the server's "
                    + "administrator gives you. To use a node, pair with it: 'waybill pair' also makes it "
                    + "trusted.",
            "",
            "SSH host keys are stored in your known_hosts, TLS certificates in "
                    + "WAYBILL_HOME/known_servers, nodes among the home's peers. After that, a server with "
                    + "another key or certificate is refused."
        },
        footer = {
            "waybill trust dtn.example.org",
            "waybill trust https://dav.example.org --fingerprint SHA256:jZ3n...",
            "waybill trust waybill://dtn.example.org:7411 --fingerprint SHA256:n4bQ...",
            "waybill trust --remove sftp://dtn.example.org:2222"
        })
public final class TrustCommand extends WaybillCommand {
    private static final Pattern HOST_PORT = Pattern.compile("(?:[^/:@]+@)?([^/:@\\[\\]]+|\\[[^/\\]]+\\]):\\d{1,5}");

    @Parameters(
            index = "0",
            paramLabel = "HOST|URL",
            description = "A host or HOST:PORT (for its SSH server), or a URL.")
    private String server = "";

    @Option(
            names = "--fingerprint",
            paramLabel = "SHA256:...",
            description = "The expected fingerprint, SHA-256: in base64 as OpenSSH prints it, or in hex.")
    private @Nullable String fingerprint;

    @Option(names = "--remove", description = "Remove the stored key or certificate.")
    private boolean remove;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException, IOException {
        Endpoint end = endpoint(session);
        if (remove) {
            return forget(session, end);
        }
        Optional<TransferException> unknown = look(session, end);
        Optional<UnknownNodeException> node = UnknownNodeException.in(unknown.orElse(null));
        Optional<ServerIdentity> shown = UnknownServerException.in(unknown.orElse(null))
                .map(UnknownServerException::identity)
                .or(() -> node.map(one -> identity(session, one)));
        if (shown.isEmpty()) {
            return answer(session, "OK", null, server + " is already trusted", 0);
        }
        String wanted = fingerprint;
        if (wanted == null && session.asks()) {
            throw unknown.orElseThrow();
        }
        if (wanted == null) {
            return answer(
                    session,
                    "UNKNOWN",
                    shown.get(),
                    shown.get().what() + " of " + shown.get().server() + "  "
                            + shown.get().fingerprint() + "\nto trust it, if its administrator gives you the same: "
                            + "waybill trust " + server + " --fingerprint "
                            + shown.get().fingerprint(),
                    Reason.HOST_KEY.exitCode());
        }
        if (!shown.get().isFingerprint(wanted)) {
            throw new CommandFailure(
                    Reason.HOST_KEY,
                    shown.get().server() + " shows the fingerprint "
                            + shown.get().fingerprint() + ", not " + PrintableText.of(wanted) + ": nothing was stored");
        }
        if (node.isPresent()) {
            NodeAddress at = node.get().node();
            new PeerStore(session.home().root())
                    .pinNode(at.host(), at.port(), node.get().shown());
            return answer(
                    session,
                    "OK",
                    shown.get(),
                    at + " is trusted now; to use the node, pair with it: waybill pair " + at,
                    0);
        }
        TrustPrompt.keep(shown.get());
        return answer(session, "OK", shown.get(), shown.get().server() + " is trusted now", 0);
    }

    /** A number after the host is a port: no path makes a difference here. */
    private Endpoint endpoint(Session session) throws TransferException {
        Matcher named = HOST_PORT.matcher(server);
        boolean remote = named.matches() && session.names().remotes().containsKey(named.group(1));
        return named.matches() && !remote
                ? session.names().parse(Protocol.SFTP.scheme() + "://" + server + "/")
                : Target.remote(session, "HOST|URL", server);
    }

    /** What is wrong with a server's identity; empty where nothing is, even if something else is wrong. */
    private static Optional<TransferException> look(Session session, Endpoint end)
            throws TransferException, InterruptedException {
        try (EndpointStores.Opened opened =
                new EndpointStores(session.home(), session.credentials(), session.agent(), (_, _) -> {}).open(end)) {
            opened.store().stat(opened.path());
            return Optional.empty();
        } catch (TransferException e) {
            if (UnknownServerException.in(e).isPresent()
                    || UnknownNodeException.in(e).isPresent()) {
                return Optional.of(e);
            }
            if (e.reason() == Reason.AUTHENTICATION
                    || e.reason() == Reason.PERMISSION
                    || e.reason() == Reason.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static ServerIdentity identity(Session session, UnknownNodeException node) {
        return new ServerIdentity(
                "certificate",
                node.node().toString(),
                node.shown().sha256(),
                new PeerStore(session.home().root()).file().toString(),
                "");
    }

    private int forget(Session session, Endpoint end) throws IOException {
        boolean was = end.location().isServedBy(Protocol.SSH)
                ? SshTrust.remove(end.location(), session.credentials())
                : end.location().is(Protocol.WAYBILL)
                        ? new PeerStore(session.home().root()).removeNode(end.host() + ":" + end.port())
                        : session.credentials().knownServers().remove(end.host(), end.port());
        return answer(
                session,
                was ? "OK" : "UNKNOWN",
                null,
                server + (was ? " is no longer trusted" : " was not trusted"),
                was ? 0 : Reason.NOT_FOUND.exitCode());
    }

    private static int answer(Session session, String status, @Nullable ServerIdentity shown, String text, int code) {
        String name = shown == null ? null : shown.server();
        String key = shown == null ? null : shown.fingerprint();
        session.answer(
                Json.object("status", status, "server", name, "fingerprint", key),
                out -> text.lines().map(PrintableText::of).forEach(out::println));
        return code;
    }
}
