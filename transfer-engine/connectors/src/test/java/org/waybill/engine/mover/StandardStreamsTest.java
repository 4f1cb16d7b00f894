package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class StandardStreamsTest {
    private final ByteArrayOutputStream given = new ByteArrayOutputStream();
    private final StandardStreams streams = new StandardStreams(new ByteArrayInputStream(new byte[9]), given);

    private static void assertGaveUp(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GAVE_UP));
    }

    @Test
    void canBeOpenedAgainUntilSomebodyHasBegun() throws Exception {
        streams.in().close();
        streams.out().close();
        assertThat(streams.isRead() || streams.isWritten()).isFalse();
        assertThat(streams.in().readAllBytes()).hasSize(9);
        assertThat(streams.isRead()).isTrue();
        assertThatThrownBy(streams::in).satisfies(StandardStreamsTest::assertGaveUp);
        streams.out().write(7);
        assertThatThrownBy(streams::out).satisfies(StandardStreamsTest::assertGaveUp);
        assertThat(given.size()).isOne();
    }

    @Test
    void anInterruptEndsTheWaitForAStreamThatGivesNothing() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        InputStream silent = new InputStream() {
            @Override
            public int read() {
                while (over.getCount() > 0) {
                    LockSupport.parkNanos(1_000_000); // heeds no interrupt, as a terminal
                }
                return -1;
            }
        };
        InputStream in = new StandardStreams(silent, given).in();
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread reader = Thread.startVirtualThread(() -> {
            try {
                ended.completeExceptionally(new AssertionError("read " + in.read()));
            } catch (IOException e) {
                ended.complete(e);
            }
        });
        reader.interrupt();
        assertThat(ended.get(10, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
        over.countDown();
    }

    @Test
    void whoeverWaitsForAByteHasBegun() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        InputStream silent = new InputStream() {
            @Override
            public int read() throws IOException {
                asked.countDown();
                try {
                    answer.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                return -1;
            }
        };
        StandardStreams waiting = new StandardStreams(silent, given);
        InputStream in = waiting.in();
        Thread reader = Thread.startVirtualThread(() -> {
            try {
                in.transferTo(given);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(waiting.isRead()).isTrue();
        answer.countDown();
        reader.join();
    }
}
