package org.waybill.engine.link;

import java.io.IOException;
import java.io.Serial;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.waybill.engine.Causes;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.platform.Proxies;

/**
 * Opens control connections to a node.
 *
 * @param accepted judges the node's certificate
 * @param protocol the application protocol to speak
 */
public record NodeConnector(NodeAddress node, NodeIdentity identity, Predicate<Fingerprint> accepted, String protocol) {
    static final int CONNECT_MILLIS = 10_000;
    /** For all of it, however much the node says. */
    private static final Duration HANDSHAKE_TIME = Duration.ofSeconds(20);
    /** As long as the node's own patience: a peer that is silent for this long is taken for dead. */
    private static final Duration IDLE_TIME = Duration.ofSeconds(30);
    /** Before a handshake that broke off is tried again: a flooded node sheds connections, ours among them. */
    private static final long[] PAUSES_MILLIS = {200, 600, 1_200};

    /** One more connection to the node. */
    @FunctionalInterface
    interface Dial {
        SocketChannel open() throws IOException;
    }

    /** Connects through a proxy, or to the first of the node's addresses that answers, and shakes hands. */
    public ControlLink connect(AddressLookup names) throws TransferException {
        Optional<Proxies.Server> found = names.proxy(node);
        if (found.isEmpty()) {
            return connect(names.addresses(node));
        }
        Proxies.Server proxy = found.get();
        Dial dial = () -> TcpChannels.through(proxy, node.host(), node.port(), CONNECT_MILLIS);
        try {
            ControlLink link = persistently(dial);
            link.anotherBy(dial);
            return link;
        } catch (IOException e) {
            TransferException refused = ProxySockets.ProxyException.in(e);
            throw refused == null ? unreachable(e, List.of(ErrorText.of(e))) : refused;
        }
    }

    /** Connects to the first of these addresses that answers, and shakes hands. */
    public ControlLink connect(List<InetSocketAddress> addresses) throws TransferException {
        IOException last = new IOException("it has no address");
        List<String> dead = new ArrayList<>();
        for (InetSocketAddress address : addresses) {
            try {
                return persistently(() -> TcpChannels.connect(address, CONNECT_MILLIS));
            } catch (IOException e) {
                last = e;
                dead.add((addresses.size() == 1 ? "" : address.getAddress().getHostAddress() + ": ") + ErrorText.of(e));
            }
        }
        throw unreachable(last, dead);
    }

    private TransferException unreachable(IOException last, List<String> dead) {
        if (Thread.currentThread().isInterrupted()) {
            return Replies.broken(last, node.toString());
        }
        if (last instanceof BrokenOffException) {
            return new TransferException(
                    Reason.UNREACHABLE,
                    node + " does not answer as a node: it breaks handshakes" + " off (" + ErrorText.of(last)
                            + "); is it flooded, or is another program there?",
                    last);
        }
        return new TransferException(
                Reason.UNREACHABLE,
                "cannot connect to " + node + ": " + String.join(", ", dead)
                        + "; is a node running there, and is the port open?",
                last);
    }

    private ControlLink persistently(Dial dial) throws IOException, TransferException {
        long startNs = System.nanoTime();
        for (int tries = 0; ; tries++) {
            SocketChannel channel = dial.open();
            try {
                return shakeHands(channel);
            } catch (BrokenOffException e) {
                boolean late = System.nanoTime() - startNs > CONNECT_MILLIS * 1_000_000L;
                if (late
                        || tries == PAUSES_MILLIS.length
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                pause(PAUSES_MILLIS[tries]);
            }
        }
    }

    private static void pause(long millis) throws TransferException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted while connecting", e);
        }
    }

    /** The remote host closed or reset the connection before the handshake was done. */
    private static final class BrokenOffException extends IOException {
        @Serial
        private static final long serialVersionUID = 1;

        BrokenOffException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** Shakes hands with the node that {@code channel} leads to, over any proxies between. */
    ControlLink over(SocketChannel channel) throws TransferException {
        try {
            return shakeHands(channel);
        } catch (IOException e) {
            throw new TransferException(
                    Reason.UNREACHABLE, "cannot reach " + node + " through the relays: " + e.getMessage(), e);
        }
    }

    private ControlLink shakeHands(SocketChannel channel) throws IOException, TransferException {
        TimeLimit limit = new TimeLimit(channel);
        try (limit) {
            limit.begin(HANDSHAKE_TIME);
            SSLSocket tls = (SSLSocket) PinnedTls.context(identity, accepted)
                    .getSocketFactory()
                    .createSocket(channel.socket(), node.host(), node.port(), true);
            tls.setSSLParameters(PinnedTls.parameters(protocol));
            tls.setSoTimeout(CONNECT_MILLIS);
            tls.startHandshake();
            if (!protocol.equals(tls.getApplicationProtocol())) {
                throw new SSLException("the server does not speak " + protocol);
            }
            return new ControlLink(tls, channel, IDLE_TIME);
        } catch (IOException e) {
            channel.close();
            if (limit.isOver()) {
                throw new TransferException(
                        Reason.UNREACHABLE,
                        node + " does not answer as a node: a handshake takes"
                                + " more than " + HANDSHAKE_TIME.toSeconds()
                                + " s; is one of the two machines, or the network"
                                + " between them, very busy, or is another program there?",
                        e);
            }
            throw explained(e);
        }
    }

    private IOException explained(IOException error) throws TransferException {
        if (error instanceof SSLException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw Replies.broken(e, node.toString());
            }
            // a channel's reset is a plain IOException, a socket's a SocketException
            if (e.getCause() instanceof IOException && !(e.getCause() instanceof SSLException)) {
                return new BrokenOffException(e);
            }
            throw certificateProblem(e);
        }
        return error instanceof SocketException ? new BrokenOffException(error) : error;
    }

    private TransferException certificateProblem(SSLException error) {
        PinnedTls.UnknownPeerException unknown = Causes.find(PinnedTls.UnknownPeerException.class, error);
        if (unknown != null) {
            return new TransferException(
                    Reason.CERTIFICATE,
                    "the certificate of " + node + " is not known here: "
                            + unknown.shown().sha256() + "; pair with it once: waybill pair " + node
                            + " (the node's operator has the token)",
                    new UnknownNodeException(node, unknown.shown(), error));
        }
        return new TransferException(
                Reason.UNREACHABLE, node + " does not answer as a node: " + ErrorText.of(error), error);
    }
}
