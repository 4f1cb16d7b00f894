package org.waybill.engine.mover.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.store.PrefixLedger;
import org.waybill.engine.storage.Sha256;

/**
 * A {@link PrefixLedger} in a text file beside the partial file: one line {@code BYTES SHA256} a mark. A mark may be
 * written before its data; that is no harm, since a mark counts only when the data match it.
 */
final class FileLedger implements PrefixLedger {
    private final Path partial;
    private final Path file;
    private @Nullable Writer writer;

    FileLedger(Path partial) {
        this.partial = partial;
        this.file = partial.resolveSibling(partial.getFileName() + ".sums");
    }

    @Override
    public Verified verify() throws IOException {
        MessageDigest running = Sha256.start();
        long certainBytes = 0;
        StringBuilder kept = new StringBuilder();
        long partialBytes = Files.exists(partial) ? Files.size(partial) : 0;
        try (InputStream in = partialBytes == 0 ? InputStream.nullInputStream() : Files.newInputStream(partial)) {
            for (Mark mark : marks()) {
                if (mark.bytes() <= certainBytes || mark.bytes() > partialBytes) {
                    break;
                }
                MessageDigest next = Sha256.copy(running);
                Sha256.addPrefix(next, in, mark.bytes() - certainBytes);
                if (!Sha256.hex(Sha256.soFar(next)).equals(mark.sha256())) {
                    break;
                }
                running = next;
                certainBytes = mark.bytes();
                kept.append(mark.bytes()).append(' ').append(mark.sha256()).append('\n');
            }
        }
        close();
        Files.writeString(file, kept);
        return new Verified(certainBytes, running);
    }

    private record Mark(long bytes, String sha256) {}

    private List<Mark> marks() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        // a torn last line lacks characters of its hash and will match nothing
        return Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2 && words[0].matches("\\d{1,18}"))
                .map(words -> new Mark(Long.parseLong(words[0]), words[1]))
                .toList();
    }

    @Override
    public void mark(long bytes, byte[] sha256) throws IOException {
        if (writer == null) {
            writer = Files.newBufferedWriter(file, StandardCharsets.ISO_8859_1, StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
        writer.write(bytes + " " + Sha256.hex(sha256) + "\n");
        writer.flush();
    }

    @Override
    public void delete() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    @Override
    public void close() {
        Writer open = writer;
        writer = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException _) {
                // a mark less: a little more is sent again
            }
        }
    }
}
