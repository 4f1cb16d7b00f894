package org.waybill.cli.history;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a file that may be growing in parts of whole lines, and begins again when another file takes its name. */
final class LineChunks {
    private final Path file;
    private final int mostBytes;
    private long position;
    private long nextLine = 1;
    private @Nullable Object fileKey;

    /**
     * Whole lines.
     *
     * @param firstLine the number of the first of them, 1 or more
     */
    record Chunk(long firstLine, String text) {}

    LineChunks(Path file, int mostBytes) {
        this.file = file;
        this.mostBytes = mostBytes;
    }

    /**
     * The next part; empty when there is none yet.
     *
     * @param last whether a last line without an end is one, too: the file does not grow any more
     */
    Optional<Chunk> next(boolean last) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        boolean another = fileKey != null && !Objects.equals(fileKey, now.fileKey());
        fileKey = now.fileKey();
        if (another || now.size() < position) {
            position = 0;
            nextLine = 1;
        }
        byte[] bytes = read((int) Math.min(mostBytes, now.size() - position));
        boolean whole = last && position + bytes.length == now.size();
        int end = whole ? bytes.length : endOfLastLine(bytes);
        if (end == 0 && bytes.length == mostBytes) {
            throw new IOException(file + ":" + nextLine + ": line longer than " + mostBytes + " bytes");
        }
        if (end == 0) {
            return Optional.empty();
        }
        String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
        Chunk chunk = new Chunk(nextLine, text);
        position += end;
        nextLine += text.chars().filter(character -> character == '\n').count();
        return Optional.of(chunk);
    }

    private byte[] read(int most) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return Channels.newInputStream(channel.position(position)).readNBytes(Math.max(0, most));
        }
    }

    private static int endOfLastLine(byte[] bytes) {
        for (int i = bytes.length; i > 0; i--) {
            if (bytes[i - 1] == '\n') {
                return i;
            }
        }
        return 0;
    }
}
