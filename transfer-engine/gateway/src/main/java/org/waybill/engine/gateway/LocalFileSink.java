package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.waybill.engine.Quietly;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.transport.RangeSet;

/** A file of the own store that is written, at any offset, by several threads. */
final class LocalFileSink implements DataSink {
    /** A piece is between two gaps. Senders leave one per connection, and markers report them all. */
    private static final int MOST_PIECES = 1_000;

    private final FileChannel file;
    private final long base;
    private final RangeSet written = new RangeSet();
    private final CompletableFuture<FtpReply> done = new CompletableFuture<>();

    /** @param base where offset 0 is: the end of a file that is appended to */
    LocalFileSink(FileChannel file, long base) {
        this.file = file;
        this.base = base;
    }

    @Override
    public void write(long offset, ByteBuffer bytes) throws IOException {
        long at = base + offset;
        int length = bytes.remaining();
        try {
            while (bytes.hasRemaining()) {
                at += file.write(bytes, at);
            }
        } catch (IOException e) {
            throw refusal(e);
        }
        synchronized (written) {
            written.add(offset, offset + length);
            if (written.rangeCount() > MOST_PIECES) {
                throw new FtpError(552, "the blocks leave more than " + MOST_PIECES + " gaps");
            }
        }
    }

    private static IOException refusal(IOException e) {
        return StorageErrors.saysFull(String.valueOf(e.getMessage()))
                ? new FtpError(452, "No space left on device")
                : e;
    }

    /** What has arrived, for restart markers. */
    @Override
    public String ranges() {
        StringBuilder text = new StringBuilder();
        synchronized (written) {
            for (RangeSet.Range range : written.ranges()) {
                text.append(text.isEmpty() ? "" : ",")
                        .append(range.start())
                        .append('-')
                        .append(range.end());
            }
        }
        return text.toString();
    }

    @Override
    public void finish() throws IOException {
        try {
            file.force(true);
            file.close();
        } catch (IOException e) {
            throw refusal(e);
        }
        done.complete(FtpReply.of(226, "Transfer complete."));
    }

    FtpReply await(Consumer<FtpReply> markers) throws IOException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw new IOException("the transfer was aborted", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        // the client hears of the failure that led here
        Quietly.close(file);
        done.completeExceptionally(new IOException("closed"));
    }
}
