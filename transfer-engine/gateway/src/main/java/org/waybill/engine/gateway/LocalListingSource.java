package org.waybill.engine.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;
import org.waybill.engine.gridftp.data.StreamSource;
import org.waybill.engine.storage.Directory;

/** A listing of a directory of the own store, written as the directory is read: a large one would fill the heap. */
final class LocalListingSource implements DataSource {
    private final Directory directory;
    private final DirectoryStream<Path> children;
    private final Shown shown;
    private final Function<Listings.Line, String> written;
    /** Who closes the directory: its reader, or {@link #close} if no one reads it. */
    private final AtomicBoolean taken = new AtomicBoolean();

    private final CompletableFuture<Integer> leftOut = new CompletableFuture<>();
    private volatile boolean closed;

    /** What an entry of a directory is shown as. */
    @FunctionalInterface
    interface Shown {
        /** Null if it is not shown. */
        Listings.@Nullable Line of(Path child);
    }

    /**
     * Takes an open directory, which it closes.
     *
     * @param written one line without its end
     */
    LocalListingSource(Directory directory, Shown shown, Function<Listings.Line, String> written) throws IOException {
        this.directory = directory;
        this.children = Files.newDirectoryStream(directory.path());
        this.shown = shown;
        this.written = written;
    }

    @Override
    public void pumpTo(DataSink sink) throws IOException, InterruptedException {
        if (!taken.compareAndSet(false, true)) {
            throw new IOException("closed");
        }
        try (directory;
                children) {
            leftOut.complete(write(sink));
        } catch (DirectoryIteratorException | UncheckedIOException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e);
        } finally {
            leftOut.completeExceptionally(new IOException("the listing broke off"));
        }
    }

    private int write(DataSink sink) throws IOException, InterruptedException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        long at = 0;
        int left = 0;
        for (Path child : children) {
            Listings.Line line = shown.of(child);
            if (closed) {
                throw new IOException("closed");
            }
            if (line == null) {
                continue;
            }
            if (line.fits()) {
                block.writeBytes((written.apply(line) + "\r\n").getBytes(StandardCharsets.UTF_8));
            } else {
                left++;
            }
            if (block.size() >= StreamSource.BUFFER_BYTES) {
                at += hand(block, at, sink);
            }
        }
        hand(block, at, sink);
        return left;
    }

    private static int hand(ByteArrayOutputStream block, long at, DataSink sink)
            throws IOException, InterruptedException {
        int bytes = block.size();
        if (bytes > 0) {
            sink.write(at, ByteBuffer.wrap(block.toByteArray()));
            block.reset();
        }
        return bytes;
    }

    /** How many names were left out; waits for the end of the listing. */
    int leftOut() throws IOException {
        try {
            return leftOut.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        if (taken.compareAndSet(false, true)) {
            leftOut.completeExceptionally(new IOException("closed"));
            Quietly.close(children);
            directory.close();
        }
    }
}
