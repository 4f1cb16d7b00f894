package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.identity.PeerBook;

/** The engine's daemon: a source and a sink of transfers for peers that proved who they are. */
public final class WaybillNode implements AutoCloseable {
    private final NodeIdentity identity;
    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final PairingTokens tokens = new PairingTokens(InstantSource.system());
    private final CountDownLatch closed = new CountDownLatch(1);
    final PeerBook peers;

    private WaybillNode(NodeSettings settings, NodeIdentity identity, ServerSocketChannel listener)
            throws IOException {
        this.identity = identity;
        this.peers = new PeerBook(settings.home());
        this.listener = listener;
        this.address = (InetSocketAddress) listener.getLocalAddress();
    }

    /** Binds and serves until closed. */
    public static WaybillNode start(NodeSettings settings) throws TransferException {
        NodeIdentity identity = NodeIdentity.loadOrCreate(settings.home());
        if (!Files.isDirectory(settings.dataDirectory())) {
            throw new TransferException(Reason.NOT_FOUND,
                    "the data directory " + settings.dataDirectory() + " is not there; create it or name another");
        }
        try {
            ServerSocketChannel listener = ServerSocketChannel.open();
            try {
                listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
                listener.bind(settings.listen(), 512);
                return new WaybillNode(settings, identity, listener);
            } catch (IOException e) {
                listener.close();
                throw e;
            }
        } catch (IOException e) {
            throw new TransferException(Reason.UNREACHABLE, "cannot listen on " + settings.listen() + ": "
                    + e.getMessage() + "; choose another address or stop what uses it", e);
        }
    }

    /** Where it listens, with the real port. */
    public InetSocketAddress address() {
        return address;
    }

    /** What a person compares when pairing. */
    public Fingerprint fingerprint() {
        return identity.fingerprint();
    }

    /** A new one-time token to pair another machine with, good for {@link PairingTokens#LIFETIME}. */
    public String newPairingToken() {
        return tokens.issue().text();
    }

    /** Waits until the node is closed. */
    public void awaitClose() throws InterruptedException {
        closed.await();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            System.getLogger(WaybillNode.class.getName()).log(System.Logger.Level.WARNING, "closing the listener", e);
        }
        closed.countDown();
    }
}
