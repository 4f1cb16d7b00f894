package org.waybill.engine.mover.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.Sha256;
import org.waybill.engine.mover.PrefixLedger;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.TemporaryFile;

/**
 * A {@link PrefixLedger} in a text file next to the partial file: a line {@code source VERSION}, then one line
 * {@code BYTES SHA256} a mark. A mark may be written before its data; that does no harm, since a mark counts only when
 * the data match it.
 */
final class FileLedger implements PrefixLedger {
    private static final String SOURCE = "source ";

    private final OpenTemporaryFiles files;
    private final String partial;
    private @Nullable TemporaryFile file;
    private @Nullable Writer writer;
    /** The marks that match. */
    private String kept = "";

    FileLedger(OpenTemporaryFiles files, String partial) {
        this.files = files;
        this.partial = partial;
    }

    private TemporaryFile file() throws IOException {
        TemporaryFile open = file;
        if (open == null) {
            try (Directory at = OpenTemporaryFiles.directory(partial)) {
                open = TemporaryFile.findOrCreate(at, StorePath.name(partial) + ".sums");
            }
            file = open;
        }
        return open;
    }

    @Override
    public Verified verify() throws IOException {
        return files.use(partial, this::verify);
    }

    private Verified verify(TemporaryFile content) throws IOException {
        MessageDigest running = Sha256.start();
        long certainBytes = 0;
        StringBuilder matching = new StringBuilder();
        // a torn last line lacks characters of its hash and will match nothing
        List<String> lines = Files.readAllLines(file().path(), StandardCharsets.ISO_8859_1);
        try (FileChannel channel = content.channel(StandardOpenOption.READ);
                InputStream in = Channels.newInputStream(channel)) {
            long partialBytes = channel.size();
            for (Mark mark : marks(lines)) {
                if (mark.bytes() <= certainBytes || mark.bytes() > partialBytes) {
                    break;
                }
                MessageDigest next = Sha256.copy(running);
                Sha256.addPrefix(in, mark.bytes() - certainBytes, next);
                if (!Sha256.hex(Sha256.soFar(next)).equals(mark.sha256())) {
                    break;
                }
                running = next;
                certainBytes = mark.bytes();
                matching.append(mark.bytes()).append(' ').append(mark.sha256()).append('\n');
            }
        }
        kept = matching.toString();
        String version = lines.stream()
                .filter(line -> line.startsWith(SOURCE))
                .map(line -> line.substring(SOURCE.length()))
                .reduce("", (_, last) -> last);
        return new Verified(certainBytes, running, version);
    }

    private record Mark(long bytes, String sha256) {}

    private static List<Mark> marks(List<String> lines) {
        return lines.stream()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2 && words[0].matches("\\d{1,18}"))
                .map(words -> new Mark(Long.parseLong(words[0]), words[1]))
                .toList();
    }

    @Override
    public void mark(long bytes, byte[] sha256) throws IOException {
        if (writer == null) {
            writer = writer(StandardOpenOption.APPEND);
        }
        writer.write(bytes + " " + Sha256.hex(sha256) + "\n");
        writer.flush();
    }

    @Override
    public void begin(String version, boolean keep) throws IOException {
        closeWriter();
        try (Writer fresh = writer(StandardOpenOption.TRUNCATE_EXISTING)) {
            fresh.append(SOURCE).append(version).append('\n').append(keep ? kept : "");
        }
    }

    private Writer writer(OpenOption how) throws IOException {
        return Channels.newWriter(file().channel(StandardOpenOption.WRITE, how), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void delete() throws IOException {
        closeWriter();
        file().delete();
        close();
    }

    @Override
    public void close() {
        closeWriter();
        TemporaryFile open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }

    private void closeWriter() {
        Writer open = writer;
        writer = null;
        if (open != null) {
            // a mark less: a little more is sent again
            Quietly.close(open);
        }
    }
}
