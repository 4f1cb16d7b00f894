package org.waybill.engine.gateway.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Any number of connections in extended block mode. Every connection ends with EOD, and one of them tells how many EODs
 * there will be; that is all that says when the file is complete (GFD.20, section 3.4.1).
 */
public final class ModeESource implements DataSource {
    /** More connections than any client opens; a peer that opens more is turned away. */
    private static final int MOST_CONNECTIONS = 64;

    private final DataAcceptor acceptor;
    private final List<SocketChannel> open = new ArrayList<>();
    private long eodsSeen;
    private long eodsExpected = Long.MAX_VALUE;
    private boolean closed;

    public ModeESource(DataAcceptor acceptor) {
        this.acceptor = acceptor;
    }

    @Override
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        List<Future<?>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                while (!isComplete()) {
                    SocketChannel channel = acceptor.accept(this::isComplete);
                    if (channel == null) {
                        break;
                    }
                    add(channel);
                    readers.add(threads.submit(() -> {
                        readConnection(channel, sink);
                        return null;
                    }));
                }
                for (Future<?> reader : readers) {
                    await(reader);
                }
            } finally {
                close();
            }
        }
    }

    private static void await(Future<?> reader) throws IOException, InterruptedException {
        try {
            reader.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    private void readConnection(SocketChannel channel, DataSink sink) throws IOException, InterruptedException {
        ByteBuffer header = ByteBuffer.allocateDirect(ModeE.HEADER_BYTES);
        ByteBuffer buffer = ByteBuffer.allocateDirect(Channels.BUFFER_BYTES);
        try {
            boolean more = true;
            while (more) {
                Channels.readFully(channel, header.clear());
                ModeE.Header block = ModeE.read(header.flip());
                more = !block.endsData();
                if (block.tellsEodCount()) {
                    expectEods(block.offset());
                } else {
                    readBlock(channel, block, buffer, sink);
                }
            }
            countEod();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static void readBlock(SocketChannel channel, ModeE.Header block, ByteBuffer buffer, DataSink sink)
            throws IOException, InterruptedException {
        long done = 0;
        while (done < block.count()) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), block.count() - done));
            Channels.readFully(channel, buffer);
            int read = buffer.position();
            sink.write(block.offset() + done, buffer.flip());
            done += read;
        }
    }

    private synchronized void add(SocketChannel channel) throws IOException {
        if (closed || open.size() >= MOST_CONNECTIONS) {
            Channels.closeQuietly(channel);
            throw new IOException("more than " + MOST_CONNECTIONS + " data connections");
        }
        open.add(channel);
    }

    private synchronized void expectEods(long count) throws IOException {
        if (count < 1 || count > MOST_CONNECTIONS) {
            throw new IOException("a sender promised " + count + " data connections");
        }
        eodsExpected = count;
        acceptor.wakeUp();
    }

    private synchronized void countEod() {
        eodsSeen++;
        acceptor.wakeUp();
    }

    private synchronized boolean isComplete() {
        return closed || eodsSeen >= eodsExpected;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            open.forEach(Channels::closeQuietly);
        }
        acceptor.close();
    }
}
