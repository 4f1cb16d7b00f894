package org.waybill.engine.link;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.waybill.engine.wire.Message;

/** What a session needs of the connection on which it speaks to its peer; any thread may send. */
public interface PeerLink extends AutoCloseable {
    /** Sends messages in one go, so that a request and what belongs to it travel in as few packets as may be. */
    void send(Message... messages) throws IOException;

    /** Whether the peer knows what came with this version of the protocol. */
    boolean isSince(int version);

    /** As {@link #isSince}, once the peer has said its version or the link has ended. */
    boolean awaitSince(int version) throws InterruptedException;

    /** The connection below, for the kernel's view of the path. */
    SocketChannel channel();

    boolean isClosed();

    @Override
    void close();
}
