package org.waybill.engine;

import java.io.IOException;
import java.util.Arrays;

/** Finds the zeros of a file that need no writing, since a hole in their place reads the same. */
public final class ZeroRuns {
    /** File systems make holes in such pieces. */
    private static final int UNIT_BYTES = 4096;

    private static final byte[] ZEROS = new byte[UNIT_BYTES];

    private ZeroRuns() {}

    /** Writes a part of what was given. */
    @FunctionalInterface
    public interface Write {
        void run(int start, int length) throws IOException;
    }

    /** Writes all but the units, counted from {@code start}, that hold nothing but zeros; in order. */
    public static void writeOthers(byte[] content, int start, int length, Write write) throws IOException {
        int end = start + length;
        int from = start;
        for (int at = start; at < end; at += UNIT_BYTES) {
            int next = Math.min(at + UNIT_BYTES, end);
            if (isZero(content, at, next - at)) {
                if (from < at) {
                    write.run(from, at - from);
                }
                from = next;
            }
        }
        if (from < end) {
            write.run(from, end - from);
        }
    }

    /** Whether a part holds nothing but zeros. */
    public static boolean isZero(byte[] content, int start, int length) {
        for (int at = start; at < start + length; at += UNIT_BYTES) {
            int size = Math.min(UNIT_BYTES, start + length - at);
            if (!Arrays.equals(content, at, at + size, ZEROS, 0, size)) {
                return false;
            }
        }
        return true;
    }
}
