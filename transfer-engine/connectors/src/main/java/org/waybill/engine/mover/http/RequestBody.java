package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of a request on a plain stream (RFC 9112, section 6). */
final class RequestBody {
    private RequestBody() {}

    /** The header line that says how long it is; empty for a request without a body. */
    static Optional<String> head(HttpRequest request) {
        return request.bodyPublisher()
                .map(body -> body.contentLength() < 0
                        ? "Transfer-Encoding: chunked"
                        : "Content-Length: " + body.contentLength());
    }

    /** Writes all of it. */
    static void write(HttpRequest request, OutputStream out) throws IOException {
        Optional<HttpRequest.BodyPublisher> body = request.bodyPublisher().filter(some -> some.contentLength() != 0);
        if (body.isEmpty()) {
            return;
        }
        boolean chunked = body.get().contentLength() < 0;
        Writer writer = new Writer(out, chunked);
        body.get().subscribe(writer);
        try {
            writer.done.get();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted");
        } catch (ExecutionException e) {
            Throwable cause =
                    e.getCause() instanceof UncheckedIOException unchecked ? unchecked.getCause() : e.getCause();
            throw cause instanceof IOException failure ? failure : new IOException(cause);
        }
        if (chunked) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static final class Writer implements Flow.Subscriber<ByteBuffer> {
        final CompletableFuture<Boolean> done = new CompletableFuture<>();
        private final OutputStream out;
        private final boolean chunked;
        private Flow.@Nullable Subscription subscription;

        Writer(OutputStream out, boolean chunked) {
            this.out = out;
            this.chunked = chunked;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(ByteBuffer block) {
            byte[] bytes = new byte[block.remaining()];
            block.get(bytes);
            try {
                if (chunked && bytes.length > 0) {
                    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                }
                out.write(bytes);
                if (chunked && bytes.length > 0) {
                    out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
                }
            } catch (IOException e) {
                done.completeExceptionally(e);
                if (subscription != null) {
                    subscription.cancel();
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            done.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            done.complete(true);
        }
    }
}
