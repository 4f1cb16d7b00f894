package org.waybill.engine.wire;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes the JVM compile AES-GCM before the data come. The JDK's fast path (vector AES and GHASH in one pass) exists
 * only in code that the optimising compiler has made, which it does after some thousand calls; blocks of 256 KiB are so
 * few that a whole gibibyte took the slow path: 2.4 s of CPU time instead of 0.2 (decision 0021). As many small
 * records cost less than 0.1 s.
 */
public final class CipherWarmup {
    private static final int ROUNDS = 6_000;
    private static final int SMALL = 512;
    /** Long enough for the fast path's own branch, so that the compiler sees it taken. */
    private static final int LARGE = 8_192;

    private static final AtomicBoolean SEALING = new AtomicBoolean();
    private static final AtomicBoolean OPENING = new AtomicBoolean();

    private CipherWarmup() {}

    /** For a source; once in a process, on a thread of its own. */
    public static void sealing() {
        if (SEALING.compareAndSet(false, true)) {
            Thread.ofPlatform().name("warm up sealing").daemon().start(() -> seal(ROUNDS));
        }
    }

    /** For a sink; once in a process, on a thread of its own. */
    public static void opening() {
        if (OPENING.compareAndSet(false, true)) {
            Thread.ofPlatform().name("warm up opening").daemon().start(CipherWarmup::open);
        }
    }

    private static void seal(int rounds) {
        RecordSealer sealer = new DataKeys(new byte[DataKeys.SECRET_BYTES]).sealer(0);
        byte[] payload = new byte[LARGE];
        byte[] record = new byte[LARGE + RecordFormat.LENGTH_BYTES + RecordFormat.TAG_BYTES];
        for (int i = 0; i < rounds; i++) {
            sealer.seal(payload, lengthOf(i), record);
        }
    }

    /** One sealed record of each length is opened again and again, each time as the first of its stream. */
    private static void open() {
        DataKeys keys = new DataKeys(new byte[DataKeys.SECRET_BYTES]);
        byte[] payload = new byte[LARGE];
        byte[] small = new byte[LARGE + RecordFormat.LENGTH_BYTES + RecordFormat.TAG_BYTES];
        byte[] large = small.clone();
        int smallLength = keys.sealer(0).seal(payload, SMALL, small) - RecordFormat.LENGTH_BYTES;
        int largeLength = keys.sealer(0).seal(payload, LARGE, large) - RecordFormat.LENGTH_BYTES;
        try {
            RecordOpener opener = keys.opener(0);
            for (int i = 0; i < ROUNDS; i++) {
                opener.rewind();
                boolean isLarge = lengthOf(i) == LARGE;
                opener.open(
                        isLarge ? large : small,
                        RecordFormat.LENGTH_BYTES,
                        isLarge ? largeLength : smallLength,
                        payload);
            }
        } catch (WireException e) {
            throw new IllegalStateException("AES-GCM does not open what it sealed", e);
        }
    }

    private static int lengthOf(int round) {
        return round % 8 == 0 ? LARGE : SMALL;
    }
}
