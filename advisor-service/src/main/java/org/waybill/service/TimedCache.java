package org.waybill.service;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Remembers answers for a short time, for what is asked far more often than it changes. Safe for many threads; several
 * of them may compute the same answer at once, and none waits for another. An answer is as old as its question. For
 * both reasons it is not a library's cache: decision 0122.
 */
public final class TimedCache<K, V> {
    private record Answer<V>(V value, long atNanos) {}

    private final ConcurrentHashMap<K, Answer<V>> answers = new ConcurrentHashMap<>();
    private final long staleNanos;
    private final int most;
    private final LongSupplier nanoTime;

    /** Answers are at most {@code stale} old; when there are {@code most} of them, all are forgotten. */
    public TimedCache(Duration stale, int most, LongSupplier nanoTime) {
        this.staleNanos = stale.toNanos();
        this.most = most;
        this.nanoTime = nanoTime;
    }

    public V get(K key, Function<K, V> compute) {
        long now = nanoTime.getAsLong();
        Answer<V> known = answers.get(key);
        if (known != null && now - known.atNanos() < staleNanos) {
            return known.value();
        }
        V value = compute.apply(key);
        if (answers.size() >= most) {
            answers.clear();
        }
        // stamped with the time before the look-up: what changed meanwhile is noticed in time
        answers.put(key, new Answer<>(value, now));
        return value;
    }

    public void forget(K key) {
        answers.remove(key);
    }

    public void forgetAll() {
        answers.clear();
    }
}
