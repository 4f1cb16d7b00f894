package org.waybill.cli.command;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.link.UnknownNodeException;
import org.waybill.engine.mover.sftp.SshTrust;
import org.waybill.engine.mover.trust.ServerIdentity;
import org.waybill.engine.mover.trust.UnknownServerException;
import org.waybill.protocol.Protocol;

/**
 * Asks the person at the terminal whether a server that was never seen is the right one (decision 0274). One that
 * changed, or whose certificate is not valid or not its own, is never asked for.
 */
public final class TrustPrompt {
    private final Session session;
    private final Set<String> asked = new HashSet<>();

    TrustPrompt(Session session) {
        this.session = session;
    }

    /**
     * Looks at an SSH server that is not known before advice would fail to; nothing happens where no one could be
     * asked.
     *
     * @throws TransferException which {@link #settles} asks about
     */
    static void before(Session session, Endpoint end) throws TransferException, InterruptedException {
        if (!end.isLocal() && end.location().isServedBy(Protocol.SSH) && session.asks()) {
            SshTrust.requireKnown(end.location(), session.credentials(), session.agent());
        }
    }

    /** The same where nothing can be done without a log-in by SSH: a host key that is not known ends the command. */
    public static void beforeLogIn(Session session, Endpoint end) throws TransferException, InterruptedException {
        if (!end.isLocal()) {
            SshTrust.requireKnown(end.shell(), session.credentials(), session.agent());
        }
    }

    /** Asks about the server that a command failed for; whether it is kept now, so that the command may begin again. */
    boolean settles(Throwable failure) {
        Optional<UnknownNodeException> node = UnknownNodeException.in(failure);
        if (node.isPresent()) {
            return session.asks() && asked.add(node.get().node().toString()) && pairs(node.get());
        }
        Optional<ServerIdentity> unknown = UnknownServerException.in(failure).map(UnknownServerException::identity);
        if (unknown.isEmpty() || !session.asks() || !asked.add(unknown.get().line())) {
            return false;
        }
        ServerIdentity shown = unknown.get();
        session.terminal()
                .say("The " + shown.what() + " of " + PrintableText.of(shown.server())
                        + " was never seen before and no known authority signed it:\n  " + shown.fingerprint()
                        + "\nCompare it with the fingerprint from its administrator.");
        String answer =
                SecretInput.askOpenly("Trust it? Type yes, or the fingerprint").strip();
        if (!answer.equalsIgnoreCase("yes") && !shown.isFingerprint(answer)) {
            return false;
        }
        keep(shown);
        session.note("waybill: " + PrintableText.of(shown.server()) + " is known now, in " + shown.file());
        return true;
    }

    /**
     * A fingerprint would not admit anyone: the token says that the node is the right one, and lets it know this home.
     */
    private boolean pairs(UnknownNodeException unknown) {
        NodeAddress node = unknown.node();
        session.terminal()
                .say("This machine was never paired with the node " + PrintableText.of(node.toString())
                        + ", which shows\n  " + unknown.shown().sha256()
                        + "\n'waybill node peers token' at the node makes a token.");
        Optional<char[]> token = SecretInput.ask("Pairing token of " + node);
        if (token.isEmpty()) {
            return false;
        }
        try {
            PairingClient.pair(session.home().root(), node.host(), node.port(), new String(token.get()));
        } catch (TransferException e) {
            throw new CommandFailure(e.reason(), String.valueOf(e.getMessage()), e);
        } finally {
            Arrays.fill(token.get(), '\0');
        }
        session.note("waybill: paired with " + node);
        return true;
    }

    /** Keeps a server that the user accepted. */
    public static void keep(ServerIdentity shown) {
        try {
            shown.keep();
        } catch (IOException e) {
            throw CommandFailure.ofWriting(shown.file(), e);
        }
    }
}
