package org.waybill.engine.testserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowingConsumer;

/** Files of random content, and whether two have the same. */
public final class TestFiles {
    private static final int CHUNK_BYTES = 1 << 20;

    private TestFiles() {}

    /** For {@code satisfies}: as {@code hasSameBinaryContentAs}, which compares single bytes and takes 50 times as long. */
    public static ThrowingConsumer<Path> sameContentAs(Path expected) {
        return actual -> {
            long at = Files.mismatch(actual, expected);
            if (at >= 0) {
                throw new AssertionError(actual + " (" + Files.size(actual) + " bytes) differs from " + expected + " ("
                        + Files.size(expected) + " bytes) at byte " + at);
            }
        };
    }

    /** The same as {@code hasBinaryContent}, likewise. */
    public static ThrowingConsumer<Path> sameContentAs(byte[] expected) {
        return actual -> {
            int at = Arrays.mismatch(Files.readAllBytes(actual), expected);
            if (at >= 0) {
                throw new AssertionError(actual + " (" + Files.size(actual) + " bytes) differs from the expected "
                        + expected.length + " bytes at byte " + at);
            }
        };
    }

    /** Writes a file whose content follows from the seed. */
    public static Path random(Path file, long bytes, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] chunk = new byte[(int) Math.min(bytes, CHUNK_BYTES)];
        try (var out = Files.newOutputStream(file)) {
            for (long left = bytes; left > 0; left -= chunk.length) {
                random.nextBytes(chunk);
                out.write(chunk, 0, (int) Math.min(left, chunk.length));
            }
        }
        return file;
    }
}
