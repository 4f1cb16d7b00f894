package org.waybill.engine.mover.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.SshServer;

/** Two trees, compared through stores as they are. */
@Timeout(60)
class TreeComparisonTest {
    private static final FileTime THEN = FileTime.from(Instant.parse("2026-03-01T10:20:30Z"));

    @TempDir
    private Path directory;

    @Test
    void whatDiffersBetweenTwoTreesIsFound() throws Exception {
        Path source = tree("source");
        Path destination = tree("destination");
        write(source.resolve("only/here.txt"), "x");
        write(destination.resolve("only there.txt"), "y");
        write(destination.resolve("a/1.txt"), "longer than it was");
        Files.delete(destination.resolve("b/2.txt"));
        write(destination.resolve("b/2.txt/in it"), "a directory in the way");

        ComparisonResult found = compare(local(), source, local(), destination, CompareBy.MTIME);

        assertThat(found.differences())
                .extracting(Difference::path, Difference::verdict)
                .containsExactly(
                        tuple("a/1.txt", Verdict.DIFFERENT),
                        tuple("b/2.txt", Verdict.OTHER_KIND),
                        tuple("b/2.txt/in it", Verdict.ONLY_DESTINATION),
                        tuple("only", Verdict.ONLY_SOURCE),
                        tuple("only there.txt", Verdict.ONLY_DESTINATION),
                        tuple("only/here.txt", Verdict.ONLY_SOURCE));
        assertThat(found.verdict()).contains(Reason.DIFFERENT);
    }

