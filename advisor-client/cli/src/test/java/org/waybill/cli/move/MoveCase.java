package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.cli.Cli;
import org.waybill.client.workflow.survey.LocalAddresses;

/** What the tests of {@code move} share: a home, a file of 300,000 bytes, and what one clear line is. */
@Timeout(120)
abstract class MoveCase {
    protected static final int BYTES = 300_000;

    @TempDir
    protected Path directory;

    protected Cli cli;
    protected Path file;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        byte[] content = new byte[BYTES];
        new Random(7).nextBytes(content);
        file = Files.write(directory.resolve("data file.bin"), content);
    }

    protected static void refused(Cli.Result result, int code, String said) {
        assertThat(result.code()).as(result.err()).isEqualTo(code);
        assertThat(result.err().toLowerCase(Locale.ROOT)).contains(said.toLowerCase(Locale.ROOT));
        assertOneLine(result);
    }

    protected static void assertOneLine(Cli.Result result) {
        assertThat(result.err()).startsWith("waybill: ").doesNotContain("\tat ").doesNotContain("Exception");
        assertThat(result.err()
                        .lines()
                        .filter(line -> !line.contains("next attempt")
                                && !line.contains("encrypted")
                                && !line.contains("read back")))
                .hasSize(1);
    }

    protected Stream<Path> outcomes() throws IOException {
        Path outbox = cli.home().resolve("outbox");
        if (!Files.isDirectory(outbox)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.list(outbox)) {
            return files.toList().stream();
        }
    }

    /** What a home or a service knows of a good copy from this machine, a minute ago. */
    protected static TransferOutcome copied(String host, String transport, String via, long bytes, double seconds) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                LocalAddresses.name(),
                host,
                transport,
                via,
                1,
                StorageClass.DISK,
                bytes,
                1,
                Instant.now().minusSeconds(60),
                seconds,
                0,
                0,
                "OK",
                null,
                null,
                null,
                "PATH");
    }

    protected static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}
