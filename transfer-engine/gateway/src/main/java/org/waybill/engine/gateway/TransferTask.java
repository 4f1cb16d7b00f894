package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.gridftp.Completion;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/** One transfer under way: bytes from a source to a sink, watched so that an idle peer does not hold it. */
final class TransferTask {
    /** What breaks a data connection is reported on the remote control connection within this time. */
    private static final long EXPLANATION_MILLIS = 500;
    /** How long a client that is refused may send on into the void. */
    private static final Duration DRAIN = Duration.ofSeconds(30);

    private final DataSource source;
    private final DataSink sink;
    private final Completion completion;
    private final Pace pace;
    private final AtomicLong bytes = new AtomicLong();
    private final CompletableFuture<FtpReply> last = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean aborted;
    private volatile @Nullable FtpReply refusal;
    private volatile long drainedUntilNs;
    private int toldBufferBytes;
    private int tellings;

    /**
     * What is said, and when the transfer is given up.
     *
     * @param idle how long no data may flow
     * @param markers how often performance and restart markers are sent; null for a transfer that has none
     * @param receiverTells whether the client, as the sender, is notified of a growing receive buffer (drsFTP)
     * @param fromClient whether it is the client that sends
     */
    record Pace(Duration idle, @Nullable Duration markers, boolean receiverTells, boolean fromClient) {}

    TransferTask(DataSource source, DataSink sink, Completion completion, Pace pace) {
        this.source = source;
        this.sink = sink;
        this.completion = completion;
        this.pace = pace;
    }

    long bytes() {
        return bytes.get();
    }

    /** Transfers everything; returns the last reply. A failure meanwhile ends as a reply too. */
    FtpReply run(Consumer<FtpReply> markers) {
        Thread watch = Thread.ofVirtual().name("gateway-watch").start(this::watch);
        Thread teller = Thread.ofVirtual().name("gateway-markers").start(() -> tell(markers));
        Thread.ofVirtual().name("gateway-last-reply").start(() -> awaitLast(markers));
        try {
            source.pumpTo(new Counting(sink));
            FtpReply refused = refusal;
            if (refused != null) {
                return refused;
            }
            sink.finish();
            source.close();
            watch.interrupt();
            return last.get();
        } catch (IOException e) {
            return broken(e);
        } catch (ExecutionException e) {
            return broken(Objects.requireNonNullElse(e.getCause(), e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FtpReply.of(426, "Transfer aborted.");
        } finally {
            watch.interrupt();
            source.close();
            sink.close();
            silence(teller);
        }
    }

    /**
     * What the client hears once it has sent all: a data connection that is closed with something unread is reset,
     * and curl and globus-url-copy then report that; a reply while it sends makes the latter wait for ever.
     */
    private void refuse(FtpReply reply) {
        drainedUntilNs = System.nanoTime() + DRAIN.toNanos();
        refusal = reply;
    }

    /** No marker may follow the last reply. */
    private void silence(Thread teller) {
        over.countDown();
        try {
            teller.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The remote server's last reply is awaited while data flow: a full disk there must not be noticed at the end only.
     */
    private void awaitLast(Consumer<FtpReply> markers) {
        try {
            FtpReply reply = completion.await(marker -> {
                if (marker.code() == 111) {
                    markers.accept(marker);
                }
            });
            last.complete(reply);
            if (!reply.isPositive()) {
                if (pace.fromClient()) {
                    refuse(reply);
                } else {
                    source.close();
                }
                sink.close();
            }
        } catch (IOException e) {
            last.completeExceptionally(e);
        }
    }

    private FtpReply broken(Throwable cause) {
        FtpReply told = refusal;
        if (told != null || aborted) {
            return told != null ? told : FtpReply.of(426, "Transfer aborted.");
        }
        if (cause instanceof FtpError refused) {
            return refused.reply();
        }
        try {
            FtpReply said = last.get(EXPLANATION_MILLIS, TimeUnit.MILLISECONDS);
            if (!said.isPositive()) {
                return said;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // it said nothing
        }
        return FtpReply.of(426, "The transfer broke off: " + ErrorText.of(cause));
    }

    void abort() {
        aborted = true;
        source.close();
        sink.close();
    }

    /** The send buffers from now on; what they are then, 0 if this transfer sends nothing to the client. */
    int sendBuffer(int wantedBytes) throws IOException {
        return sink.sendBuffer(wantedBytes);
    }

    private void watch() {
        long seen = -1;
        try {
            while (bytes.get() != seen) {
                seen = bytes.get();
                Thread.sleep(pace.idle());
            }
            abort();
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(Consumer<FtpReply> to) {
        Duration interval = pace.markers();
        if (interval == null) {
            return;
        }
        try {
            while (!over.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                to.accept(performance());
                String ranges = sink.ranges();
                if (!ranges.isEmpty()) {
                    to.accept(FtpReply.of(111, "Range Marker " + ranges));
                }
                if (pace.receiverTells()) {
                    tellBuffer(to);
                }
            }
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        }
    }

    /** GFD.20, section 4.3. */
    private FtpReply performance() {
        return new FtpReply(
                112,
                List.of(
                        "Perf Marker",
                        "Timestamp:  " + String.format(Locale.ROOT, "%.1f", System.currentTimeMillis() / 1000.0),
                        "Stripe Index: 0",
                        "Stripe Bytes Transferred: " + bytes.get(),
                        "Total Stripe Count: 1",
                        "End"));
    }

    /** Reply 126 (Feng et al. 2003, section 4.4) when the kernel has made the receive buffer larger. */
    private void tellBuffer(Consumer<FtpReply> to) {
        try {
            int now = source.receiveBufferBytes();
            if (now > toldBufferBytes) {
                toldBufferBytes = now;
                to.accept(FtpReply.of(126, "SBUF " + ++tellings + " " + now));
            }
        } catch (IOException closed) {
            // the transfer is over
        }
    }

    /** Counts what goes into a sink. */
    private final class Counting implements DataSink {
        private final DataSink into;

        Counting(DataSink into) {
            this.into = into;
        }

        @Override
        public void write(long offset, ByteBuffer block) throws IOException, InterruptedException {
            int length = block.remaining();
            try {
                if (refusal == null) {
                    into.write(offset, block);
                    bytes.addAndGet(length);
                }
            } catch (IOException e) {
                if (!pace.fromClient() || aborted) {
                    throw e;
                }
                refuse(broken(e));
            }
            if (refusal != null && System.nanoTime() - drainedUntilNs > 0) {
                throw new IOException("the client keeps sending after the refusal");
            }
            block.position(block.limit());
        }

        @Override
        public DataSink lane(int writer) {
            return new Counting(into.lane(writer));
        }

        @Override
        public void finish() throws IOException {
            into.finish();
        }

        @Override
        public void close() {
            into.close();
        }
    }
}
