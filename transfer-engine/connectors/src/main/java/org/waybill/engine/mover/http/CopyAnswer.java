package org.waybill.engine.mover.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;

/**
 * Reads what a server says while it copies to or from another one (WLCG HTTP-TPC): performance markers as in GridFTP, at
 * the end a line with {@code success:} or {@code failure:}. The server may be hostile.
 */
final class CopyAnswer {
    /** Servers send a marker every few seconds; one that waits for a tape or a queue may do so without bytes. */
    static final Duration USUAL_STALL = Duration.ofMinutes(15);

    private static final int MOST_LINE_BYTES = 8 << 10;
    private static final int MOST_STRIPES = 1024;
    /** Of markers that report nothing new. */
    private static final long MOST_IDLE_BYTES = 16 << 20;

    private final String server;
    private final long sizeBytes;
    private final Duration stall;
    private final LongSupplier clockNs;
    private final Progress progress;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final Map<Long, Long> bytesOfStripes = new HashMap<>();
    private long stripe;
    private long copiedBytes;
    private long grownNs;
    private long idleBytes;
    private boolean any;
    private @Nullable String verdict;

    /** Hears how many bytes there are, more each time; throws to end the copy. */
    @FunctionalInterface
    interface Progress {
        void copied(long bytes) throws TransferException;
    }

    /**
     * How it ended.
     *
     * @param said the last verdict, in small letters but for what follows the colon; null where the server gave none
     * @param copiedBytes as the markers had it
     * @param empty whether it said nothing at all
     */
    record Ending(@Nullable String said, long copiedBytes, boolean empty) {
        boolean isSuccess() {
            return said != null && said.startsWith("success");
        }
    }

    private CopyAnswer(String server, long sizeBytes, Duration stall, LongSupplier clockNs, Progress progress) {
        this.server = server;
        this.sizeBytes = sizeBytes;
        this.stall = stall;
        this.clockNs = clockNs;
        this.progress = progress;
        this.grownNs = clockNs.getAsLong();
    }

    /**
     * Reads to the end.
     *
     * @param server that answers, for messages
     * @param sizeBytes of the file
     * @param stall how long the markers may show no progress; longer once all bytes of a large file are there
     * @throws TransferException {@link Reason#CONNECTION_LOST} where they show none for so long, {@link
     *     Reason#SOURCE_CHANGED} where they show more bytes than the file has, {@link Reason#LIMIT} for endless lines
     */
    static Ending read(
            InputStream in, String server, long sizeBytes, Duration stall, LongSupplier clockNs, Progress progress)
            throws IOException, TransferException {
        CopyAnswer answer = new CopyAnswer(server, sizeBytes, stall, clockNs, progress);
        byte[] buffer = new byte[MOST_LINE_BYTES];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            answer.take(buffer, n);
        }
        answer.endLine();
        return new Ending(answer.verdict, answer.copiedBytes, !answer.any);
    }

    private void take(byte[] bytes, int length) throws TransferException {
        for (int i = 0; i < length; i++) {
            if (bytes[i] == '\n') {
                endLine();
            } else if (line.size() == MOST_LINE_BYTES) {
                throw new TransferException(
                        Reason.LIMIT,
                        server + " sends a line of more than " + MOST_LINE_BYTES + " bytes instead of a marker");
            } else {
                line.write(bytes[i]);
            }
        }
        idleBytes += length;
        Duration patience = patience();
        boolean late = clockNs.getAsLong() - grownNs > patience.toNanos();
        if (late || idleBytes > MOST_IDLE_BYTES) {
            throw new TransferException(
                    Reason.CONNECTION_LOST,
                    server + " reports no progress of the copy "
                            + (late
                                    ? "for " + patience.toSeconds() + " s"
                                    : "in " + MOST_IDLE_BYTES + " bytes of markers"));
        }
        progress.copied(copiedBytes);
    }

    /** With all bytes there, the server may read the file for its checksum. */
    private Duration patience() {
        Duration digest = CopyOrder.digestPatience(sizeBytes);
        return copiedBytes == sizeBytes && digest.compareTo(stall) > 0 ? digest : stall;
    }

    private void endLine() throws TransferException {
        String text = line.toString(StandardCharsets.UTF_8).strip();
        line.reset();
        if (text.isEmpty()) {
            return;
        }
        any = true;
        int colon = text.indexOf(':');
        String key = (colon < 0 ? text : text.substring(0, colon)).strip().toLowerCase(Locale.ROOT);
        String value = colon < 0 ? "" : text.substring(colon + 1).strip();
        switch (key) {
            case "perf marker" -> stripe = 0;
            case "stripe index" -> stripe = number(value);
            case "stripe bytes transferred" -> copied(number(value));
            case "success", "failure", "aborted" ->
                verdict = key + (value.isEmpty() ? "" : ": " + StorePath.shown(value));
            default -> {
                // a time, connections: of no use here; or words that are no verdict
            }
        }
    }

    /** What is no number is none: the copy is judged by what arrives, not by its markers. */
    private static long number(String value) {
        return value.matches("\\d{1,18}") ? Long.parseLong(value) : 0;
    }

    private void copied(long bytes) throws TransferException {
        if (bytesOfStripes.size() < MOST_STRIPES || bytesOfStripes.containsKey(stripe)) {
            bytesOfStripes.merge(stripe, bytes, Math::max);
        }
        long sum = 0;
        for (long one : bytesOfStripes.values()) {
            sum = Math.min(Long.MAX_VALUE / 2, sum + one);
        }
        if (sum > sizeBytes) {
            throw new TransferException(
                    Reason.SOURCE_CHANGED,
                    server + " has copied " + sum + " bytes of a file of " + sizeBytes
                            + ": it changed meanwhile, or the server counts wrongly");
        }
        if (sum > copiedBytes) {
            copiedBytes = sum;
            grownNs = clockNs.getAsLong();
            idleBytes = 0;
        }
    }
}
