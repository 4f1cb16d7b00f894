package org.waybill.engine.mover.rclone;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.Store;

/** What a file is to hold, as a part of a request's body, read once. */
final class UploadBody implements Iterator<byte[]> {
    private final InputStream data;
    private final long length;
    private byte @Nullable [] next;
    private byte @Nullable [] end;
    private volatile @Nullable IOException failure;

    /** @param length -1 when not known */
    UploadBody(InputStream data, long length) {
        this.data = data;
        this.length = length;
    }

    /** What the stream threw, if it did. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** The body that has it between two texts. */
    BodyPublisher between(String before, String after) {
        byte[] first = before.getBytes(StandardCharsets.US_ASCII);
        byte[] last = after.getBytes(StandardCharsets.US_ASCII);
        next = first;
        end = last;
        BodyPublisher all = BodyPublishers.ofByteArrays(() -> this);
        return length < 0 ? all : BodyPublishers.fromPublisher(all, first.length + length + last.length);
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = read();
        }
        if (next == null) {
            next = end;
            end = null;
        }
        return next != null;
    }

    private byte @Nullable [] read() {
        if (end == null) {
            return null;
        }
        try {
            byte[] block = new byte[Store.BLOCK_BYTES];
            int n = data.read(block);
            return n < 0 ? null : n == block.length ? block : Arrays.copyOf(block, n);
        } catch (IOException e) {
            failure = e;
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public byte[] next() {
        if (!hasNext() || next == null) {
            throw new NoSuchElementException();
        }
        byte[] block = next;
        next = null;
        return block;
    }
}
