package org.waybill.client.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.waybill.client.probe.socket.PlatformThread;

/** A short measurement on this machine: a second, or up to five where it looks slow. */
public final class LocalMeasurements {
    /** Control groups let a thread run in pieces of a tenth of a second, mostly. */
    private static final long LEAST_NS = 600_000_000;
    /** Where others take the processors, the compiler that makes it fast takes seconds. */
    private static final long MOST_NS = 5_000_000_000L;

    private static final int CIPHER_BLOCK_BYTES = 1 << 16;
    private static final int BATCH = 4;
    /** This number of batches without a faster one says that the compiler is done. */
    private static final int WARM_BATCHES = 640;

    private static final double FASTER = 1.1;

    private LocalMeasurements() {}

    /** A batch of work. */
    @FunctionalInterface
    interface Batches {
        /** Does the next one. */
        Batch next() throws GeneralSecurityException;
    }

    /**
     * What came of a batch.
     *
     * @param endNs when it was over, since the first one began
     */
    record Batch(double bytesPerSecond, long endNs) {}

    /**
     * Bytes that AES-128-GCM, the usual cipher of SSH, TLS and the engine, encrypts in a second of one core's time:
     * what others do on the machine does not count. The first rounds are interpreted, so it continues until it is warm.
     */
    public static double cipherBytesPerSecond() throws InterruptedException {
        try {
            // virtual threads have no account of their time
            return PlatformThread.call("cipher", LocalMeasurements::measured);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double measured() {
        try {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            byte[] data = new byte[CIPHER_BLOCK_BYTES];
            byte[] out = new byte[CIPHER_BLOCK_BYTES + 16];
            SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            AtomicLong counter = new AtomicLong();
            long startNs = System.nanoTime();
            return warm(() -> {
                long beforeCpuNs = threads.getCurrentThreadCpuTime();
                for (int i = 0; i < BATCH; i++) {
                    byte[] nonce = ByteBuffer.allocate(12)
                            .putLong(4, counter.getAndIncrement())
                            .array();
                    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
                    cipher.doFinal(data, 0, data.length, out);
                }
                long cpuNs = threads.getCurrentThreadCpuTime() - beforeCpuNs;
                return new Batch(BATCH * 1e9 * data.length / Math.max(1, cpuNs), System.nanoTime() - startNs);
            });
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every Java runtime has AES-GCM
        }
    }

    /** The fastest of the batches; they end when many have been no faster, but neither too soon nor too late. */
    static double warm(Batches batches) throws GeneralSecurityException {
        double best = 0;
        long endNs = 0;
        for (int same = 0; endNs < LEAST_NS || same < WARM_BATCHES && endNs < MOST_NS; same++) {
            Batch batch = batches.next();
            endNs = batch.endNs();
            same = batch.bytesPerSecond() > FASTER * best ? 0 : same;
            best = Math.max(best, batch.bytesPerSecond());
        }
        return best;
    }
}
