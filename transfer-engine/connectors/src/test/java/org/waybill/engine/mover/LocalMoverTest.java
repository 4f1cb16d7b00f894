package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.node.FoldingDisk;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.TestCredentials;

class LocalMoverTest extends MoverContract {
    @TempDir
    private Path there;

    private Path served;

    @BeforeEach
    void serve() throws IOException {
        served = Files.createDirectory(there.resolve("served"));
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return Location.local(served + path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected boolean writesFromSeveralHomes() {
        return false;
    }

    @Override
    protected boolean writesWhereNamedLinksLead() {
        return true;
    }

    @Override
    protected boolean keepsLinks() {
        return true;
    }

    @Override
    protected boolean carriesPermissionsOfDirectories() {
        return true;
    }

    @Override
    protected boolean makesHoles() {
        return true;
    }

    @Override
    protected String transport() {
        return "local";
    }

    @Override
    protected void cut() {
        assumeTrue(false, "a local copy has no connection to cut");
    }

    @Override
    void goesOnWhereAGetWasCut() {
        cut();
    }

    @Override
    void goesOnWhereAPutWasCut() {
        cut();
    }

    @Override
    void doesNotTakeUpAStreamThatWasCut() {
        cut();
    }

    @Override
    void doesNotRepeatWhatAStreamWasGiven() {
        cut();
    }

    @Test
    void refusesToCopyAFileOntoItself() throws Exception {
        Path file = file(here.resolve("a"), 10);
        assertThat(failure(local(file), local(file)).reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(failure(local(here), local(here.resolve("inside"))).reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(Files.size(file)).isEqualTo(10);
    }

    /** "No such file or directory" was said of a directory that is there. */
    @Test
    void saysThatTheKernelsFileSystemsStoreNoFiles() throws Exception {
        Path source = file(here.resolve("a"), 10);
        for (String path : List.of("/proc/waybill-test", "/sys/waybill-test")) {
            TransferException e = failure(local(source), Location.local(path));
            assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
            assertThat(e).hasMessageContaining("stores no files; choose another directory");
        }
    }

    @Test
    void leavesATargetAloneThatTheEngineIsWriting() throws Exception {
        Path source = file(here.resolve("a"), 10);
        try (ConfinedRoot root = ConfinedRoot.open(served);
                Directory at = root.open(List.of());
                TargetLock _ =
                        TargetLock.acquire(at, TemporaryNames.ofThisProcess(), "b", "a transfer of the engine")) {
            TransferException e = failure(local(source), remote("/b"));
            assertThat(e.reason()).isEqualTo(Reason.TARGET_BUSY);
            assertThat(e).hasMessageContaining("written by a transfer of the engine");
        }
        put(source, remote("/b"));
        assertNothingLeftOver(served);
    }

    @Test
    void leavesOutWhatTheEngineHasNotFinished() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree"));
        file(tree.resolve("data"), 10);
        for (String unfinished : List.of(".part", "-5f3a-7.part", ".ledger", ".lock")) {
            file(tree.resolve(EntryNames.stem("data") + unfinished), 10);
        }
        put(tree, remote("/copy"));
        assertThat(names(served.resolve("copy"))).containsExactly("data");
    }

    @Test
    void doesNotReplaceADevice() throws Exception {
        TransferException e = failure(local(file(here.resolve("a"), 10)), Location.local("/dev/null"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
    }

    @Test
    void movesTheRestOfADirectoryWhenOneFileCannotBeRead() throws Exception {
        assumeTrue(!Packages.isRoot(), "root may read everything; run as an ordinary user");
        Path tree = tree(here.resolve("tree"));
        tree.resolve("f3").toFile().setReadable(false);
        TransferException e = failure(local(tree), remote("/copy"));
        assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
        assertThat(served.resolve("copy/f4")).exists();
        assertThat(served.resolve("copy/f3")).doesNotExist();
    }

    @Test
    void keepsTimesAndPermissions() throws Exception {
        Path source = file(here.resolve("script"), 10);
        source.toFile().setExecutable(true);
        put(source, remote("/script"));
        assertThat(Files.isExecutable(served.resolve("script"))).isTrue();
        assertThat(Files.getLastModifiedTime(served.resolve("script"))).isEqualTo(Files.getLastModifiedTime(source));
    }

    @Test
    void movesNothingAgainThatIsThereAlready() throws Exception {
        Path tree = tree(here.resolve("tree"));
        put(tree, remote("/copy/"));
        assertThat(put(tree, remote("/copy/")).resumedBytes())
                .isEqualTo(put(tree, remote("/copy/")).bytes());
    }

    @Test
    void aSymbolicLinkThatIsFollowedBecomesAFileOfItsOwn() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 100);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        Files.createSymbolicLink(tree.resolve("soft"), Path.of("a"));
        CopyRules rules = CopyRules.USUAL.with(CopyRules.Links.FOLLOW).with(EnumSet.of(CopyRules.Extra.HARD_LINKS));
        mover().move(TransferRequest.of(local(tree), remote("/copy")).with(rules), new TestListener());
        Path copy = served.resolve("copy");
        assertThat(Files.getAttribute(copy.resolve("a"), "unix:nlink")).isEqualTo(2);
        assertThat(Files.getAttribute(copy.resolve("soft"), "unix:nlink")).isEqualTo(1);
        assertThat(copy.resolve("soft")).satisfies(sameContentAs(tree.resolve("a")));
    }

    /** Others may have put a link into the destination, for root to give what it leads to away. */
    @Test
    void attributesAreNotGivenThroughALinkOutOfTheTree() throws Exception {
        Path root = Files.createDirectories(served.resolve("tree/sub")).getParent();
        Path outside = Files.createDirectory(served.resolve("outside"));
        Files.createSymbolicLink(root.resolve("link"), outside);
        FileAttributes like = new FileAttributes(-1, -1, Map.of("user.note", new byte[] {1}));
        Set<CopyRules.Extra> wanted = EnumSet.of(CopyRules.Extra.XATTRS);
        try (Store store =
                LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {})) {
            Entry sub = Entry.directory(root + "/sub");
            assertThat(store.metadata().giveAttributes(root.toString(), sub, sub, like, wanted))
                    .isEmpty();
            String link = root + "/link";
            for (Entry there :
                    List.of(Entry.directory(link), new Entry(link, Entry.Kind.FILE, 1, null, -1, null, true))) {
                assertThatThrownBy(() -> store.metadata().giveAttributes(root.toString(), there, there, like, wanted))
                        .isInstanceOf(TransferException.class);
            }
        }
        assertThat(LocalAttributes.read(root.resolve("sub"), wanted).named()).containsOnlyKeys("user.note");
        assertThat(LocalAttributes.read(outside, wanted).named()).isEmpty();
    }

    /** A run without the option before, or a twin that was replaced at the destination. */
    @Test
    void filesOfTheirOwnBecomeNamesOfOneFileLater() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 100);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        put(tree, remote("/copy/"));
        Path copy = served.resolve("copy/tree");
        assertThat(Files.getAttribute(copy.resolve("a"), "unix:nlink")).isEqualTo(1);
        CopyRules rules = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HARD_LINKS));
        mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(rules), new TestListener());
        assertThat(Files.isSameFile(copy.resolve("a"), copy.resolve("b"))).isTrue();
        assertSameTree(tree, copy);
    }

    @Test
    void keepsATimeBefore1970() throws Exception {
        Path source = file(here.resolve("old"), 10);
        FileTime time = FileTime.from(Instant.parse("1969-12-31T23:59:58.500Z"));
        assertThat(new ProcessBuilder("touch", "-d", time.toString(), source.toString())
                        .start()
                        .waitFor())
                .isZero();
        put(source, local(here.resolve("copy")));
        assertThat(Files.getLastModifiedTime(here.resolve("copy"))).isEqualTo(time);
    }

    /** The kernel says "Operation not permitted", "Function not implemented" and "No such file or directory". */
    @Test
    void whatTheFileSystemCannotKeepIsSaid() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 1000);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        try (FoldingDisk disk = FoldingDisk.mount(there.resolve("exfat"))) {
            Location to = Location.local(disk.directory + "/");
            TestListener listener = new TestListener();
            mover().move(
                            TransferRequest.of(local(tree), to)
                                    .with(CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HARD_LINKS))),
                            listener);
            assertThat(listener.events)
                    .anyMatch(event -> event.startsWith("HARD_LINKS_NOT_KEPT ")
                            && event.endsWith(": the file system there keeps no hard links; such names become files of"
                                    + " their own (--hard-links)"));
            assertThat(disk.directory.resolve("tree/b")).satisfies(sameContentAs(tree.resolve("a")));
            Files.createSymbolicLink(tree.resolve("link"), Path.of("a"));
            assertThatThrownBy(() -> mover().move(TransferRequest.of(local(tree), to), new TestListener()))
                    .hasMessageContaining("the file system there keeps no symbolic links")
                    .extracting("reason")
                    .isEqualTo(Reason.BAD_INPUT);
            Files.delete(tree.resolve("link"));
            for (Path odd : List.of(file(tree.resolve("x:y"), 10), Files.createDirectory(tree.resolve("d?")))) {
                assertThatThrownBy(() -> mover().move(TransferRequest.of(local(tree), to), new TestListener()))
                        .hasMessageContaining("the file system there allows no name with this character")
                        .extracting("reason")
                        .isEqualTo(Reason.BAD_INPUT);
                Files.delete(odd);
            }
        }
    }
}
