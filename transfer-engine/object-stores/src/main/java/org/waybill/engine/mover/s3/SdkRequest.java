package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.mover.BlockInput;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;

/** One request of the SDK on its way; it knows when the last of its bytes has left. */
final class SdkRequest {
    private static final String LENGTH = "content-length";
    /** What the JDK's client writes itself, or not at all. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of("host", LENGTH, "connection", "expect", "upgrade", "transfer-encoding");

    /** What makes GET a question about a bucket or an object. */
    private static final Set<String> QUESTIONS = Set.of("list-type", "uploads", "uploadId", "tagging");
    /** A page of a listing: 1,000 keys of 1,024 bytes, each of which may be three characters. */
    private static final long MOST_ANSWER_BYTES = 16 << 20;

    private static final String COPIED_RANGE = "x-amz-copy-source-range";
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-(\\d{1,18})");
    /** What a server may need for one part of up to 5 GiB is no silence yet. */
    private static final long LEAST_COPIED_BYTES_PER_S = 8 << 20;

    private final HttpExecuteRequest asked;
    private final Patience patience;
    private final long bodyBytes;
    private volatile long leftBytes;
    private volatile long movedNs = System.nanoTime();

    SdkRequest(HttpExecuteRequest asked, Patience patience) {
        this.asked = asked;
        this.patience = patience;
        this.bodyBytes = asked.contentStreamProvider().isEmpty()
                ? 0
                : asked.httpRequest()
                        .firstMatchingHeader(LENGTH)
                        .map(Long::parseLong)
                        .orElse(-1L);
    }

    HttpRequest translated() {
        SdkHttpRequest request = asked.httpRequest();
        HttpRequest.Builder builder = HttpRequest.newBuilder(request.getUri());
        request.forEachHeader((name, values) -> {
            if (!OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        HttpRequest.BodyPublisher body = asked.contentStreamProvider()
                .filter(_ -> bodyBytes != 0)
                .map(this::body)
                .orElseGet(HttpRequest.BodyPublishers::noBody);
        return builder.method(request.method().name(), body).build();
    }

    private HttpRequest.BodyPublisher body(ContentStreamProvider content) {
        HttpRequest.BodyPublisher stream =
                HttpRequest.BodyPublishers.ofInputStream(() -> new Leaving(content.newStream()));
        return bodyBytes < 0 ? stream : HttpRequest.BodyPublishers.fromPublisher(stream, bodyBytes);
    }

    /** The client takes a block when the one before has left for the network. */
    private final class Leaving extends BlockInput {
        private final InputStream in;
        private long bytes;

        Leaving(InputStream in) {
            this.in = in;
        }

        @Override
        public int read(byte[] into, int start, int length) throws IOException {
            int n = in.read(into, start, length);
            bytes += Math.max(0, n);
            leftBytes = bytes;
            movedNs = System.nanoTime();
            return n;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /**
     * Waits for an answer.
     *
     * @throws HttpTimeoutException after too long a silence
     */
    <T> T await(CompletableFuture<T> coming) throws IOException {
        try {
            while (true) {
                Duration limit = isSent() && isWork() ? work() : patience.silence();
                long leftNs = limit.toNanos() - (System.nanoTime() - movedNs);
                if (leftNs <= 0) {
                    coming.cancel(true);
                    throw silent(limit);
                }
                try {
                    return coming.get(leftNs, TimeUnit.NANOSECONDS);
                } catch (TimeoutException _) {
                    // bytes may have left meanwhile
                }
            }
        } catch (InterruptedException e) {
            coming.cancel(true);
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("interrupted");
            ended.initCause(e);
            throw ended;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure
                    ? failure
                    : new IOException(
                            "not an HTTP response: "
                                    + (e.getCause() == null ? "" : e.getCause().getMessage()),
                            e);
        }
    }

    /** All of an object; of anything else no more than the SDK may have in memory. */
    long mostAnswerBytes(int status) {
        SdkHttpRequest request = asked.httpRequest();
        boolean object = request.method() == SdkHttpMethod.GET
                && status / 100 == 2
                && QUESTIONS.stream().noneMatch(request.rawQueryParameters()::containsKey);
        return object ? Long.MAX_VALUE : MOST_ANSWER_BYTES;
    }

    private boolean isSent() {
        return bodyBytes >= 0 && leftBytes >= bodyBytes;
    }

    /** How long the server may have work with it: the longer, the more it has to copy. */
    Duration work() {
        Matcher range = RANGE.matcher(
                asked.httpRequest().firstMatchingHeader(COPIED_RANGE).orElse(""));
        return range.matches()
                ? patience.work()
                        .plusSeconds((Long.parseLong(range.group(2)) - Long.parseLong(range.group(1)))
                                / LEAST_COPIED_BYTES_PER_S)
                : patience.work();
    }

    /** Questions are answered at once. */
    private boolean isWork() {
        SdkHttpMethod method = asked.httpRequest().method();
        return method == SdkHttpMethod.PUT || method == SdkHttpMethod.POST;
    }

    private HttpTimeoutException silent(Duration limit) {
        return new HttpTimeoutException(
                isSent()
                        ? "no answer for " + limit.toSeconds() + " s"
                        : "the server took nothing for " + limit.toSeconds() + " s");
    }
}
