package org.waybill.client.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferReport.Unsent;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.Store;
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
        Files.createDirectories(directory.resolve("copy/deep"));
        Files.writeString(directory.resolve("copy/a"), "aaa");
        Files.writeString(directory.resolve("copy/deep/b"), "bbb");
    }

    private CopyPlace copy(Store store) {
        return new CopyPlace(store, directory.resolve("copy").toString(), true);
    }

    /** Every file exists already and is verified, since it is the source. */
    @Test
    void aCopyThatIsTheSourceByAnotherPathTakesNothingAway() throws Exception {
        Path alias = Files.createSymbolicLink(directory.resolve("alias"), source);
        try (SshServer server = SshServer.start(directory);
                Store far = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
                Store here = local()) {
            for (Store destination : new Store[] {here, far}) {
                for (Store from : new Store[] {here, far}) {
                    SourceVersion before = SourceVersion.look(from, source.toString(), CopyRules.USUAL);
                    for (Path same : new Path[] {source, alias}) {
                        Removal.Result gone = before.remove(
                                from, report(Compared.SOURCE), new CopyPlace(destination, same.toString(), true));
                        assertThat(gone.deleted()).isEmpty();
                        assertThat(gone.firstFailure()).contains(Reason.UNSAFE);
                        assertThat(gone.kept())
                                .singleElement()
                                .extracting(NotTransferred::text)
                                .asString()
                                .contains("is the source directory");
                    }
                }
            }
            assertThat(source.resolve("a")).hasContent("aaa");
            assertThat(source.resolve("deep/b")).hasContent("bbb");
            assertThat(source).isDirectoryNotContaining("glob:**.waybill-*");
        }
    }

    /** As after kill -9; what another process has just made stays, and so does what holds something. */
    @Test
    void aDirectoryThatAKilledProcessLeftIsRemovedByTheNext() throws Exception {
        String name = "copy/.waybill-place-0123456789abcdef0123456789abcde";
        Path old = Files.createDirectory(directory.resolve(name + "0"));
        Path fresh = Files.createDirectory(directory.resolve(name + "1"));
        Path full = Files.createDirectories(directory.resolve(name + "2/x")).getParent();
        Path other = Files.createDirectory(directory.resolve("copy/.waybill-place-x"));
        for (Path one : new Path[] {old, full, other}) {
            Files.setLastModifiedTime(one, FileTime.from(Instant.now().minus(2, ChronoUnit.HOURS)));
        }
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            assertThat(before.remove(store, report(Compared.SOURCE), copy(store))
                            .deleted())
                    .containsExactly("a", "deep/b");
        }
        assertThat(old).doesNotExist();
        assertThat(List.of(fresh, full, other))
                .allSatisfy(one -> assertThat(one).exists());
    }

    @Test
    void whereNoDirectoryCanBeMadeNothingIsProvenAndNothingGoes() throws Exception {
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY);
                Store far = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
                Store here = local()) {
            SourceVersion before = SourceVersion.look(here, source.toString(), CopyRules.USUAL);
            Removal.Result gone = before.remove(here, report(Compared.SOURCE), copy(far));
            assertThat(gone.deleted()).isEmpty();
            assertThat(gone.kept())
                    .singleElement()
                    .extracting(NotTransferred::text)
                    .asString()
                    .contains("cannot verify that");
        }
    }

    @Test
    void aCopyThatIsAHardLinkOrMissingKeepsItsSource() throws Exception {
        Path copy = directory.resolve("copy");
        Files.delete(copy.resolve("a"));
        Files.createLink(copy.resolve("a"), source.resolve("a"));
        Files.delete(copy.resolve("deep/b"));
        Files.createSymbolicLink(copy.resolve("deep/b"), source.resolve("deep/b"));
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            Removal.Result gone = before.remove(store, report(Compared.SOURCE), copy(store));
            assertThat(gone.deleted()).isEmpty();
            assertThat(gone.kept()).extracting(NotTransferred::path).containsExactly("a", "deep/b");
        }
    }

    @Test
    void whatWasCopiedGoesAndWhatWasNotStays() throws Exception {
        Files.writeString(source.resolve("left out"), "x");
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            Files.writeString(source.resolve("came later"), "x");
            Removal.Result gone = before.remove(
                    store, report(Compared.SOURCE, NotTransferred.leftOut("left out", "on purpose")), copy(store));

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
            Removal.Result gone = before.remove(store, report(Compared.SOURCE), copy(store));

            assertThat(gone.deleted()).containsExactly("deep/b");
            assertThat(gone.kept()).extracting(NotTransferred::path).containsExactly("a");
            assertThat(gone.firstFailure()).contains(Reason.SOURCE_CHANGED);
            assertThat(source.resolve("a")).hasContent("AAA");
        }
    }

    /** As {@code cp -al} and {@code chmod} do it while a copy runs: the content decides. */
    @Test
    void aFileOfAnotherStateGoesIfItsContentIsThatOfTheCopy() throws Exception {
        Files.createLink(source.resolve("c"), source.resolve("a"));
        Files.writeString(directory.resolve("copy/c"), "aaa");
        try (SshServer server = SshServer.start(directory);
                Store far = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
                Store here = local()) {
            for (Store destination : new Store[] {here, far}) {
                SourceVersion before = SourceVersion.look(here, source.toString(), CopyRules.USUAL);
                Path snapshot = Files.createDirectory(directory.resolve("snapshot" + destination.isRemote()));
                Files.createLink(snapshot.resolve("a"), source.resolve("a"));
                Files.setPosixFilePermissions(source.resolve("deep/b"), PosixFilePermissions.fromString("r--------"));
                FileTime time = Files.getLastModifiedTime(source.resolve("deep/b"));
                Files.writeString(directory.resolve("copy/deep/b"), "ccc");
                Files.setLastModifiedTime(directory.resolve("copy/deep/b"), time);
                Removal.Result gone = before.remove(here, report(Compared.SOURCE), copy(destination));

                assertThat(gone.deleted()).containsExactly("a", "c");
                assertThat(gone.kept()).extracting(NotTransferred::path).containsExactly("deep/b");
                assertThat(gone.firstFailure()).contains(Reason.SOURCE_CHANGED);
                Files.createLink(source.resolve("a"), snapshot.resolve("a"));
                Files.createLink(source.resolve("c"), snapshot.resolve("a"));
            }
        }
    }

    @Test
    void aServerThatHashesIsAskedOnceMore() throws Exception {
        try (SshServer server = SshServer.start(directory);
                Store store = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {})) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            rewrite(source.resolve("a"), "AAA");
            assertThatThrownBy(() -> before.remove(store, report(Compared.SOURCE), copy(store)))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED));
            assertThat(source.resolve("deep/b")).exists();
            rewrite(source.resolve("a"), "aaa");
            assertThat(before.remove(store, report(Compared.SOURCE), copy(store))
                            .deleted())
                    .containsExactly("a", "deep/b");
        }
    }

    @Test
    void withoutAChecksumOfTheSourceNothingGoes() throws Exception {
        try (Store store = local()) {
            SourceVersion before = SourceVersion.look(store, source.toString(), CopyRules.USUAL);
            for (Compared less : new Compared[] {Compared.ARRIVED, Compared.NOTHING}) {
                assertThatThrownBy(() -> before.remove(store, report(less), copy(store)))
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
                6,
                2,
                1,
                hash,
                compared,
                "local",
                List.of(),
                1,
                0,
                0,
                Cause.UNKNOWN,
                List.of(),
                0,
                List.of(left),
                Unsent.NONE);
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
