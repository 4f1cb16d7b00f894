package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.Store;

/** A stream as the blocks of a request's body, read once, when the client has room for them. */
public final class RequestBodyPublisher implements Iterator<byte[]> {
    private final InputStream data;
    private byte @Nullable [] next;
    private boolean atEnd;
    private volatile @Nullable IOException failure;

    public RequestBodyPublisher(InputStream data) {
        this.data = data;
    }

    /** The body of a request. @param length of the stream; -1 when not known */
    public HttpRequest.BodyPublisher body(long length) {
        HttpRequest.BodyPublisher all = HttpRequest.BodyPublishers.ofByteArrays(() -> this);
        return length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : length < 0 ? all : HttpRequest.BodyPublishers.fromPublisher(all, length);
    }

    /** What the stream threw, if it did. */
    public @Nullable IOException failure() {
        return failure;
    }

    @Override
    public boolean hasNext() {
        if (next == null && !atEnd) {
            next = read();
            atEnd = next == null;
        }
        return next != null;
    }

    private byte @Nullable [] read() {
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
