package org.waybill.engine.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * How many datagrams a second one receiver takes on one channel: the service rate of the queueing model (mu, Lu 2011,
 * section 4.3.1) that says how many channels a transfer starts with. Measured by each transfer and kept in the home, so
 * that the next one starts right: what was delivered while the receiver reported that its host is the limit is the rate;
 * without such reports what was delivered is a lower bound of it. See decision 0289. Thread-safe.
 */
public final class ReceiverRate {
    /** Socket, cipher and order cost a receiver some 10 us a datagram on a processor of 2024. */
    public static final double USUAL = 100_000;

    static final int PACKET_BYTES = 1_500;
    private static final String FILE = "receiver-rates";
    private static final Duration MEMORY = Duration.ofDays(30);
    private static final int MOST_LINES = 200;
    /** Fewer a second are a path's pauses. */
    private static final double LEAST = 100;

    /** How a rate is known. */
    private enum Basis {
        LIMIT,
        BOUND
    }

    private record Line(Instant at, String receiver, Basis basis, double packetsPerSecond) {
        static @Nullable Line parse(String text) {
            String[] parts = text.split("\t", -1);
            try {
                return parts.length != 4
                        ? null
                        : new Line(
                                Instant.parse(parts[0]),
                                parts[1],
                                Basis.valueOf(parts[2]),
                                Double.parseDouble(parts[3]));
            } catch (DateTimeParseException | IllegalArgumentException _) {
                return null;
            }
        }

        String text() {
            return String.join("\t", at.toString(), receiver, basis.name(), String.valueOf(packetsPerSecond));
        }
    }

    private final @Nullable Path file;
    private final String receiver;
    private final @Nullable Line known;
    private double limit;
    private double bound;

    private ReceiverRate(@Nullable Path file, String receiver, @Nullable Line known) {
        this.file = file;
        this.receiver = receiver;
        this.known = known;
    }

    /** Of a receiver that nothing is known and nothing is kept of. */
    public static ReceiverRate unknown() {
        return new ReceiverRate(null, "", null);
    }

    /**
     * As earlier transfers from this home measured it.
     *
     * @param receiver its name: a node's address, or {@code here}
     */
    public static ReceiverRate of(Path home, String receiver, Instant now) {
        Path file = home.resolve(FILE);
        return new ReceiverRate(
                file,
                receiver,
                lines(file, now).stream()
                        .filter(line -> line.receiver().equals(receiver))
                        .reduce((_, last) -> last)
                        .orElse(null));
    }

    private static List<Line> lines(Path file, Instant now) {
        List<Line> lines = new ArrayList<>();
        try {
            for (String text : Files.readAllLines(file)) {
                Line line = Line.parse(text);
                if (line != null && line.at().isAfter(now.minus(MEMORY))) {
                    lines.add(line);
                }
            }
        } catch (IOException _) {
            return List.of(); // nothing was measured yet
        }
        return lines;
    }

    /** Packets a second and channel: as measured, else the usual ones, or more if more were seen to be taken. */
    double packetsPerSecond() {
        Line line = known;
        if (line == null) {
            return USUAL;
        }
        return line.basis() == Basis.LIMIT ? line.packetsPerSecond() : Math.max(USUAL, line.packetsPerSecond());
    }

    /** In words, for the reason of a number of channels. */
    String told() {
        Line line = known;
        String basis = line == null
                ? "not measured yet"
                : line.basis() == Basis.LIMIT
                        ? "measured at its limit on " + line.at().toString().substring(0, 10)
                        : "it took " + Math.round(line.packetsPerSecond()) + " on "
                                + line.at().toString().substring(0, 10) + " without reaching its limit";
        return String.format(Locale.ROOT, "%,.0f packets/s a channel (%s)", packetsPerSecond(), basis);
    }

    /**
     * A second of a transfer.
     *
     * @param goodputBitsPerSecond of all channels
     * @param limited whether the receiver reports that its host is the limit
     */
    synchronized void saw(double goodputBitsPerSecond, int channels, boolean limited) {
        double packets = goodputBitsPerSecond / 8 / PACKET_BYTES / Math.max(1, channels);
        if (limited) {
            limit = Math.max(limit, packets);
        } else {
            bound = Math.max(bound, packets);
        }
    }

    /** Keeps what was seen for the next transfer. */
    public synchronized void keep(Instant now) throws IOException {
        boolean atLimit = limit >= LEAST && limit >= bound;
        Line line = known;
        boolean more = bound >= LEAST && (line == null || bound > line.packetsPerSecond());
        if (file == null || !atLimit && !more) {
            return;
        }
        List<String> kept = new ArrayList<>(lines(file, now).stream()
                .filter(other -> !other.receiver().equals(receiver))
                .map(Line::text)
                .toList());
        kept.add(new Line(now, receiver, atLimit ? Basis.LIMIT : Basis.BOUND, atLimit ? limit : bound).text());
        PrivateFiles.replace(
                file, String.join("\n", kept.subList(Math.max(0, kept.size() - MOST_LINES), kept.size())) + "\n");
    }
}
