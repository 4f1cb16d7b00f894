package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.store.CopiedNames;

/** What becomes of files of several names, in each transport that has hard links and in each that has none. */
abstract class HardLinksContract extends LinksContract {
    private static final CopyRules HARD_LINKS = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HARD_LINKS));

    /** A tree with a file of three names, and one of a single name. */
    private static Path ofSeveralNames(Path root) throws IOException {
        Path tree = Files.createDirectories(root.resolve("sub")).getParent();
        file(tree.resolve("a"), 300_000);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        Files.createLink(tree.resolve("sub/c"), tree.resolve("a"));
        file(tree.resolve("alone"), 100);
        return tree;
    }

    private static void assertOneFile(Path copy, String... names) throws IOException {
        Object first = KeptAttributes.inode(copy.resolve(names[0]));
        for (String name : names) {
            assertThat(KeptAttributes.inode(copy.resolve(name))).as(name).isEqualTo(first);
        }
    }

    @Test
    void namesOfOneFileBecomeNamesOfOneFile() throws Exception {
        Path tree = ofSeveralNames(here.resolve("tree"));
        TestListener listener = new TestListener();
        TransferReport report =
                mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), listener);
        Path copy = served().resolve("copy/tree");
        assertSameTree(tree, copy);
        assertThat(report.files()).isEqualTo(4);
        assertThat(report.bytes()).isEqualTo(keepsHardLinks() ? 300_100 : 900_100);
        assertThat(report.sentFiles()).isEqualTo(keepsHardLinks() ? 2 : 4);
        assertThat(listener.progress.getLast().totalFiles()).isEqualTo(report.sentFiles());
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertThat(listener.codes.contains("HARD_LINKS_NOT_KEPT")).isNotEqualTo(keepsHardLinks());
        assertThat(listener.progress.getLast().totalBytes()).isEqualTo(report.bytes());
        assertThat(listener.progress)
                .as("bytes of one file are expected once")
                .allMatch(moment -> moment.totalBytes() <= report.bytes());
        assertNothingLeftOver(served());
        if (!keepsHardLinks()) {
            assertThat(KeptAttributes.inode(copy.resolve("a"))).isNotEqualTo(KeptAttributes.inode(copy.resolve("b")));
            return;
        }
        assertOneFile(copy, "a", "b", "sub/c");
        Object before = KeptAttributes.inode(copy.resolve("a"));
        TransferReport again =
                mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), listener);
        assertThat(again.resumedBytes()).isEqualTo(again.bytes());
        assertThat(again.sentFiles()).isZero();
        assertThat(KeptAttributes.inode(copy.resolve("b"))).isEqualTo(before);
        // as rsync does it; the first name, another one, and one that is another file now
        for (String missing : List.of("a", "sub/c", "b")) {
            Files.delete(copy.resolve(missing));
            if (missing.equals("b")) {
                file(copy.resolve("b"), 20);
            }
            TransferReport linked = mover().move(
                            TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), listener);
            assertThat(linked.resumedBytes()).as(missing).isEqualTo(linked.bytes());
            assertOneFile(copy, "a", "b", "sub/c");
            assertThat(KeptAttributes.inode(copy.resolve("b")))
                    .as("no data were sent")
                    .isEqualTo(before);
        }
        assertSameTree(tree, copy);
        assertNothingLeftOver(served());
    }

    /** Each source of a command is a transfer of its own. */
    @Test
    void namesOfOneFileInSeveralSourcesBecomeNamesOfOneFile() throws Exception {
        assumeTrue(keepsHardLinks(), transport() + " makes no hard links");
        Path tree = ofSeveralNames(here.resolve("tree"));
        Path other = Files.createDirectory(here.resolve("other"));
        Files.createLink(other.resolve("d"), tree.resolve("a"));
        file(other.resolve("single"), 50);
        Files.createLink(here.resolve("e"), tree.resolve("a"));
        servedDirectory("copy");
        // the second run finds all there; the third, one of them as a file of its own
        for (int run = 0; run < 3; run++) {
            CopiedNames command = new CopiedNames();
            TestListener listener = new TestListener();
            for (Path source : List.of(tree, other, here.resolve("e"))) {
                TransferReport report = moverOfCommand(command)
                        .move(
                                TransferRequest.of(local(source), remote("/copy/"))
                                        .with(HARD_LINKS),
                                listener);
                // an SFTP server does not show that the name that comes last is one of them too
                if (run == 1 || run == 2 && transport().equals("local")) {
                    assertThat(report.resumedBytes()).isEqualTo(report.bytes());
                }
            }
            Path copy = served().resolve("copy");
            assertThat(listener.codes).doesNotContain("HARD_LINKS_NOT_KEPT");
            assertOneFile(copy, "tree/a", "tree/b", "tree/sub/c", "other/d", "e");
            assertSameTree(tree, copy.resolve("tree"));
            assertSameTree(other, copy.resolve("other"));
            assertNothingLeftOver(served());
            if (run == 1) {
                Files.delete(copy.resolve("other/d"));
                if (transport().equals("local")) { // an SFTP server does not show which names are of one file
                    Files.copy(tree.resolve("a"), copy.resolve("other/d"), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    @Test
    void namesOfOneFileThatIsFetchedBecomeNamesOfOneFile() throws Exception {
        assumeTrue(fetchesHardLinks(), transport() + " does not show which names are of one file");
        ofSeveralNames(servedDirectory("up").resolve("tree"));
        Path other = Files.createDirectory(served().resolve("up/other"));
        Files.createLink(other.resolve("d"), served().resolve("up/tree/a"));
        Path copy = Files.createDirectory(here.resolve("copy"));
        // the second run finds all there; the third, the first name as nothing and the last as a file of its own
        for (int run = 0; run < 3; run++) {
            CopiedNames command = new CopiedNames();
            TestListener listener = new TestListener();
            for (String source : List.of("tree", "other")) {
                TransferReport report = moverOfCommand(command)
                        .move(
                                TransferRequest.of(remote("/up/" + source), local(copy.resolve(source)))
                                        .with(HARD_LINKS),
                                listener);
                assertThat(report.bytes()).isEqualTo(source.equals("tree") ? 300_100 : 300_000);
                assertThat(report.sentFiles()).isEqualTo(run == 0 && source.equals("tree") ? 2 : 0);
                assertThat(listener.progress.getLast().totalBytes()).isEqualTo(report.bytes());
                assertThat(report.sha256())
                        .isEqualTo(treeHash(served().resolve("up").resolve(source)));
            }
            assertThat(listener.codes).doesNotContain("HARD_LINKS_NOT_KEPT");
            assertOneFile(copy, "tree/a", "tree/b", "tree/sub/c", "other/d");
            assertSameTree(served().resolve("up"), copy);
            assertNothingLeftOver(copy);
            if (run == 1) {
                Files.delete(copy.resolve("tree/a"));
                Files.delete(copy.resolve("other/d"));
                Files.copy(copy.resolve("tree/b"), copy.resolve("other/d"), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    @Test
    void partialFilesOfNamesThatBecomeHardLinksAreRemoved() throws Exception {
        assumeTrue(keepsHardLinks(), transport() + " makes no hard links");
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 12 * MIB);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        interruptAt(13 * MIB, local(tree), remote("/copy"));
        assertThat(names(served().resolve("copy")))
                .as("of both, or of the second alone")
                .anyMatch(name -> name.matches(".*\\.part(ial)?"));
        mover().move(TransferRequest.of(local(tree), remote("/copy")).with(HARD_LINKS), new TestListener());
        assertOneFile(served().resolve("copy"), "a", "b");
        assertNothingLeftOver(served());
    }

    @Test
    void noHardLinkLeadsToWhatIsNotOfTheTransfer() throws Exception {
        assumeTrue(keepsHardLinks(), transport() + " makes no hard links");
        Path tree = ofSeveralNames(here.resolve("tree"));
        Path copy = Files.createDirectories(servedDirectory("copy").resolve("tree/sub"))
                .getParent();
        Path victim = file(served().resolve("victim"), 20);
        // equal to the source by every measure, and with a name elsewhere
        Path precious = Files.copy(tree.resolve("a"), served().resolve("precious"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createLink(copy.resolve("a"), precious);
        Files.createSymbolicLink(copy.resolve("b"), victim);
        Files.createLink(copy.resolve("sub/c"), victim);
        mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), new TestListener());
        assertSameTree(tree, copy);
        assertOneFile(copy, "a", "b", "sub/c");
        assertThat(copy.resolve("b")).isRegularFile();
        assertThat(Files.isSymbolicLink(copy.resolve("b"))).isFalse();
        assertThat(KeptAttributes.inode(precious)).isNotEqualTo(KeptAttributes.inode(copy.resolve("a")));
        assertThat(victim).hasSize(20);

        // equal files, each with a second name in a snapshot: the counts are those of one file of two names
        Path shared = Files.createDirectories(servedDirectory("shared").resolve("tree"));
        Path snapshot = Files.createDirectory(served().resolve("snapshot"));
        for (String name : List.of("a", "b")) {
            Files.copy(tree.resolve("a"), snapshot.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
            Files.createLink(shared.resolve(name), snapshot.resolve(name));
        }
        mover().move(TransferRequest.of(local(tree), remote("/shared/")).with(HARD_LINKS), new TestListener());
        assertSameTree(tree, shared);
        assertOneFile(shared, "a", "b", "sub/c");
        for (String name : List.of("a", "b")) {
            assertThat(KeptAttributes.inode(snapshot.resolve(name)))
                    .as(name)
                    .isNotEqualTo(KeptAttributes.inode(shared.resolve("a")));
        }
        assertNothingLeftOver(served());
    }

    @Test
    void aNameThatCannotBecomeAHardLinkKeepsNoOtherFromIt() throws Exception {
        assumeTrue(keepsHardLinks(), transport() + " makes no hard links");
        Path tree = ofSeveralNames(here.resolve("tree"));
        for (String name : List.of("a", "b", "sub/c")) {
            Path copy =
                    servedDirectory("copy-without-" + name.replace('/', '-')).resolve("tree");
            file(Files.createDirectories(copy.resolve(name)).resolve("theirs"), 10);
            TransferException e = failure(
                    TransferRequest.of(local(tree), remote("/copy-without-" + name.replace('/', '-') + "/"))
                            .with(HARD_LINKS),
                    new TestListener());
            assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly(name);
            assertThat(copy.resolve(name).resolve("theirs")).exists();
            List<String> others = Stream.of("a", "b", "sub/c")
                    .filter(other -> !other.equals(name))
                    .toList();
            assertOneFile(copy, others.toArray(String[]::new));
            for (String other : others) {
                assertThat(copy.resolve(other)).satisfies(sameContentAs(tree.resolve(other)));
            }
            assertNothingLeftOver(served());
        }
    }
}
