package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TargetLockTest {
    private static final TemporaryNames OWN = TemporaryNames.ofThisProcess();

    @TempDir
    private Path directory;

    @Test
    void hasOneOwnerAtATimeAndLeavesNothing() throws Exception {
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> compete(holders, taken));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(taken.get()).isPositive();
        assertThat(Files.list(directory)).isEmpty();
    }

    private void compete(AtomicInteger holders, AtomicInteger taken) {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            for (int i = 0; i < 200; i++) {
                try (TargetLock _ = TargetLock.acquire(at, OWN, "x", "one of us")) {
                    assertThat(holders.incrementAndGet()).isOne();
                    taken.incrementAndGet();
                    holders.decrementAndGet();
                } catch (TargetBusyException expected) {
                    Thread.onSpinWait();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isNotTakenFromItsNextOwnerByASecondClose() throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            TargetLock first = TargetLock.acquire(at, OWN, "x", "us");
            first.close();
            try (TargetLock _ = TargetLock.acquire(at, OWN, "x", "them")) {
                first.close();
                assertThatThrownBy(() -> TargetLock.acquire(at, OWN, "x", "us"))
                        .isInstanceOf(TargetBusyException.class)
                        .hasMessageContaining("written by them");
                assertThat(Files.list(directory)).hasSize(1);
            }
        }
    }

    @Test
    @Timeout(30)
    void isWaitedForWhereItsHolderIsAboutToFreeIt() throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            TargetLock first = TargetLock.acquire(at, OWN, "x", "us");
            first.leave();
            Thread waiting = Thread.currentThread();
            Thread freeing = Thread.ofVirtual().start(() -> {
                try {
                    while (waiting.getState() != Thread.State.TIMED_WAITING) {
                        Thread.sleep(1);
                    }
                    first.close();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            TargetLock.acquire(at, OWN, "x", "them").close();
            freeing.join();
            assertThat(Files.list(directory)).isEmpty();
        }
    }

    @Test
    void isFreeWhenItsOwnerDied() throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            Files.writeString(directory.resolve(OWN.lock("x")), "a dead process");
            TargetLock.acquire(at, OWN, "x", "us").close();
            assertThatThrownBy(() -> {
                        try (TargetLock _ = TargetLock.acquire(at, OWN, "x", "us")) {
                            TargetLock.acquire(at, OWN, "x", "them").close();
                        }
                    })
                    .isInstanceOf(TargetBusyException.class)
                    .hasMessageContaining("written by us");
        }
    }
}
