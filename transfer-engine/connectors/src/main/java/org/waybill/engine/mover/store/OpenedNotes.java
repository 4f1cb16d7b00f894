package org.waybill.engine.mover.store;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * What the home knows of the read-only directories of a destination that are open for a copy: one that is killed, or
 * loses its connection, leaves them so, and the next one closes them.
 *
 * @param file a line for each, its path below the destination; null for who has no home
 */
record OpenedNotes(@Nullable Path file) {
    static final OpenedNotes NONE = new OpenedNotes(null);

    /** Paths below the destination, which itself is the empty one. */
    List<String> left() {
        Path noted = file;
        List<String> paths = new ArrayList<>();
        try {
            for (String line : noted == null || Files.notExists(noted)
                    ? List.<String>of()
                    : Files.readAllLines(noted, StandardCharsets.ISO_8859_1)) {
                paths.add(URLDecoder.decode(line, StandardCharsets.UTF_8));
            }
        } catch (IOException | IllegalArgumentException _) {
            // torn when the machine went down: what comes before it is known
        }
        return paths;
    }

    /** Notes one that is about to be opened. */
    void add(String path) throws IOException {
        Path noted = file;
        if (noted == null) {
            return;
        }
        Path parent = noted.getParent();
        if (parent != null) {
            PrivateFiles.createDirectory(parent);
        }
        try (FileChannel channel = FileChannel.open(
                noted,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                PrivateFiles.modes(noted, "rw-------"))) {
            channel.write(StandardCharsets.ISO_8859_1.encode(line(path)));
        }
    }

    /** Notes that no others are open. */
    void keep(Collection<String> paths) throws IOException {
        Path noted = file;
        if (noted == null || paths.isEmpty() && Files.notExists(noted)) {
            return;
        }
        if (paths.isEmpty()) {
            Files.deleteIfExists(noted);
        } else {
            PrivateFiles.replace(
                    noted, String.join("", paths.stream().map(OpenedNotes::line).toList()));
        }
    }

    private static String line(String path) {
        return URLEncoder.encode(path, StandardCharsets.UTF_8) + "\n";
    }
}
