package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;

/** Whole transfers between a client and a node over loopback. */
class LoopbackTransferTest {
    @TempDir Path directory;
    private EngineFixture engine;

    @BeforeEach
    void start() throws Exception {
        engine = new EngineFixture(directory);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1024, 65_536, 65_537, 262_143, 262_144, 262_145, 1_000_000, 8_388_608, 20_000_001})
    void movesFilesOfManySizesThereAndBack(long bytes) throws Exception {
        Path source = engine.file("source", bytes, bytes);

        TransferReport there = engine.push(source, "/sub/there");
        TransferReport back = engine.pull("/sub/there", directory.resolve("back").toString());

        assertThat(engine.data.resolve("sub/there")).hasSameBinaryContentAs(source);
        assertThat(directory.resolve("back")).hasSameBinaryContentAs(source);
        String sha256 = HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(source)));
        assertThat(there.sha256()).isEqualTo(sha256);
        assertThat(back.sha256()).isEqualTo(sha256);
        assertThat(there.bytes()).isEqualTo(bytes);
        assertThat(there.resumedBytes()).isZero();
        assertThat(there.retransmittedBytes()).isZero();
        assertThat(Files.getLastModifiedTime(engine.data.resolve("sub/there")))
                .isEqualTo(Files.getLastModifiedTime(source));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void movesATreeOfManySmallAndSomeLargeFiles() throws Exception {
        for (int i = 0; i < 700; i++) {
            engine.file("tree/d" + i % 7 + "/f" + i, i * 37L, i);
        }
        engine.file("tree/large", 30_000_000, 1);
        Files.createDirectories(directory.resolve("tree/empty/deep"));

        TransferReport there = engine.push(directory.resolve("tree"), "/copy");
        TransferReport back = engine.pull("/copy", directory.resolve("back").toString());

        assertThat(there.files()).isEqualTo(701);
        assertThat(back.sha256()).isEqualTo(there.sha256());
        assertSameTree(directory.resolve("tree"), engine.data.resolve("copy"));
        assertSameTree(directory.resolve("tree"), directory.resolve("back"));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void findsWhatIsThereAlreadyAndSendsNothing() throws Exception {
        Path source = engine.file("source", 12_000_000, 5);
        engine.push(source, "/there");

        TransferReport again = engine.push(source, "/there");

        assertThat(again.resumedBytes()).isEqualTo(12_000_000);
        assertThat(again.sha256()).isNotNull();
    }

    @Test
    void sendsAgainWhenTheTargetHasTheSameSizeAndTimeButOtherContent() throws Exception {
        Path source = engine.file("source", 3_000_000, 5);
        Path impostor = engine.file("data/there", 3_000_000, 6);
        Files.setLastModifiedTime(impostor, Files.getLastModifiedTime(source));

        engine.push(source, "/there");

        assertThat(impostor).hasSameBinaryContentAs(source);
    }

    @Test
    void keepsToTheRateThatWasAsked() throws Exception {
        Path source = engine.file("source", 2_500_000, 5);

        TransferReport report = engine.move(EngineFixture.request(Location.local(source.toString()),
                engine.remote("/slow"), 2, 20_000_000), TransferListener.NONE);

        assertThat(report.goodputBitsPerSecond()).isBetween(1e6, 21e6);
    }

    @Test
    void usesAsManyStreamsAsWereAsked() throws Exception {
        Path source = engine.file("source", 20_000_000, 5);

        TransferReport report = engine.move(EngineFixture.request(Location.local(source.toString()),
                engine.remote("/many"), 5, 0), TransferListener.NONE);

        assertThat(report.streams()).isEqualTo(5);
        assertThat(engine.data.resolve("many")).hasSameBinaryContentAs(source);
    }

    static void assertSameTree(Path expected, Path actual) throws Exception {
        try (var paths = Files.walk(expected)) {
            for (Path path : paths.toList()) {
                Path other = actual.resolve(expected.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    assertThat(other).isDirectory();
                } else {
                    assertThat(other).hasSameBinaryContentAs(path);
                }
            }
        }
        try (var a = Files.walk(expected); var b = Files.walk(actual)) {
            assertThat(b.count()).isEqualTo(a.count());
        }
    }
}
