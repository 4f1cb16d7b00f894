package org.waybill.client.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.Sha256;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.SshServer;

/** A source is deleted only as it was when it was copied and compared. */
@Timeout(60)
class SourceVersionTest {
    @TempDir
    private Path directory;

    private Path source;

    @BeforeEach
    void tree() throws IOException {
        source = Files.createDirectories(directory.resolve("source/deep")).getParent();
        Files.writeString(source.resolve("a"), "aaa");
        Files.writeString(source.resolve("deep/b"), "bbb");
    }

    @Test
    void whatWasCopiedGoesAndWhatWasNotStays() throws Exception {
        Files.writeString(source.resolve("left out"), "x");
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            Files.writeString(source.resolve("came later"), "x");
            Removal.Result gone =
                    before.remove(store, report(Compared.SOURCE, NotTransferred.leftOut("left out", "on purpose")));

            assertThat(gone.deleted()).containsExactly("a", "deep/b");
            assertThat(gone.kept()).isEmpty();
            assertThat(source.resolve("deep")).isEmptyDirectory();
            assertThat(source.resolve("left out")).exists();
            assertThat(source.resolve("came later")).exists();
        }
    }

    @Test
    void aFileThatWasRewrittenStaysThoughItsSizeAndTimeWerePutBack() throws Exception {
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            rewrite(source.resolve("a"), "AAA");
            Removal.Result gone = before.remove(store, report(Compared.SOURCE));

            assertThat(gone.deleted()).containsExactly("deep/b");
            assertThat(gone.kept()).extracting(NotTransferred::path).containsExactly("a");
            assertThat(gone.firstFailure()).contains(Reason.SOURCE_CHANGED);
            assertThat(source.resolve("a")).hasContent("AAA");
        }
    }

    @Test
    void aServerThatHashesIsAskedOnceMore() throws Exception {
        try (SshServer server = SshServer.start(directory);
                Store store = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {})) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            rewrite(source.resolve("a"), "AAA");
            assertThatThrownBy(() -> before.remove(store, report(Compared.SOURCE)))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED));
            assertThat(source.resolve("deep/b")).exists();
            rewrite(source.resolve("a"), "aaa");
            assertThat(before.remove(store, report(Compared.SOURCE)).deleted()).containsExactly("a", "deep/b");
        }
    }

    @Test
    void withoutAChecksumOfTheSourceNothingGoes() throws Exception {
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            for (Compared less : new Compared[] {Compared.ARRIVED, Compared.NOTHING}) {
                assertThatThrownBy(() -> before.remove(store, report(less)))
                        .isInstanceOfSatisfying(
                                TransferException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE));
            }
            assertThat(source.resolve("a")).exists();
        }
    }

    private static TransferReport report(Compared compared, NotTransferred... left) {
        String hash = Sha256.ofFiles(new TreeMap<>(Map.of(
                "a",
                Sha256.hex(Sha256.start().digest("aaa".getBytes(StandardCharsets.UTF_8))),
                "deep/b",
                Sha256.hex(Sha256.start().digest("bbb".getBytes(StandardCharsets.UTF_8))))));
        return new TransferReport(
                6, 2, 1, hash, compared, "local", List.of(), 1, 0, 0, Cause.UNKNOWN, List.of(), 0, List.of(left));
    }

    private static void rewrite(Path file, String content) throws IOException {
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, before);
    }

    private static Store local() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
    }
}
