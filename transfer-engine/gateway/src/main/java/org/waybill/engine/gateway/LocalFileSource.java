package org.waybill.engine.gateway;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import org.waybill.engine.Quietly;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.gridftp.data.StreamSource;
import org.waybill.engine.transport.RangeSet;

/** What is read from the own store: the parts of a file that the client lacks, in order. */
record LocalFileSource(ReadableByteChannel bytes, List<RangeSet.Range> wanted, int threads) implements DataSource {
    /** A text, such as a listing. */
    static LocalFileSource of(String text) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        return new LocalFileSource(
                Channels.newChannel(new ByteArrayInputStream(content)),
                List.of(new RangeSet.Range(0, content.length)),
                1);
    }

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

    @Override
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        if (threads > 1 && bytes instanceof FileChannel file) {
            pumpInParallel(file, sink);
            return;
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamSource.BUFFER_BYTES);
        for (RangeSet.Range range : wanted) {
            for (long at = range.start(); at < range.end(); ) {
                buffer.clear().limit((int) Math.min(StreamSource.BUFFER_BYTES, range.end() - at));
                int n = bytes instanceof FileChannel file ? file.read(buffer, at) : bytes.read(buffer);
                if (n < 0) {
                    throw new IOException("the file became shorter while it was read");
                }
                sink.write(at, buffer.flip());
                at += n;
            }
        }
    }

    private void pumpInParallel(FileChannel file, DataSink sink) throws IOException, InterruptedException {
        Queue<Block> blocks = new ConcurrentLinkedQueue<>();
        for (RangeSet.Range range : wanted) {
            for (long at = range.start(); at < range.end(); at += StreamSource.BUFFER_BYTES) {
                blocks.add(new Block(at, (int) Math.min(StreamSource.BUFFER_BYTES, range.end() - at)));
            }
        }
        ExecutorCompletionService<Boolean> senders =
                new ExecutorCompletionService<>(Thread.ofVirtual().name("gateway-send")::start);
        for (int i = 0; i < threads; i++) {
            DataSink lane = sink.lane(i);
            senders.submit(() -> send(file, blocks, lane));
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

    private static boolean send(FileChannel file, Queue<Block> blocks, DataSink sink)
            throws IOException, InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(StreamSource.BUFFER_BYTES);
        for (Block block = blocks.poll(); block != null; block = blocks.poll()) {
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
        Quietly.close(bytes);
    }
}
