package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.waybill.engine.gridftp.Completion;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/** One transfer under way: bytes from a source to a sink, watched so that a peer that stands still does not hold it. */
final class TransferTask {
    private final DataSource source;
    private final DataSink sink;
    private final Completion completion;
    private final long idleNs;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean aborted;

    TransferTask(DataSource source, DataSink sink, Completion completion, long idleNs) {
        this.source = source;
        this.sink = sink;
        this.completion = completion;
        this.idleNs = idleNs;
    }

    long bytes() {
        return bytes.get();
    }

    /** Moves everything; returns the last reply. Whatever fails on the way ends as a reply too. */
    FtpReply run(Consumer<FtpReply> markers) {
        Thread watch = Thread.ofVirtual().start(this::watch);
        try {
            source.pumpTo(new Counting());
            sink.finish();
            source.close();
            watch.interrupt();
            return completion.await(markers);
        } catch (FtpError e) {
            return e.reply();
        } catch (IOException e) {
            return FtpReply.of(426, aborted ? "Transfer aborted." : "The transfer broke off: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FtpReply.of(426, "Transfer aborted.");
        } finally {
            watch.interrupt();
            source.close();
            sink.close();
        }
    }

    void abort() {
        aborted = true;
        source.close();
        sink.close();
    }

    private void watch() {
        long seen = -1;
        try {
            while (bytes.get() != seen) {
                seen = bytes.get();
                Thread.sleep(idleNs / 1_000_000);
            }
            abort();
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Counting implements DataSink {
        @Override
        public void write(long offset, ByteBuffer block) throws IOException, InterruptedException {
            int length = block.remaining();
            sink.write(offset, block);
            bytes.addAndGet(length);
        }

        @Override
        public void finish() throws IOException {
            sink.finish();
        }

        @Override
        public void close() {
            sink.close();
        }
    }
}
