package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;

/** What every mover must say of what it did, and of what it could not do. */
abstract class ReportContract extends ContentContract {
    /** In clear a byte that was altered on the way is in what arrived and in its checksum. */
    @Test
    void saysWithWhatAFileWasCompared() throws Exception {
        assertThat(put(file(here.resolve("a"), 1000), remote("/b")).compared()).isEqualTo(Compared.SOURCE);
        assertThat(get(remote("/b"), here.resolve("c")).compared())
                .isEqualTo(tellsSourceChecksum() ? Compared.SOURCE : Compared.ARRIVED);
    }

    @Test
    void whatIsInTheWayOfOneFileOrDirectoryStopsNoOtherAndIsNamed() throws Exception {
        for (boolean put : new boolean[] {true, false}) {
            Path tree = Files.createDirectories((put ? here : served()).resolve("mix/b"))
                    .getParent();
            file(tree.resolve("a"), 10);
            file(tree.resolve("b/c"), 10);
            file(Files.createDirectory(tree.resolve("d")).resolve("e"), 10);
            Files.createDirectory(tree.resolve("empty"));
            Path there = put ? servedDirectory("put") : Files.createDirectory(here.resolve("got"));
            Path copy = Files.createDirectories(there.resolve("mix/a")).getParent();
            file(copy.resolve("b"), 10);
            for (Path directory : new Path[] {there, copy, copy.resolve("a")}) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            TransferException e = put ? failure(local(tree), remote("/put")) : failure(remote("/mix"), local(there));
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred())
                    .allMatch(one -> one.reason().equals("BAD_INPUT"))
                    .allMatch(one -> one.text().contains("expected a "))
                    .extracting(NotTransferred::path)
                    .containsExactlyInAnyOrder("a", "b", "b/c");
            assertThat(copy.resolve("d/e")).satisfies(sameContentAs(tree.resolve("d/e")));
            assertThat(copy.resolve("empty")).isEmptyDirectory();
        }
    }

    @Test
    void namesThatAListingShowsAlikeAreMovedOrNamedEach() throws Exception {
        Path tree = servedDirectory("alike");
        Path plain = file(tree.resolve("x"), 5);
        List<Path> others = List.of(
                file(tree.resolve("x\n"), 5),
                file(tree.resolve("x\r\n"), 12),
                file(Files.createDirectory(tree.resolve("d\n")).resolve("q"), 8));
        Path inDirectory = file(Files.createDirectory(tree.resolve("d")).resolve("q"), 7);
        Path down = Files.createDirectory(here.resolve("alike-down"));
        if (carries("x\n")) {
            get(remote("/alike"), down);
            for (Path other : others) {
                assertThat(down.resolve("alike").resolve(tree.relativize(other).toString()))
                        .satisfies(sameContentAs(other));
            }
        } else {
            TransferException e = failure(remote("/alike"), local(down));
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred())
                    // rclone shows pictures of line breaks
                    .extracting(one -> one.path().replaceAll("[\u2400-\u2421]", ""))
                    .contains("x", "d")
                    .hasSizeGreaterThanOrEqualTo(others.size());
        }
        assertThat(down.resolve("alike/x")).satisfies(sameContentAs(plain));
        assertThat(down.resolve("alike/d/q")).satisfies(sameContentAs(inDirectory));
    }

    /** As in rsync: a link is replaced and never followed, but where its user named it. */
    @Test
    void writesNothingWhereALinkInTheDestinationLeads() throws Exception {
        Path tree = Files.createDirectories(served().resolve("linked/sub")).getParent();
        file(tree.resolve("sub/s"), 10);
        file(Files.createDirectory(tree.resolve("other")).resolve("o"), 10);
        Path elsewhere = Files.createDirectory(here.resolve("elsewhere"));
        Path down = Files.createDirectory(here.resolve("linked-down"));
        Files.createSymbolicLink(Files.createDirectory(down.resolve("linked")).resolve("sub"), elsewhere);
        Files.createSymbolicLink(
                Files.createDirectory(down.resolve("linked/other")).resolve("o"), file(here.resolve("victim"), 20));
        get(remote("/linked"), down);
        assertThat(elsewhere).isEmptyDirectory();
        assertThat(here.resolve("victim")).hasSize(20);
        assertSameTree(tree, down.resolve("linked"));
        assertThat(Files.isDirectory(down.resolve("linked/sub"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        Path named = Files.createSymbolicLink(here.resolve("named"), elsewhere);
        get(remote("/linked/"), named);
        assertSameTree(tree, elsewhere);
        assertThat(named).isSymbolicLink();
    }

    @Test
    void saysWhenTheSourceIsMissing() throws Exception {
        assertThat(failure(local(here.resolve("none")), remote("/x")).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(failure(remote("/none"), local(here.resolve("x"))).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(served()).isEmptyDirectory();
        assertThat(here.resolve("x")).doesNotExist();
    }

    @Test
    void saysWhenADirectoryIsInTheWay() throws Exception {
        Files.createDirectories(served().resolve("x/a"));
        TransferException e = failure(local(file(here.resolve("a"), 5)), remote("/x"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
    }

    @Test
    void namesEverythingOfATreeThatIsNotTransferredByPut() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/sub")).getParent();
        file(tree.resolve("good"), 10);
        file(tree.resolve("sub/.waybill-0123456789ab-0123456789ab.part"), 10);
        shell("mkfifo \"$1/sub/fifo\"; printf x > \"$1/$(printf 'b\\377d')\"", tree);
        TransferException e = failure(local(tree), remote("/copy"));
        assertThat(e.reason()).isIn(Reason.BAD_INPUT, Reason.UNSAFE);
        assertThat(e.notTransferred())
                .extracting(NotTransferred::path, NotTransferred::reason)
                .containsExactlyInAnyOrder(
                        tuple("sub/.waybill-0123456789ab-0123456789ab.part", NotTransferred.LEFT_OUT),
                        tuple("sub/fifo", NotTransferred.LEFT_OUT),
                        tuple("b\ufffdd", e.reason().name()));
        assertThat(e.notTransferred()).extracting(NotTransferred::text).noneMatch(String::isBlank);
        assertThat(served().resolve("copy/good")).exists();
        shell("rm -f \"$1\"/b*", tree);
        TransferReport report = put(tree, remote("/copy/"));
        assertThat(report.notTransferred())
                .extracting(NotTransferred::path)
                .containsExactlyInAnyOrder("sub/.waybill-0123456789ab-0123456789ab.part", "sub/fifo");
    }

    @Test
    void namesEverythingOfATreeThatIsNotTransferredByGet() throws Exception {
        Path tree = Files.createDirectories(served().resolve("tree/sub")).getParent();
        file(tree.resolve("good"), 10);
        file(tree.resolve("sub/.waybill-0123456789ab-0123456789ab.part"), 10);
        shell("printf x > \"$1/$(printf 'b\\377d')\"; printf x > \"$1/sub/$(printf '\\376')\"", tree);
        TransferException e = failure(remote("/tree"), local(here.resolve("copy")));
        assertThat(e.reason()).isIn(Reason.BAD_INPUT, Reason.UNSAFE);
        assertThat(e.notTransferred())
                .filteredOn(NotTransferred::isFailure)
                .hasSize(2)
                .allMatch(one -> one.reason().equals(e.reason().name()))
                .allMatch(one -> one.text().contains("UTF-8") || one.text().contains("ASCII"));
        assertThat(e.notTransferred())
                .filteredOn(one -> !one.isFailure())
                .hasSizeBetween(listsPartialFiles() ? 1 : 0, 1);
        assertThat(here.resolve("copy/good")).exists();
    }

    private static void shell(String script, Path argument) throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", script, "sh", argument.toString())
                .inheritIO()
                .start();
        assertThat(shell.waitFor()).isZero();
    }
}
