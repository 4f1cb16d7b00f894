package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.Connection.Ending;
import org.waybill.engine.transport.wire.CloseCode;

/** A byte stream in one direction over datagrams, with a thread of its own that drives the connection. */
public abstract sealed class DatagramStream implements ByteChannel permits DatagramOutput, DatagramInput {
    private final String name;
    private final Connection connection;
    private final UdpDriver driver;
    private final boolean sealed;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    DatagramStream(String name, Connection connection, UdpDriver driver, boolean sealed) {
        this.sealed = sealed;
        this.connection = connection;
        this.driver = driver;
        this.name = name;
    }

    /** Begins to drive the connection; once, by the stream's creator. Returns the stream. */
    DatagramStream start() {
        DatagramWarmup.enough();
        Thread.ofPlatform().name(name).daemon().start(() -> {
            try {
                driver.run();
            } finally {
                onEnded();
                ended.complete(null);
            }
        });
        return this;
    }

    /** The connection has ended, well or not; called by the driver's thread. */
    abstract void onEnded();

    /** Nothing more is needed of the stream; called once. */
    abstract void onClosed();

    /**
     * Reports once, and soon, that the connection has ended and its data are not all there: a writer of them all
     * finds that out in no other way.
     */
    public void whenBroken(Consumer<IOException> action) {
        ended.thenRun(() -> {
            Ending ending = connection.ending();
            if (ending != null
                    && ending.code() != CloseCode.DONE
                    && (ending.code() != CloseCode.ABORTED || ending.byPeer())) {
                action.accept(new DatagramStreamException(ending, new ClosedChannelException()));
            }
        });
    }

    /** Whether each datagram is encrypted and authenticated, so that what it carries need not be. */
    public boolean isSealed() {
        return sealed;
    }

    UdpDriver driver() {
        return driver;
    }

    /** How the connection is doing; its counters may be read at any time. */
    public Connection connection() {
        return connection;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        throw new UnsupportedOperationException("this end of the stream writes");
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        throw new UnsupportedOperationException("this end of the stream reads");
    }

    /** The reason of a failed connection put into words. */
    IOException explained(IOException failure) {
        Ending ending = connection.ending();
        if (ending == null || ending.code() == CloseCode.DONE) {
            return failure;
        }
        return new DatagramStreamException(ending, failure);
    }

    /** The transfer has ended: what the peer does not have yet it does not get any more. Closes the stream. */
    public void closeQuietly() {
        driver.execute(ended -> ended.closeQuietly(System.nanoTime(), "the transfer has ended"));
        close();
    }

    void checkOpen() throws ClosedChannelException {
        if (!open.get()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public boolean isOpen() {
        return open.get();
    }

    @Override
    public void close() {
        if (open.getAndSet(false)) {
            onClosed();
        }
    }
}
