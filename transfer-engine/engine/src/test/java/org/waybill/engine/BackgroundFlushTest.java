package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundFlushTest {
    @Test
    void writesBackWhileDataStillComeInAndOnceAtATime() throws Exception {
        AtomicInteger flushes = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch disk = new CountDownLatch(1);
        BackgroundFlush flush = new BackgroundFlush(() -> {
            flushes.incrementAndGet();
            begun.countDown();
            try {
                disk.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        flush.wrote(1 << 20);
        flush.finish(); // too little to be worth it
        assertThat(flushes).hasValue(0);
        flush.wrote(32 << 20);
        begun.await();
        flush.wrote(64 << 20); // does not wait for the disk
        assertThat(flushes).hasValue(1);
        disk.countDown();
        flush.finish();
        flush.wrote(1); // what came in meanwhile is due
        flush.finish();
        assertThat(flushes).hasValue(2);
    }

    @Test
    void whatTheDiskRefusedIsReportedAtTheEnd() {
        BackgroundFlush flush = new BackgroundFlush(() -> {
            throw new IOException("No space left on device");
        });
        flush.wrote(32 << 20);
        assertThatThrownBy(flush::finish).isInstanceOf(IOException.class).hasMessage("No space left on device");
    }
}
