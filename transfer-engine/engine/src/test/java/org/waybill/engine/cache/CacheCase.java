package org.waybill.engine.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.Permissions;

/** A cache of three and a half files, with a copy of one client on its way. */
abstract class CacheCase {
    static final String CLIENT = "a".repeat(64);
    static final String KEY = "0".repeat(32);
    /** Of copies that leave nothing but what is kept of them. */
    private static final String SENT_ON = "2".repeat(32);

    static final int BYTES = 100_000;
    static final int MOST_BYTES = 350_000;

    @TempDir
    Path directory;

    ContentCache cache;
    CacheStage stage;

    @BeforeEach
    void start() throws Exception {
        restart();
    }

    @AfterEach
    void end() {
        stage.close();
        cache.close();
    }

    void restart() throws TransferException, IOException {
        cache = ContentCache.open(new CacheSettings(directory.resolve("cache"), MOST_BYTES));
        stage = cache.stage(CLIENT, KEY);
    }

    static FileVersion version(int number) {
        return new FileVersion(CLIENT, BYTES, 1_700_000_000_123_456_789L + number, 0640);
    }

    /** As a session leaves a file that has arrived and was sent on. */
    Path keep(int number) throws IOException {
        Path file = directory.resolve("arrived");
        byte[] content = new byte[BYTES];
        content[0] = (byte) number;
        Files.write(file, content);
        finish(file, version(number));
        try (CacheStage sentOn = cache.stage(CLIENT, SENT_ON)) {
            cache.reserve(sentOn, null, BYTES);
            cache.keep(sentOn, version(number), Sha256.hex(Sha256.of(content)), name -> Files.createLink(name, file));
            Files.delete(file);
            cache.remove(sentOn);
        }
        return entries().stream()
                .filter(one -> one.getFileName().toString().startsWith(Sha256.hex(Sha256.of(content))))
                .findFirst()
                .orElseThrow();
    }

    /** Time and permissions, as a session gives them. */
    static void finish(Path file, FileVersion version) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(version.modifiedNanos(), TimeUnit.NANOSECONDS));
        Files.setPosixFilePermissions(file, Permissions.set(version.permissions()));
    }

    boolean has(FileVersion version) throws IOException {
        Path found = directory.resolve("found");
        try (CacheStage looking = cache.stage(CLIENT, SENT_ON)) {
            cache.offer(looking, version, content -> Files.createLink(found, content));
            boolean has = Files.deleteIfExists(found);
            cache.remove(looking);
            return has;
        }
    }

    List<Path> entries() throws IOException {
        Path content = directory.resolve("cache").resolve(CLIENT).resolve("content");
        try (Stream<Path> all = Files.list(content)) {
            return all.toList();
        }
    }
}
