package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.storage.PartialFile;

/** Trees of more files than a process may have open, both ways. */
@Timeout(60)
class ManyFilesTest extends EngineCase {
    private static final Path OPEN = Path.of("/proc/self/fd");
    /** What client and node, which are one process here, may open together for a tree of any size. */
    private static final int MOST_DESCRIPTORS = 600;

    private static final int SMALL_FILES = 1_500;
    private static final int EMPTY_FILES = 500;
    private static final int LARGE_FILES = 100;
    private static final int LARGE_BYTES = PartialFile.BLOCK_BYTES + (44 << 10);

    private static void fill(Path tree, String kind, int files, int bytes, long seed) throws IOException {
        Random random = new Random(seed);
        Files.createDirectories(tree);
        byte[] content = new byte[bytes];
        for (int i = 0; i < files; i++) {
            random.nextBytes(content);
            Files.write(tree.resolve(kind + i), content);
        }
    }

    private static void assertSame(Path expected, Path actual, int files) throws IOException {
        try (Stream<Path> all = Files.list(expected)) {
            for (Path file : all.toList()) {
                assertThat(Files.mismatch(file, actual.resolve(file.getFileName())))
                        .as("" + file)
                        .isNegative();
            }
        }
        try (Stream<Path> all = Files.list(actual)) {
            assertThat(all).hasSize(files);
        }
    }

    @Test
    void smallFilesThatWaitForTheirNamesAreNotOpen() throws Exception {
        Path tree = directory.resolve("tree");
        fill(tree, "small", SMALL_FILES, 700, 1);
        fill(tree, "empty", EMPTY_FILES, 0, 1);
        long before = open();
        AtomicLong most = new AtomicLong();
        Thread watch = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.interrupted()) {
                most.accumulateAndGet(open(), Math::max);
                LockSupport.parkNanos(1_000_000);
            }
        });
        engine.push(tree, "/copy");
        engine.pull("/copy", directory.resolve("back").toString());
        watch.interrupt();
        watch.join();
        assertThat(most.get() - before).isLessThan(MOST_DESCRIPTORS);
        assertSame(tree, engine.data.resolve("copy"), SMALL_FILES + EMPTY_FILES);
        assertSame(tree, directory.resolve("back"), SMALL_FILES + EMPTY_FILES);
    }

    private static long open() {
        String[] names = OPEN.toFile().list();
        return names == null ? 0 : names.length;
    }

    @Test
    void moreLargeFilesThanMayBeOpenAtOnceAreMoved() throws Exception {
        Path tree = directory.resolve("tree");
        fill(tree, "large", LARGE_FILES, LARGE_BYTES, 1);
        engine.push(tree, "/copy");
        engine.pull("/copy", directory.resolve("back").toString());
        assertSame(tree, engine.data.resolve("copy"), LARGE_FILES);
        assertSame(tree, directory.resolve("back"), LARGE_FILES);
    }

    @Test
    void moreLargeFilesThanMayBeOpenAtOnceAreMendedThatOnlyLookTheSame() throws Exception {
        Path tree = directory.resolve("tree");
        fill(tree, "large", LARGE_FILES, LARGE_BYTES, 1);
        Path copy = engine.data.resolve("tree");
        fill(copy, "large", LARGE_FILES, LARGE_BYTES, 2);
        for (int i = 0; i < LARGE_FILES; i++) {
            Files.setLastModifiedTime(copy.resolve("large" + i), Files.getLastModifiedTime(tree.resolve("large" + i)));
        }
        engine.push(tree, "/tree");
        assertSame(tree, copy, LARGE_FILES);
    }
}
