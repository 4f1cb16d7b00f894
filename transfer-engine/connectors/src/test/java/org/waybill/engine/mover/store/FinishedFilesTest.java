package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.mover.StreamStore;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.storage.TemporaryNames;

class FinishedFilesTest {
    private static final Instant NOW = Instant.parse("2026-11-23T06:00:00Z");
    private static final String SHA256 = "0123456789abcdef".repeat(4);

    @TempDir
    private Path home;

    private FinishedFiles open() throws IOException {
        return FinishedFiles.open(home.resolve("locks"), "tree", InstantSource.fixed(NOW));
    }

    private static Entry source(Instant modified) {
        return new Entry("/from/f", Entry.Kind.FILE, 3000, modified, 0644, null, true);
    }

    private static FileItem item(String target, Entry source) {
        return new FileItem("f", source, target, FileItem.Earlier.SAME_TIME);
    }

    private static Store far() throws Exception {
        return StreamStore.provider(InputStream.nullInputStream(), OutputStream.nullOutputStream())
                .open(Location.STREAM, (_, _) -> {});
    }

    private Path file() {
        return home.resolve("locks/tree.finished");
    }

    @Test
    void aLaterRunKnowsWhatHasArrivedOfThatSourceAtThatTarget() throws Exception {
        Entry source = source(NOW.minusSeconds(61));
        open().add(far(), item("/to/f", source), source, SHA256);
        FinishedFiles later = open();
        assertThat(later.sha256(far(), item("/to/f", source), source)).contains(SHA256);
        assertThat(later.sha256(far(), item("/to/g", source), source)).isEmpty();
        Entry changed = source(NOW.minusSeconds(60));
        assertThat(later.sha256(far(), item("/to/f", changed), changed)).isEmpty();
    }

    /** A new hard link gives a file of this machine another tag, an upload one of a server. */
    @Test
    void aTagDistinguishesContentsOnlyWhereTheyAreNotReadEachTime() throws Exception {
        Entry source = source(NOW.minusSeconds(61)).tagged("one");
        Entry later = source.tagged("another");
        try (Store here = LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {})) {
            for (Store store : List.of(here, far())) {
                String target = "/to/" + store.label();
                open().add(store, item(target, source), source, SHA256);
                assertThat(open().sha256(store, item(target, source), source)).contains(SHA256);
                assertThat(open().sha256(store, item(target, later), later).isPresent())
                        .isEqualTo(store == here);
            }
        }
    }

    @Test
    void aSourceThatMayStillChangeWithinItsSecondIsNotNoted() throws Exception {
        Entry source = source(NOW.minusSeconds(59));
        open().add(far(), item("/to/f", source), source, SHA256);
        assertThat(open().sha256(far(), item("/to/f", source), source)).isEmpty();
    }

    @Test
    void aTornLineIsPassedOver() throws Exception {
        Entry source = source(NOW.minus(Duration.ofDays(1)));
        open().add(far(), item("/to/f", source), source, SHA256);
        String line = Files.readString(file());
        Files.writeString(file(), line + line.substring(0, 50));
        assertThat(open().sha256(far(), item("/to/f", source), source)).contains(SHA256);
    }

    @Test
    void namesNothingAndIsItsOwnersAlone() throws Exception {
        Entry source = source(NOW.minus(Duration.ofDays(1)));
        open().add(far(), item("/to/f", source), source, SHA256);
        assertThat(Files.readString(file())).hasSize(98).doesNotContain("/to/f", "/from/f");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void whatNobodyGoesOnWithForAMonthIsForgotten() throws Exception {
        Entry source = source(NOW.minus(Duration.ofDays(40)));
        open().add(far(), item("/to/f", source), source, SHA256);
        Files.setLastModifiedTime(file(), FileTime.from(NOW.minus(Duration.ofDays(31))));
        assertThat(open().sha256(far(), item("/to/f", source), source)).isEmpty();
        assertThat(file()).doesNotExist();
    }
}
