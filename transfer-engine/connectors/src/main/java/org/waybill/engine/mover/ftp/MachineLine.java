package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.net.ftp.FTPFile;
import org.apache.commons.net.ftp.parser.MLSxEntryParser;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/**
 * What a line of MLST or MLSD contains (RFC 3659, section 7), with facts that Commons Net does not read.
 *
 * @param type in small letters, {@code os.unix=pipe} for example
 * @param unique the same for one file or directory under all its names; null when not given
 * @param leadsTo the absolute path, without links, that a link leads to; null when it is none, or that is not given
 */
public record MachineLine(
        FTPFile file,
        String type,
        Entry.Kind kind,
        @Nullable String unique,
        @Nullable String leadsTo) {
    /** Empty for a line that is none, which Commons Net shows differently. */
    public static Optional<MachineLine> of(String line) {
        int space = line.indexOf(' ');
        if (space < 0 || space == line.length() - 1) {
            return Optional.empty();
        }
        Map<String, String> facts = new HashMap<>();
        StringBuilder known = new StringBuilder();
        for (String fact : line.substring(0, space).split(";")) {
            String name = fact.substring(0, Math.max(0, fact.indexOf('='))).toLowerCase(Locale.ROOT);
            facts.put(name, fact.substring(fact.indexOf('=') + 1));
            // a type of the system's, or a path, may hold one more '='
            if (!name.equals("type") && !name.startsWith("unix.")) {
                known.append(fact).append(';');
            }
        }
        String type = facts.getOrDefault("type", "").toLowerCase(Locale.ROOT);
        if (type.isEmpty()) {
            return Optional.empty();
        }
        try {
            @Nullable FTPFile file = MLSxEntryParser.parseEntry(known + line.substring(space));
            return file == null
                    ? Optional.empty()
                    : Optional.of(new MachineLine(
                            file,
                            type,
                            kind(type, facts.containsKey("unix.slink")),
                            facts.get("unique"),
                            path(facts.get("unix.slink"))));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Entry.Kind kind(String type, boolean link) {
        if (link || type.startsWith("os.unix=slink") || type.startsWith("os.unix=symlink")) {
            return Entry.Kind.LINK;
        }
        return switch (type) {
            case "file" -> Entry.Kind.FILE;
            case "dir", "cdir", "pdir" -> Entry.Kind.DIRECTORY;
            default -> Entry.Kind.SPECIAL;
        };
    }

    private static @Nullable String path(@Nullable String encoded) {
        return encoded == null || !encoded.startsWith("/")
                ? null
                : URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** What is at a path that it describes, links followed. */
    public Entry entry(String path) {
        return entry(path, kind(type, false));
    }

    /** What a line of a directory's listing names; empty for the directory itself and the one above it. */
    public static Optional<Entry> entry(String directory, String text) throws TransferException {
        Optional<MachineLine> line = of(text);
        if (line.isEmpty()) {
            return Optional.of(Entry.unnameable(directory, text));
        }
        String name = text.substring(text.indexOf(' ') + 1);
        return line.get().type.matches("[cp]dir") || name.equals(".") || name.equals("..")
                ? Optional.empty()
                : Optional.of(line.get().entry(StorePath.checkedChild(directory, name), line.get().kind));
    }

    private Entry entry(String path, Entry.Kind as) {
        return new Entry(
                path,
                as,
                as == Entry.Kind.FILE ? file.getSize() : -1,
                file.getTimestampInstant(),
                -1,
                as == Entry.Kind.DIRECTORY ? unique : null,
                true);
    }

    /** Asks a server for a path's line. */
    @FunctionalInterface
    public interface Question {
        Optional<MachineLine> ask(String path) throws IOException;
    }

    /** A path without links, as far as the server shows where they lead. */
    public static String realPath(String path, Question server) throws IOException {
        if (path.equals("/")) {
            return path;
        }
        @Nullable String leadsTo = server.ask(path).map(MachineLine::leadsTo).orElse(null);
        return leadsTo != null
                ? leadsTo
                : StorePath.join(realPath(StorePath.parent(path), server), StorePath.name(path));
    }
}
