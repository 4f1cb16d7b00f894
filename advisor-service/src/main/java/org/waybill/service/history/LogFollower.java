package org.waybill.service.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.waybill.api.HistoryFormat;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.service.OperatorList;
import org.waybill.service.account.Caller;

/**
 * Follows growing logs of other tools: those that the operator lists in {@code history-logs} of the home directory, one
 * a line, {@code gridftp-log PATH} or {@code fts PATH}. Reads whole lines alone, from where it stopped; a log that was
 * rotated is read from its beginning. What another replica, or the last run of this one, has taken is not taken twice.
 */
public final class LogFollower {
    static final String FILE = "history-logs";
    private static final Logger LOG = LoggerFactory.getLogger(LogFollower.class);
    private static final int MOST_BYTES = 4 << 20;
    private static final int MOST_PARTS = 64;
    private static final int TOLD = 5;

    private final Path home;
    private final HistoryImports imports;
    private final Map<Path, Place> places = new ConcurrentHashMap<>();

    /** Where reading stopped: in which file of that name, how far, and the number of the next line. */
    private record Place(@Nullable Object file, long offset, long line) {
        /** Whether the file of that name is still the same, as far as the system shows. */
        boolean goesOn(@Nullable Object now, long bytes) {
            return bytes >= offset && Objects.equals(file, now);
        }
    }

    LogFollower(@Value("${waybill.home}") Path home, HistoryImports imports) {
        this.home = home;
        this.imports = imports;
    }

    /** Takes what is new, and returns how many records that were. */
    public int follow() {
        int added = 0;
        try {
            for (OperatorList.Item item : OperatorList.read(home, FILE)) {
                added += follow(item.text(), item.where());
            }
        } catch (IOException e) {
            LOG.warn("cannot read {}: {}", home.resolve(FILE), e.toString());
        }
        return added;
    }

    private int follow(String line, String where) {
        String[] words = line.split("\\s+", 2);
        HistoryFormat format =
                switch (words[0]) {
                    case "gridftp-log" -> HistoryFormat.GRIDFTP_LOG;
                    case "fts" -> HistoryFormat.FTS;
                    default -> null;
                };
        if (format == null || words.length < 2) {
            LOG.warn("{}expected gridftp-log PATH or fts PATH", where);
            return 0;
        }
        Path log = home.resolve(words[1]);
        try {
            int added = 0;
            for (int part = 0; part < MOST_PARTS; part++) {
                int more = part(format, log);
                if (more < 0) {
                    break;
                }
                added += more;
            }
            return added;
        } catch (IOException e) {
            // on this replica's machine the log may not be
            LOG.debug("{}{}", where, e.toString());
            return 0;
        }
    }

    /** The next whole lines; -1 if there are none. */
    private int part(HistoryFormat format, Path log) throws IOException {
        try (FileChannel channel = FileChannel.open(log)) {
            Object file = Files.readAttributes(log, BasicFileAttributes.class).fileKey();
            Place known = places.get(log);
            Place from = known != null && known.goesOn(file, channel.size()) ? known : new Place(file, 0, 1);
            ByteBuffer read = ByteBuffer.allocate((int) Math.min(MOST_BYTES, channel.size() - from.offset()));
            while (read.hasRemaining() && channel.read(read, from.offset() + read.position()) > 0) {
                // until it is full
            }
            int end = read.position();
            while (end > 0 && read.get(end - 1) != '\n') {
                end--;
            }
            if (end == 0 && read.position() < MOST_BYTES) {
                places.put(log, from);
                return -1;
            }
            // a line as long as all that may be read at once is none
            int taken = end == 0 ? read.position() : end;
            String text = new String(read.array(), 0, end, StandardCharsets.UTF_8);
            int added = end == 0
                    ? 0
                    : take(new HistoryImport(format, log.getFileName().toString(), from.line(), text, "", ""));
            places.put(
                    log,
                    new Place(
                            file,
                            from.offset() + taken,
                            from.line() + text.chars().filter(c -> c == '\n').count()));
            return added;
        }
    }

    private int take(HistoryImport part) {
        HistoryImportReport report = imports.add(part, Caller.SERVICE.name());
        report.problems().stream().limit(TOLD).forEach(problem -> LOG.info("left out: {}", problem));
        return report.added();
    }
}