    /** As the copy itself has it. */
    @Test
    void aLinkThatCannotBeReadIsNotAmongWhatWouldBeCopied() throws Exception {
        Path source = tree("source");
        assertThat(new ProcessBuilder("sh", "-c", "ln -s \"$(printf 'c\\377d')\" \"$1/link\"", "sh", source.toString())
                        .start()
                        .waitFor())
                .isZero();

        ComparisonResult found =
                compare(local(), source, local(), Files.createDirectory(directory.resolve("none")), CompareBy.MTIME);

        assertThat(found.firstUnreadable()).hasValueSatisfying(one -> {
            assertThat(one.path()).isEqualTo("link");
            assertThat(one.why()).contains("not UTF-8");
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void randomTreesDifferExactlyWhereTheyWereMadeToDiffer(long seed) throws Exception {
        Random random = new Random(seed);
        TreeSet<String> changed = new TreeSet<>();
        for (int i = 0; i < 120; i++) {
            String name = "d" + random.nextInt(6) + "/e" + random.nextInt(4) + "/f" + i;
            write(directory.resolve("s").resolve(name), "content " + i);
            if (random.nextInt(4) > 0) {
                write(directory.resolve("d").resolve(name), "content " + i);
            } else {
                write(directory.resolve("d").resolve(name), "CONTENT " + i);
                changed.add(name);
            }
        }

        ComparisonResult found =
                compare(local(), directory.resolve("s"), local(), directory.resolve("d"), (CompareBy) null);

        assertThat(found.comparedBy()).isEqualTo(CompareBy.CHECKSUM);
        assertThat(found.differences())
                .as("seed %s", seed)
                .extracting(Difference::path)
                .containsExactlyElementsOf(changed);
    }

    @Test
    void overSshContentsAreHashedThereAndWithoutAShellSizesAndTimesAreCompared() throws Exception {
        Path source = tree("source");
        Path destination = tree("destination");
        write(destination.resolve("a/1.txt"), "ONE");
        try (SshServer server = SshServer.start(directory);
                Store far = sftp(server)) {
            ComparisonResult hashed = compare(local(), source, far, destination, (CompareBy) null);
            assertThat(hashed.comparedBy()).isEqualTo(CompareBy.CHECKSUM);
            assertThat(hashed.differences()).extracting(Difference::path).containsExactly("a/1.txt");
        }
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_ONLY);
                Store far = sftp(server)) {
            ComparisonResult timed = compare(local(), source, far, destination, (CompareBy) null);
            assertThat(timed.comparedBy()).isEqualTo(CompareBy.MTIME);
            assertThat(timed.differences()).isEmpty();
            assertThat(compare(local(), source, far, destination, CompareBy.CHECKSUM)
                            .differences())
                    .extracting(Difference::path)
                    .containsExactly("a/1.txt");
        }
    }

    @Test
    void aDirectoryThatMayNotBeListedIsNeverEqual() throws Exception {
        Path source = tree("source");
        Path destination = tree("destination");
        Files.createDirectory(source.resolve("closed"));
        Files.createDirectory(destination.resolve("closed"));
        try (Stream<Path> all = Files.walk(destination)) {
            all.forEach(path -> open(path, path.endsWith("closed") ? 0700 : 0755));
        }
        open(directory, 0755);
        try (SshServer server = SshServer.start(directory, SshServer.Option.SFTP_AS_NOBODY);
                Store far = sftp(server)) {
            ComparisonResult found = compare(local(), source, far, destination, CompareBy.SIZE);

            assertThat(found.differences())
                    .extracting(Difference::path, Difference::verdict)
                    .containsExactly(tuple("closed", Verdict.DESTINATION_UNREADABLE));
            assertThat(found.verdict()).contains(Reason.PERMISSION);
        }
    }

    @Test
    void linksOfTheSourceAreFollowedInTheTreeAndCyclesEnd() throws Exception {
        Path source = tree("source");
        Path destination = tree("destination");
        Files.createSymbolicLink(source.resolve("a/up"), Path.of(".."));
        Files.createSymbolicLink(source.resolve("out"), directory);
        Files.createSymbolicLink(source.resolve("alias"), Path.of("b"));
        write(destination.resolve("alias/2.txt"), "two");
        Files.createSymbolicLink(destination.resolve("out"), directory);
        Files.createSymbolicLink(destination.resolve("more"), source);

        ComparisonResult found = compare(local(), source, local(), destination, by(Links.INSIDE));

        assertThat(found.differences())
                .extracting(Difference::path, Difference::verdict)
                .containsExactly(tuple("more", Verdict.ONLY_DESTINATION));
        assertThat(found.leftOut()).extracting("path").containsExactly("a/up", "out");
        assertThat(compare(local(), source, local(), destination, by(Links.SKIP))
                        .leftOut())
                .extracting("path")
                .containsExactly("a/up", "alias", "out");
        write(destination.resolve("a/2.txt"), "beside what leads back");
        assertThat(compare(local(), source, local(), destination, by(Links.FOLLOW))
                        .leftOut())
                .extracting("path")
                .contains("a/up");
    }

    @Test
    void linksThatAreKeptAreComparedByWhatTheySay() throws Exception {
        Path source = tree("source");
        Path destination = tree("destination");
        for (Path root : List.of(source, destination)) {
            Files.createSymbolicLink(root.resolve("same"), Path.of("nowhere"));
            Files.createSymbolicLink(root.resolve("other"), root.resolve("a"));
            Files.createSymbolicLink(root.resolve("a/up"), Path.of(".."));
        }
        Files.createSymbolicLink(source.resolve("new"), Path.of("b"));
        Files.createSymbolicLink(destination.resolve("old"), directory);
        Files.createSymbolicLink(source.resolve("was-file"), Path.of("b"));
        write(destination.resolve("was-file"), "x");
        Files.createSymbolicLink(source.resolve("was-directory"), Path.of("b"));
        write(destination.resolve("was-directory/x"), "x");
        try (SshServer server = SshServer.start(directory);
                Store far = sftp(server)) {
            for (Store end : List.of(local(), far)) {
                ComparisonResult found = compare(local(), source, end, destination, CompareBy.MTIME);
                assertThat(found.differences())
                        .extracting(Difference::path, Difference::verdict)
                        .containsExactly(
                                tuple("new", Verdict.ONLY_SOURCE), tuple("old", Verdict.ONLY_DESTINATION),
                                tuple("other", Verdict.DIFFERENT), tuple("was-directory", Verdict.OTHER_KIND),
                                tuple("was-directory/x", Verdict.ONLY_DESTINATION),
                                        tuple("was-file", Verdict.DIFFERENT));
                assertThat(found.leftOut()).isEmpty();
            }
        }
    }

    @Test
    void timesOfDirectoriesAreLookedForOnlyWhereTheyAreToBeGiven() throws Exception {
        Path source = directory.resolve("source");
        Path destination = directory.resolve("destination");
        for (Path root : List.of(source, destination)) {
            write(root.resolve("a/x"), "x");
        }
        Files.setLastModifiedTime(source.resolve("a"), FileTime.fromMillis(1_234_567_890_000L));
        for (boolean given : new boolean[] {false, true}) {
            ComparisonResult found = compare(
                    local(),
                    source,
                    local(),
                    destination,
                    new TreeComparison.Wanted(CompareBy.MTIME, CopyRules.USUAL, false, false, given));
            assertThat(found.otherTimes().stream().map(Difference::path).anyMatch("a"::equals))
                    .isEqualTo(given);
        }
    }

    private static TreeComparison.Wanted by(Links links) {
        return new TreeComparison.Wanted(CompareBy.MTIME, CopyRules.USUAL.with(links));
    }

    private static ComparisonResult compare(
            Store source, Path from, Store destination, Path to, TreeComparison.Wanted wanted) throws Exception {
        return new TreeComparison(wanted)
                .run(
                        source,
                        source.stat(from.toString()).orElseThrow(),
                        destination,
                        destination.stat(to.toString()).orElseThrow());
    }

    private static ComparisonResult compare(Store source, Path from, Store destination, Path to, @Nullable CompareBy by)
            throws Exception {
        return compare(source, from, destination, to, new TreeComparison.Wanted(by, CopyRules.USUAL));
    }

    private static Store local() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
    }

    private static Store sftp(SshServer server) throws Exception {
        return SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
    }

    private Path tree(String name) throws IOException {
        Path root = directory.resolve(name);
        write(root.resolve("a/1.txt"), "one");
        write(root.resolve("b/2.txt"), "two");
        Files.createDirectory(root.resolve("empty"));
        return root;
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.setLastModifiedTime(Files.writeString(file, content), THEN);
    }

    private static void open(Path path, int mode) {
        try {
            Files.setAttribute(path, "unix:mode", Files.isDirectory(path) ? mode : 0644);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
