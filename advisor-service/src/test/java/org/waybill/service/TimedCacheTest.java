package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimedCacheTest {
    private final AtomicLong seconds = new AtomicLong();
    private final TimedCache<String, Long> cache = new TimedCache<>(
            Duration.ofSeconds(2), 3, () -> Duration.ofSeconds(seconds.get()).toNanos());

    @Test
    void anAnswerThatTookLongIsAsOldAsItsQuestion() {
        assertThat(cache.get("slow", _ -> seconds.addAndGet(2))).isEqualTo(2);

        assertThat(cache.get("slow", _ -> 7L)).isEqualTo(7);
        seconds.addAndGet(1);
        assertThat(cache.get("slow", _ -> 8L)).isEqualTo(7);
    }

    @Test
    void theSameQuestionWaitsForNobodyElsesAnswer() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<Long> slow = other.submit(() -> cache.get("key", _ -> {
                asked.countDown();
                return await(answered) ? 1L : 2L;
            }));
            assertThat(await(asked)).isTrue();
            assertThat(cache.get("key", _ -> 3L)).isEqualTo(3);
            answered.countDown();
            assertThat(slow.get()).isEqualTo(1);
        }
    }

    @Test
    void allIsForgottenWhenThereIsNoRoomForMore() {
        for (String key : new String[] {"a", "b", "c", "d"}) {
            cache.get(key, _ -> 1L);
        }

        assertThat(cache.get("d", _ -> 2L)).isEqualTo(1);
        assertThat(cache.get("a", _ -> 2L)).isEqualTo(2);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
