package org.waybill.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;

/** What is moved: files of a few sizes and a tree, made once, of random bytes of which the last is never zero. */
final class KillSources {
    private static final int MIB = 1 << 20;
    /** With and without a whole number of the blocks and intervals that movers count in. */
    private static final long[] SIZES = {32L * MIB, 32L * MIB + 1, 20L * MIB, 33L * MIB - 4097};

    private static final int SMALL_FILES = 40;
    private static final int EVERY_SO_MANY_A_TREE = 6;

    private final Path directory;

    KillSources(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /** The file or tree of a seed. */
    synchronized Path of(int seed) throws IOException {
        if (seed % EVERY_SO_MANY_A_TREE == EVERY_SO_MANY_A_TREE - 1) {
            return tree();
        }
        long bytes = SIZES[seed % SIZES.length];
        Path file = directory.resolve("file-" + bytes);
        return Files.exists(file) ? file : random(file, bytes);
    }

    private Path tree() throws IOException {
        Path tree = directory.resolve("tree");
        if (!Files.exists(tree)) {
            Files.createDirectories(tree.resolve("sub/deep"));
            Files.createDirectories(tree.resolve("empty"));
            for (int i = 0; i < SMALL_FILES; i++) {
                random(tree.resolve((i % 3 == 0 ? "sub/deep/" : i % 3 == 1 ? "sub/" : "") + "f" + i), i * 5_000L);
            }
            random(tree.resolve("large"), 18L * MIB);
        }
        return tree;
    }

    static Path random(Path file, long bytes) throws IOException {
        Random random = new Random(file.getFileName().hashCode());
        byte[] chunk = new byte[MIB];
        try (var out = Files.newOutputStream(file)) {
            for (long left = bytes; left > 0; left -= chunk.length) {
                random.nextBytes(chunk);
                int length = (int) Math.min(left, chunk.length);
                chunk[length - 1] |= 1;
                out.write(chunk, 0, length);
            }
        }
        return file;
    }

    static long bytes(Path source) throws IOException {
        try (Stream<Path> all = Files.walk(source)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        }
    }
}
