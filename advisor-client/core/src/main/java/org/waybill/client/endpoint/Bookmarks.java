package org.waybill.client.endpoint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.platform.PrivateFiles;

/** The endpoints that a user keeps, one a line in the order in which they were kept. */
public record Bookmarks(Path file) {
    /** All of them, spelled as {@link Endpoint#format} does. */
    public List<String> all() throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Keeps an endpoint; one that is kept already stays where it is. */
    public void add(Endpoint end) throws IOException {
        List<String> all = new ArrayList<>(all());
        String line = end.format();
        // a name with a line break in it would become two bookmarks
        if (!all.contains(line) && line.lines().count() == 1) {
            all.add(line);
            write(all);
        }
    }

    public void remove(String bookmark) throws IOException {
        List<String> all = new ArrayList<>(all());
        if (all.remove(bookmark)) {
            write(all);
        }
    }

    private void write(List<String> all) throws IOException {
        PrivateFiles.replace(file, String.join("\n", all) + "\n");
    }
}
