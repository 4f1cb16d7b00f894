package org.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class HomeFailuresTest {
    @TempDir
    private Path directory;

    private static Optional<Reason> reason(Throwable thrown, Path home) {
        Optional<TransferException> found = HomeFailures.of(thrown, new WaybillHome(home));
        found.ifPresent(trouble -> assertThat(trouble.getMessage())
                .contains(home.toString())
                .contains("set WAYBILL_HOME")
                .hasLineCount(1));
        return found.map(TransferException::reason);
    }

    @Test
    void theSystemsWordIsFoundHoweverDeepItLies() {
        assertThat(reason(
                        new IllegalStateException(new UncheckedIOException(new IOException("No space left on device"))),
                        directory))
                .contains(Reason.DISK_FULL);
        assertThat(reason(new IOException("Disk quota exceeded"), directory)).contains(Reason.DISK_FULL);
        assertThat(reason(new IOException("Input/output error"), directory)).contains(Reason.READ_ONLY);
        assertThat(reason(new FileSystemException(directory + "/x", null, "Read-only file system"), directory))
                .contains(Reason.READ_ONLY);
    }

    @Test
    void aFileInThePlaceOfTheHomeIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        for (Path home : new Path[] {file, file.resolve("home")}) {
            assertThat(HomeFailures.of(
                                    new FileSystemException(home.toString(), null, "Not a directory"),
                                    new WaybillHome(home))
                            .orElseThrow())
                    .hasMessageContaining(file + " is not a directory");
        }
    }

    @Test
    void whatIsElsewhereOrSomethingElseIsNotTheHomes() {
        assertThat(reason(new FileSystemException("/data/x", null, "No space left on device"), directory))
                .isEmpty();
        assertThat(reason(new AccessDeniedException("/data/x"), directory)).isEmpty();
        assertThat(reason(new IllegalStateException("no such state"), directory))
                .isEmpty();
    }

    @Test
    void withoutAHomeOfTheEnvironmentItIsTheUsers() {
        Path users = Path.of(System.getProperty("user.home"), ".waybill");
        assertThat(WaybillHome.of(Map.of()).root()).isEqualTo(users);
        assertThat(WaybillHome.of(Map.of("HOME", "")).root()).isEqualTo(users);
        assertThat(WaybillHome.of(Map.of("HOME", " ", "WAYBILL_HOME", "")).root())
                .isEqualTo(users);
    }
}
