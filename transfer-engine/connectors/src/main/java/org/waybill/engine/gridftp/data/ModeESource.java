package org.waybill.engine.gridftp.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;

/**
 * Any number of connections in extended block mode. Every connection ends with EOD, and one of them says how many EODs
 * there will be; that is all that says when the file is complete (GFD.20, section 3.4.1).
 */
public final class ModeESource implements DataSource {
    /**
     * Up to this number, connections are read by threads of the system, which wait inside the kernel: a virtual
     * thread asks a poller each time that a socket is empty, which on a fast path costs as much as the copying.
     */
    private static final int SYSTEM_THREADS = 8;
    /** Headers without data, one after the other: the Grid Community Toolkit sends two, EOF and EOD. */
    private static final int MOST_EMPTY_HEADERS = 1_000;

    private final DataAcceptor acceptor;
    private final Set<DataChannel> open = new HashSet<>();
    /** Those of them that have not brought a block yet; the oldest first. */
    private final Set<DataChannel> silent = new LinkedHashSet<>();

    private final CompletableFuture<DataSink> sink = new CompletableFuture<>();
    private final CompletableFuture<Boolean> complete = new CompletableFuture<>();
    private int taken;
    private int speaking;
    private long eodsSeen;
    private long eodsExpected = Long.MAX_VALUE;
    private boolean closed;

    public ModeESource(DataAcceptor acceptor) {
        this.acceptor = acceptor;
    }

    /** Takes connections from now on; what they carry waits for {@link #pumpTo}. */
    public void startAccepting(DataChannel.Security security) throws IOException {
        acceptor.begin(security);
        Thread.ofVirtual().name("gateway-accept-data").start(this::acceptAll);
    }

    private void acceptAll() {
        try {
            while (!isComplete()) {
                DataChannel channel = acceptor.accept(this::isComplete);
                if (channel == null) {
                    return;
                }
                if (add(channel)) {
                    int number = taken++;
                    Thread.Builder reader =
                            number < SYSTEM_THREADS ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
                    reader.name("gateway-read-data").start(() -> readOrFail(channel, number));
                } else {
                    channel.close();
                }
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void readOrFail(DataChannel channel, int number) {
        try {
            readConnection(channel, sink.get().lane(number));
        } catch (IOException e) {
            if (!leftSilently(channel)) {
                fail(e);
            }
        } catch (InterruptedException | ExecutionException | CancellationException e) {
            fail(new IOException("the transfer was aborted", e));
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
        ModeE.Header block = readHeader(channel, header);
        speaks(channel);
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamSource.BUFFER_BYTES);
        take(channel, block, buffer, target);
        int empty = 0;
        while (!block.endsData()) {
            block = readHeader(channel, header);
            take(channel, block, buffer, target);
            empty = block.count() == 0 ? empty + 1 : 0;
            if (empty > MOST_EMPTY_HEADERS) {
                throw new PeerLimits.Exceeded("block headers without data do not end");
            }
        }
        countEod();
    }

    private static ModeE.Header readHeader(DataChannel channel, ByteBuffer header) throws IOException {
        readFully(channel, header.clear());
        return ModeE.read(header.flip());
    }

    private void take(DataChannel channel, ModeE.Header block, ByteBuffer buffer, DataSink target)
            throws IOException, InterruptedException {
        if (block.tellsEodCount()) {
            expectEods(block.offset());
        } else {
            readBlock(channel, block, buffer, target);
        }
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

    /** Whether there is a place for it: one that has brought nothing makes room. */
    private synchronized boolean add(DataChannel channel) {
        if (!closed && open.size() >= DataAcceptor.MOST_CONNECTIONS && !silent.isEmpty()) {
            DataChannel oldest = silent.iterator().next();
            silent.remove(oldest);
            open.remove(oldest);
            oldest.close();
        }
        boolean added = !closed && open.size() < DataAcceptor.MOST_CONNECTIONS;
        if (added) {
            open.add(channel);
            silent.add(channel);
        }
        return added;
    }

    private synchronized void speaks(DataChannel channel) {
        silent.remove(channel);
        speaking++;
    }

    /** A connection without a block is missed by no one: the number of EODs shows whether all is there. */
    private synchronized boolean leftSilently(DataChannel channel) {
        boolean broughtNothing = !closed && (silent.remove(channel) || !open.contains(channel));
        open.remove(channel);
        channel.close();
        if (broughtNothing && open.isEmpty()) {
            acceptor.awaitFirstAgain();
        }
        return broughtNothing;
    }

    private synchronized void expectEods(long count) throws IOException {
        if (count < 1 || count > DataAcceptor.MOST_CONNECTIONS) {
            throw new PeerLimits.Exceeded("a sender promised " + count + " data connections");
        }
        eodsExpected = count;
        completeIfAllIn();
    }

    private synchronized void countEod() {
        eodsSeen++;
        speaking--;
        completeIfAllIn();
    }

    private void completeIfAllIn() {
        if (eodsSeen >= eodsExpected) {
            complete.complete(true);
            acceptor.wakeUp();
        }
    }

    @Override
    public synchronized int speaking() {
        return speaking;
    }

    @Override
    public synchronized boolean hasNothingBut(int waiting) {
        return eodsSeen + waiting >= eodsExpected;
    }

    private synchronized boolean isComplete() {
        return closed || eodsSeen >= eodsExpected;
    }

    @Override
    public @Nullable IOException failure() {
        return complete.isCompletedExceptionally() && complete.exceptionNow() instanceof IOException e ? e : null;
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
