package org.waybill.service.history.importing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.api.HistoryImport;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.protocol.Transport;

/**
 * A GridFTP server's transfer log (Globus toolkit, {@code globus_i_gfs_log.c}): {@code DATE} is the end, in UTC, with
 * microseconds that old servers did not pad; {@code FILE} may hold spaces and equals signs; something may come before
 * {@code DATE}; {@code TASKID} and {@code retrans} came later. Lines need not be in order. What is not a transfer's
 * line, or no file's (a listing), is passed over.
 *
 * @param hostOfAddress the name by which an address is known, itself if by none
 */
record GridFtpLog(UnaryOperator<String> hostOfAddress) {
    private static final Pattern LINE = Pattern.compile("DATE=(?<date>\\S+) HOST=(?<host>\\S+) PROG=\\S+"
            + " NL\\.EVNT=FTP_INFO START=(?<start>\\S+) USER=\\S* FILE=(?<file>.*) BUFFER=\\d+ BLOCK=\\d+"
            + " NBYTES=(?<bytes>\\d{1,18}) VOLUME=.* STREAMS=(?<streams>\\d{1,6}) STRIPES=\\d+"
            + " DEST=\\d*\\[(?<peer>[^\\]]*)\\] TYPE=(?<type>\\w+) CODE=(?<code>\\d{3})(?: .*)?");
    private static final Pattern RETRANSMITTED = Pattern.compile("(?:^| )retrans=([0-9,]{1,2000})(?= |$)");
    private static final Pattern TIME =
            Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)\\.(\\d{1,6})");
    private static final Pattern PART_OF_ONE = Pattern.compile("NL\\.EVNT=|(?:^| )NBYTES=\\d|(?:^| )DATE=\\d");
    private static final int LONGEST_LINE = 16_384;
    private static final int LONGEST_HOST = 255;
    /** What the log counts are segments. */
    private static final int SEGMENT_BYTES = 1448;
    /** A server that listened for data on any address does not know its peer. */
    static final String UNKNOWN_PEER = "unknown";

    ImportResult read(HistoryImport part, ImportResult imported) {
        long number = part.firstLine();
        for (String line : (Iterable<String>) part.text().lines()::iterator) {
            line(line.strip(), number++, imported);
        }
        return imported;
    }

    private void line(String line, long number, ImportResult imported) {
        if (line.length() > LONGEST_LINE) {
            imported.problem(
                    number, "the line has " + line.length() + " characters, at most " + LONGEST_LINE + " are allowed");
            return;
        }
        int begin = Math.max(0, line.indexOf("DATE="));
        Matcher fields = LINE.matcher(line).region(begin, line.length());
        if (!fields.matches()) {
            if (PART_OF_ONE.matcher(line).find()) {
                imported.problem(
                        number, "incomplete transfer record, expected DATE= to CODE=: " + ImportResult.quoted(line));
            }
            return;
        }
        Optional<Instant> end = time(fields.group("date"));
        Optional<Instant> start = time(fields.group("start"));
        if (end.isEmpty() || start.isEmpty()) {
            imported.problem(
                    number,
                    "invalid time " + ImportResult.quoted(end.isEmpty() ? fields.group("date") : fields.group("start"))
                            + ": expected YYYYMMDDhhmmss.uuuuuu");
            return;
        }
        double seconds = ChronoUnit.MICROS.between(start.get(), end.get()) / 1e6;
        long bytes = Long.parseLong(fields.group("bytes"));
        Optional<String> doubt = RecordValidator.doubt(bytes, seconds);
        if (doubt.isPresent()) {
            imported.problem(number, doubt.get() + ": left out");
        } else if (fields.group("host").length() > LONGEST_HOST) {
            imported.problem(number, "a host name of " + fields.group("host").length() + " characters");
        } else {
            direction(fields.group("type"))
                    .ifPresent(sent ->
                            imported.add(number, outcome(fields, line.substring(begin), sent, start.get(), seconds)));
        }
    }

    /** Whether the server sent the file; empty for what is not a transfer of a file. */
    private static Optional<Boolean> direction(String type) {
        return switch (type) {
            case "RETR", "ERET" -> Optional.of(true);
            case "STOR", "ESTO", "APPE" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private TransferOutcome outcome(Matcher fields, String record, boolean sent, Instant start, double seconds) {
        String server = fields.group("host").toLowerCase(Locale.ROOT);
        String peer = peer(fields.group("peer"));
        int streams = Math.max(1, Integer.parseInt(fields.group("streams")));
        boolean good = fields.group("code").equals("226");
        UUID id = UUID.nameUUIDFromBytes(("gridftp-log " + record).getBytes(StandardCharsets.UTF_8));
        return new TransferOutcome(
                id.toString(),
                sent ? server : peer,
                sent ? peer : server,
                Transport.GSIFTP.name(),
                "",
                Math.min(streams, 100_000),
                StorageClass.DISK,
                Long.parseLong(fields.group("bytes")),
                1,
                start,
                seconds,
                retransmittedBytes(record),
                0,
                good ? "OK" : "FTP_" + fields.group("code"),
                null,
                null,
                null,
                "");
    }

    private String peer(String address) {
        boolean unknown = address.isBlank()
                || address.equals("0.0.0.0")
                || address.equals("::")
                || address.length() > LONGEST_HOST;
        return unknown ? UNKNOWN_PEER : hostOfAddress.apply(address);
    }

    private static long retransmittedBytes(String record) {
        Matcher list = RETRANSMITTED.matcher(record);
        long segments = 0;
        if (list.find()) {
            for (String one : list.group(1).split(",")) {
                segments += one.isEmpty() || one.length() > 12 ? 0 : Long.parseLong(one);
            }
        }
        return segments * SEGMENT_BYTES;
    }

    /** {@code 20070215110703.2102} is 2,102 microseconds after the second: it is a number, not digits. */
    private static Optional<Instant> time(String text) {
        Matcher parts = TIME.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int[] number = new int[7];
        for (int i = 0; i < number.length; i++) {
            number[i] = Integer.parseInt(parts.group(i + 1));
        }
        try {
            return Optional.of(LocalDateTime.of(
                            number[0],
                            number[1],
                            number[2],
                            number[3],
                            number[4],
                            Math.min(number[5], 59),
                            number[6] * 1000)
                    .toInstant(ZoneOffset.UTC));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}
