package org.waybill.engine.mover.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.platform.PrivateFiles;

/**
 * What the home knows of the files of a tree that have arrived, for servers without checksums: run again, the same
 * command copies only the rest. Each line has a hash of the source's path, size, time and tag and of the target's path,
 * and the content's SHA-256; no name can be read from it. A file that was changed less than a minute ago is not noted,
 * because servers give times to the second and a further change would not show.
 */
final class FinishedFiles {
    /** Knows nothing, and notes nothing. */
    static final FinishedFiles NONE = new FinishedFiles(null, InstantSource.system());

    private static final String SUFFIX = ".finished";
    private static final Duration SETTLED = Duration.ofMinutes(1);
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int MOST_FILES = 1_000_000;
    private static final int KEY_CHARACTERS = 32;
    private static final int LINE_CHARACTERS = KEY_CHARACTERS + 1 + 64;

    private final @Nullable Path file;
    private final InstantSource clock;
    private final Map<String, byte[]> sha256 = new HashMap<>();

    private FinishedFiles(@Nullable Path file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    /** What is known of one tree; what was not resumed for a month is forgotten. */
    static FinishedFiles open(Path directory, String stem, InstantSource clock) throws IOException {
        PrivateFiles.createDirectory(directory);
        Path own = directory.resolve(stem + SUFFIX);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path one : all) {
                if (Files.getLastModifiedTime(one)
                        .toInstant()
                        .isBefore(clock.instant().minus(KEPT))) {
                    Files.deleteIfExists(one);
                }
            }
        }
        FinishedFiles finished = new FinishedFiles(own, clock);
        if (Files.exists(own)) {
            try (Stream<String> lines = Files.lines(own, StandardCharsets.ISO_8859_1)) {
                lines.limit(MOST_FILES).forEach(finished::read);
            }
        }
        return finished;
    }

    private void read(String line) {
        if (line.length() == LINE_CHARACTERS) {
            try {
                sha256.put(
                        line.substring(0, KEY_CHARACTERS),
                        HexFormat.of().parseHex(line, KEY_CHARACTERS + 1, LINE_CHARACTERS));
            } catch (IllegalArgumentException _) {
                // torn when a machine went down: that file is copied again
            }
        }
    }

    /**
     * The SHA-256 that has arrived of a source that is still as it was; notes of earlier versions include tags.
     *
     * @param store of the source
     */
    synchronized Optional<String> sha256(Store store, FileItem item, Entry source) {
        return Optional.ofNullable(sha256.get(key(item, source.identity(store))))
                .or(() -> Optional.ofNullable(sha256.get(key(item, source.identity()))))
                .map(Sha256::hex);
    }

    /**
     * Notes what has arrived, verified and under its final name.
     *
     * @param store of the source
     */
    synchronized void add(Store store, FileItem item, Entry source, String hash) {
        @Nullable Instant modified = source.modified();
        if (file == null
                || hash.isEmpty()
                || sha256.size() >= MOST_FILES
                || modified == null
                || modified.isAfter(clock.instant().minus(SETTLED))) {
            return;
        }
        String key = key(item, source.identity(store));
        try {
            if (Files.notExists(file)) {
                PrivateFiles.replace(file, "");
            }
            Files.writeString(
                    file,
                    key + ' ' + hash + '\n',
                    StandardCharsets.ISO_8859_1,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND);
            sha256.put(key, HexFormat.of().parseHex(hash));
        } catch (IOException _) {
            // a home that takes no more: the file is copied again, nothing else depends on it
        }
    }

    private static String key(FileItem item, String identity) {
        return Sha256.ofText(identity + '\0' + item.target(), KEY_CHARACTERS);
    }
}
