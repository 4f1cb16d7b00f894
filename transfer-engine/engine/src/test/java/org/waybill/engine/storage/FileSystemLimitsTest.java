package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FileSystemLimitsTest {
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /** A dry run, which asks for it, is to change nothing. */
    @Test
    void ofAUsualFileSystemNothingIsTriedToKnowThatItKeepsHardLinks() throws Exception {
        assumeThat(IN_MEMORY).isDirectory();
        assumeThat(Files.getFileStore(IN_MEMORY).type()).isEqualTo("tmpfs");
        Path directory = Files.createTempDirectory(IN_MEMORY, "waybill-links");
        try (WatchService watch = directory.getFileSystem().newWatchService()) {
            directory.register(watch, StandardWatchEventKinds.ENTRY_CREATE);
            assertThat(FileSystemLimits.makesHardLinks(directory.resolve("not/there")))
                    .isTrue();
            Files.createFile(directory.resolve("last"));
            assertThat(made(watch)).containsExactly("last");
        } finally {
            Files.deleteIfExists(directory.resolve("last"));
            Files.delete(directory);
        }
    }

    private static List<String> made(WatchService watch) throws InterruptedException {
        List<String> made = new ArrayList<>();
        while (!made.contains("last")) {
            WatchKey key = watch.take();
            for (WatchEvent<?> event : key.pollEvents()) {
                made.add(String.valueOf(event.context()));
            }
            key.reset();
        }
        return made;
    }
}
