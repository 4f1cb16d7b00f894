package org.waybill.engine.gridftp.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Any number of connections in extended block mode. Every connection ends with EOD, and one of them tells how many EODs
 * there will be; that is all that says when the file is complete (GFD.20, section 3.4.1).
 */
public final class ModeESource implements DataSource {
    /** More connections than any client opens; a peer that opens more is turned away. */
    private static final int MOST_CONNECTIONS = 64;
    /**
     * So many connections are read by threads of the system, which wait inside of the kernel: a virtual thread asks a
     * poller each time that a socket is empty, which on a fast path costs as much as the copying.
     */
    private static final int SYSTEM_THREADS = 8;

    private final DataAcceptor acceptor;
    private final DataChannel.Security security;
    private final List<DataChannel> open = new ArrayList<>();
    private final CompletableFuture<DataSink> sink = new CompletableFuture<>();
    private final CompletableFuture<Boolean> complete = new CompletableFuture<>();
    private long eodsSeen;
    private long eodsExpected = Long.MAX_VALUE;
    private boolean closed;

    public ModeESource(DataAcceptor acceptor, DataChannel.Security security) {
        this.acceptor = acceptor;
        this.security = security;
    }

    /** Takes connections from now on; what they carry waits for {@link #pumpTo}. */
    public void startAccepting() {
        Thread.ofVirtual().name("gateway-accept-data").start(this::acceptAll);
    }

    private void acceptAll() {
        try {
            while (!isComplete()) {
                SocketChannel socket = acceptor.accept(this::isComplete);
                if (socket == null) {
                    return;
                }
                DataChannel channel = DataChannel.securing(socket, false, security);
                int number = add(channel);
                Thread.Builder reader = number < SYSTEM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
                reader.name("gateway-read-data").start(() -> readOrFail(channel, number));
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void readOrFail(DataChannel channel, int number) {
        try {
            readConnection(channel, sink.get().lane(number));
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException | ExecutionException | CancellationException e) {
            fail(new IOException("the transfer was given up", e));
        }
    }

    @Override
    public void pumpTo(DataSink target) throws IOException, InterruptedException {
        sink.complete(target);
        try {
            complete.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
            close();
        }
    }

    private void fail(IOException e) {
        complete.completeExceptionally(e);
        close();
    }

    private void readConnection(DataChannel channel, DataSink target) throws IOException, InterruptedException {
        ByteBuffer header = ByteBuffer.allocateDirect(ModeE.HEADER_BYTES);
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamSource.BUFFER_BYTES);
        boolean more = true;
        while (more) {
            readFully(channel, header.clear());
            ModeE.Header block = ModeE.read(header.flip());
            more = !block.endsData();
            if (block.tellsEodCount()) {
                expectEods(block.offset());
            } else {
                readBlock(channel, block, buffer, target);
            }
        }
        countEod();
    }

    private static void readBlock(DataChannel channel, ModeE.Header block, ByteBuffer buffer, DataSink sink)
            throws IOException, InterruptedException {
        long done = 0;
        while (done < block.count()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), block.count() - done));
            readFully(channel, buffer);
            int read = buffer.position();
            sink.write(block.offset() + done, buffer.flip());
            done += read;
        }
    }

    private static void readFully(DataChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the data connection ended inside a block");
            }
        }
    }

    private synchronized int add(DataChannel channel) throws IOException {
        if (closed || open.size() >= MOST_CONNECTIONS) {
            channel.close();
            throw new IOException("more than " + MOST_CONNECTIONS + " data connections");
        }
        open.add(channel);
        return open.size() - 1;
    }

    private synchronized void expectEods(long count) throws IOException {
        if (count < 1 || count > MOST_CONNECTIONS) {
            throw new IOException("a sender promised " + count + " data connections");
        }
        eodsExpected = count;
        completeIfAllIn();
    }

    private synchronized void countEod() {
        eodsSeen++;
        completeIfAllIn();
    }

    private void completeIfAllIn() {
        if (eodsSeen >= eodsExpected) {
            complete.complete(true);
            acceptor.wakeUp();
        }
    }

    private synchronized boolean isComplete() {
        return closed || eodsSeen >= eodsExpected;
    }

    @Override
    public synchronized int receiveBufferBytes() throws IOException {
        int largest = 0;
        for (DataChannel channel : open) {
            largest = Math.max(largest, channel.receiveBufferBytes());
        }
        return largest;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            open.forEach(DataChannel::close);
        }
        sink.cancel(true);
        complete.completeExceptionally(new IOException("the data connections were closed"));
        acceptor.close();
    }
}
