package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.gridftp.data.StreamSource;
import org.waybill.engine.transport.RangeSet;

/** What is read from a file of the own store: the parts that the client lacks, in order. */
record LocalFileSource(FileChannel file, List<RangeSet.Range> wanted, int threads) implements DataSource {
    static LocalFileSource of(FileChannel file, TransferSpec spec) throws IOException {
        long size = file.size();
        if (spec.isPartial()) {
            long from = Math.min(size, spec.partialOffset());
            long to = Math.min(size, from + Math.min(spec.partialBytes(), Long.MAX_VALUE - from));
            return new LocalFileSource(file, List.of(new RangeSet.Range(from, to)), threads(spec));
        }
        if (spec.mode() == 'E' && spec.restart().contains("-")) {
            return new LocalFileSource(file, spec.missing(size), threads(spec));
        }
        long from = spec.restartOffset();
        if (from > size) {
            file.close();
            throw new FtpError(554, "the file has only " + size + " bytes");
        }
        return new LocalFileSource(file, List.of(new RangeSet.Range(from, size)), threads(spec));
    }

    private static int threads(TransferSpec spec) {
        return spec.mode() == 'E' ? spec.streams() : 1;
    }

    long firstOffset() {
        return wanted.isEmpty() ? 0 : wanted.getFirst().start();
    }

    private record Block(long offset, int length) {}

    /** Hands out the wanted parts in blocks, in rising order: a list of those of a large file would fill the heap. */
    private static final class Blocks {
        private final Iterator<RangeSet.Range> ranges;
        private long at;
        private long end;

        Blocks(List<RangeSet.Range> wanted) {
            ranges = wanted.iterator();
        }

        synchronized @Nullable Block next() {
            while (at == end) {
                if (!ranges.hasNext()) {
                    return null;
                }
                RangeSet.Range range = ranges.next();
                at = range.start();
                end = range.end();
            }
            Block block = new Block(at, (int) Math.min(StreamSource.BUFFER_BYTES, end - at));
            at += block.length();
            return block;
        }
    }

    @Override
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        Blocks blocks = new Blocks(wanted);
        if (threads == 1) {
            send(blocks, sink);
            return;
        }
        ExecutorCompletionService<Boolean> senders =
                new ExecutorCompletionService<>(Thread.ofVirtual().name("gateway-send")::start);
        for (int i = 0; i < threads; i++) {
            DataSink lane = sink.lane(i);
            senders.submit(() -> send(blocks, lane));
        }
        for (int i = 0; i < threads; i++) {
            try {
                senders.take().get();
            } catch (ExecutionException e) {
                sink.close();
                throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
            }
        }
    }

    private boolean send(Blocks blocks, DataSink sink) throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamSource.BUFFER_BYTES);
        for (Block block = blocks.next(); block != null; block = blocks.next()) {
            buffer.clear().limit(block.length());
            while (buffer.hasRemaining()) {
                if (file.read(buffer, block.offset() + buffer.position()) < 0) {
                    throw new IOException("the file became shorter while it was read");
                }
            }
            sink.write(block.offset(), buffer.flip());
        }
        return true;
    }

    @Override
    public void close() {
        // nothing is lost with a file that was read
        Quietly.close(file);
    }
}
