package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;

@Timeout(180)
class EmbeddedDatabaseTest {
    @Test
    void aStartThatWasCutOffCostsNothingAndDamageIsNamedWithItsFile(@TempDir Path home) throws Exception {
        Path directory = Files.createDirectories(home.resolve("service"));
        Path file = directory.resolve("advisor.mv.db");
        // the first start was killed while it made the tables
        Files.writeString(directory.resolve("advisor.making"), "");
        Files.writeString(file, "H:2,block:3,half a database".repeat(400));
        record(home);
        assertThat(directory.resolve("advisor.making")).doesNotExist();
        assertThat(directory.resolve("advisor.before-upgrade")).doesNotExist();

        // the first start of a newer version was killed while it changed them
        Files.copy(file, directory.resolve("advisor.before-upgrade"));
        garble(file);
        try (RunningService service = start(home)) {
            assertThat(TestClients.advisor(service)
                            .history("cut.example", "", 10)
                            .transfers())
                    .hasSize(1);
        }

        garble(file);
        refuses(home, "advisor.mv.db is damaged: restore a backup, or rename it");
        Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                .close();
        refuses(home, "advisor.mv.db is empty (0 bytes): restore a backup, or rename it");
        assertThat(file).isEmptyFile();
    }

    private static RunningService start(Path home) {
        return EmbeddedService.load().start(ServiceSettings.embedded(home));
    }

    private static void record(Path home) {
        try (RunningService service = start(home)) {
            AdvisorService advisor = TestClients.advisor(service);
            advisor.recordTransfers(List.of(new TransferOutcome(
                    UUID.randomUUID().toString(),
                    "cut.example",
                    "b.example",
                    "tcp",
                    "",
                    1,
                    StorageClass.DISK,
                    1_000,
                    1,
                    Instant.parse("2026-03-01T00:00:00Z"),
                    1,
                    0,
                    0,
                    "OK",
                    null,
                    null,
                    null,
                    "")));
        }
    }

    private static void garble(Path file) throws Exception {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            awaitClosed(channel);
            byte[] noise = new byte[4_096];
            new Random(7).nextBytes(noise);
            for (long at = 0; at < channel.size(); at += noise.length) {
                channel.write(ByteBuffer.wrap(noise), at);
            }
        }
    }

    /** The database's last thread may write, and so repair, the file for a moment after the service has closed. */
    private static void awaitClosed(FileChannel file) throws Exception {
        while (true) {
            try {
                file.lock().release();
                return;
            } catch (OverlappingFileLockException stillOpen) {
                Thread.sleep(10);
            }
        }
    }

    private static void refuses(Path home, String why) {
        assertThatThrownBy(() -> start(home)).isInstanceOfSatisfying(ServiceException.class, refused -> {
            assertThat(refused.code()).isEqualTo(ServiceException.UNAVAILABLE);
            assertThat(refused.getMessage())
                    .contains(why)
                    .contains(home.toString())
                    .hasLineCount(1);
        });
    }
}
