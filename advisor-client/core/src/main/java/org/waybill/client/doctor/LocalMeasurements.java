package org.waybill.client.doctor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Short measurements on this machine: under two seconds together. */
public final class LocalMeasurements {
    private static final int BLOCK_BYTES = 1 << 20;
    private static final long MOST_DISK_BYTES = 256L << 20;
    private static final Duration DISK_TIME = Duration.ofMillis(800);
    private static final Duration CIPHER_TIME = Duration.ofMillis(250);
    private static final int CIPHER_BLOCK_BYTES = 1 << 16;
    private static final int KEEP_FREE_FACTOR = 4;

    private LocalMeasurements() {}

    /**
     * Bytes per second that reach the disk under a directory, the final flush included; the test file is removed.
     * Empty where the directory cannot be written or has little space.
     */
    public static Optional<Double> diskWriteBytesPerSecond(Path directory) {
        Path file = directory.resolve(".waybill-disk-" + ProcessHandle.current().pid() + ".tmp");
        try {
            if (Files.getFileStore(directory).getUsableSpace() < KEEP_FREE_FACTOR * MOST_DISK_BYTES) {
                return Optional.empty();
            }
            byte[] block = new byte[BLOCK_BYTES];
            new Random(1).nextBytes(block); // file systems that compress must not find anything
            long startNs = System.nanoTime();
            long written = 0;
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE)) {
                while (written < MOST_DISK_BYTES && System.nanoTime() - startNs < DISK_TIME.toNanos()) {
                    written += channel.write(ByteBuffer.wrap(block));
                }
                channel.force(false);
            } finally {
                Files.deleteIfExists(file);
            }
            return Optional.of(written * 1e9 / (System.nanoTime() - startNs));
        } catch (IOException _) {
            return Optional.empty(); // no such directory, no permission: nothing is known of the disk
        }
    }

    /** Bytes per second that one core encrypts with AES-128-GCM, the usual cipher of SSH, TLS and the engine. */
    public static double cipherBytesPerSecond() {
        try {
            byte[] data = new byte[CIPHER_BLOCK_BYTES];
            byte[] out = new byte[CIPHER_BLOCK_BYTES + 16];
            SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            double best = 0;
            long counter = 0;
            long endNs = System.nanoTime() + CIPHER_TIME.toNanos();
            // the first rounds are interpreted; the fastest one is what the machine can do
            while (System.nanoTime() - endNs < 0) {
                long startNs = System.nanoTime();
                for (int i = 0; i < 16; i++) {
                    byte[] nonce = ByteBuffer.allocate(12).putLong(4, counter++).array();
                    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
                    cipher.doFinal(data, 0, data.length, out);
                }
                best = Math.max(best, 16e9 * data.length / (System.nanoTime() - startNs));
            }
            return best;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every Java runtime has AES-GCM
        }
    }
}
