package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.testserver.TestCredentials;

class EngineMoverTest extends MoverContract {
    private static final CopyRules HARD_LINKS = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HARD_LINKS));

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private TcpForwarder forwarder;

    @BeforeEach
    void start() throws IOException, TransferException {
        engine = new EngineFixture(directory);
        forwarder = new TcpForwarder(engine.node.address());
    }

    @AfterEach
    void stop() throws IOException {
        forwarder.close();
        engine.close();
    }

    @Override
    protected Path served() {
        return engine.data;
    }

    @Override
    protected Location remote(String path) {
        return EngineFixture.remote(forwarder.port(), path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected boolean keepsPrefixes() {
        return false;
    }

    @Override
    protected boolean writesFromSeveralHomes() {
        return false;
    }

    @Override
    protected boolean keepsLinks() {
        return true;
    }

    @Override
    protected boolean isConfined() {
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
    protected Mover moverOfCommand(CopiedNames copied) {
        return new RepeatingMover(new EngineMover(engine.home).ofCommand(copied));
    }

    @Override
    protected String transport() {
        return "tcp";
    }

    @Override
    protected void cut() {
        forwarder.cutAll();
    }

    @Override
    protected Mover mover(Credentials credentials, InputStream in, ByteArrayOutputStream out) {
        return new RepeatingMover(new EngineMover(engine.home).withStreams(in, out));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLargeFileOfSeveralNamesIsResumed(boolean put) throws Exception {
        Path tree = Files.createDirectory((put ? here : served()).resolve("tree"));
        file(tree.resolve("a"), 48 * MIB);
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        Path copy = (put ? served() : here).resolve("copy");
        TransferRequest request = put ? slowly(local(tree), remote("/copy")) : slowly(remote("/tree"), local(copy));
        interruptAt(36 * MIB, request.with(HARD_LINKS));
        TransferReport report = mover().move(
                        TransferRequest.of(request.source(), request.destination())
                                .with(HARD_LINKS),
                        new TestListener());
        assertThat(report.resumedBytes()).isGreaterThan(20 * MIB);
        assertThat(report.bytes()).isEqualTo(48 * MIB);
        assertThat(Files.isSameFile(copy.resolve("a"), copy.resolve("b"))).isTrue();
        assertSameTree(tree, copy);
        assertNothingLeftOver(copy);
    }

    /** Where no link can be made each name comes for itself, however small all together are. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3000, 500_000})
    void aNameOnAnotherFileSystemBecomesAFileOfItsOwn(int bytes) throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/sub")).getParent();
        file(tree.resolve("a"), bytes);
        for (int i = 0; i < 20; i++) {
            Files.createLink(tree.resolve("sub/" + i), tree.resolve("a"));
        }
        Files.createLink(tree.resolve("z"), tree.resolve("a"));
        Path copy = served().resolve("copy");
        TestListener listener = new TestListener();
        try (SmallDisk _ = SmallDisk.mount(copy.resolve("tree/sub"), 20)) {
            TransferReport report = mover().move(
                            TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), listener);
            assertSameTree(tree, copy.resolve("tree"));
            assertThat(report.files()).isEqualTo(22);
            assertThat(report.bytes()).isEqualTo(21L * bytes);
            assertThat(report.sentFiles()).isEqualTo(21);
            assertThat(report.sha256()).isEqualTo(treeHash(tree));
            assertThat(Files.isSameFile(copy.resolve("tree/a"), copy.resolve("tree/z")))
                    .isTrue();
            assertThat(listener.codes).containsOnlyOnce("HARD_LINKS_NOT_KEPT");
            assertThat(listener.events)
                    .contains("HARD_LINKS_NOT_KEPT hard links are not kept: sub/0: no link was made (Invalid"
                            + " cross-device link); such names become files of their own (--hard-links)");
        }
    }

    @Test
    void eachKindThatIsLeftOutHasItsEvent() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 1000);
        assertThat(new ProcessBuilder("mkfifo", tree.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        Files.createSymbolicLink(tree.resolve("link"), Path.of("/etc"));
        file(tree.resolve(".waybill-0123456789ab-0123456789ab.part"), 10);
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(tree), remote("/copy/")), listener);
        assertThat(listener.events)
                .contains(
                        "SKIPPED_SPECIAL pipe is neither a file nor a directory",
                        "SKIPPED_PARTIAL .waybill-0123456789ab-0123456789ab.part is a partial file of a transfer")
                .anyMatch(event -> event.startsWith("SKIPPED_LINK link "));
    }

    /** The first source is on another file system there; a large single file is locked as it is received. */
    @Test
    void aLargeFileOfTheNextSourceComesForItselfWhereNoLinkIsMade() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 9 * MIB);
        Path other = Files.createLink(here.resolve("other"), tree.resolve("a"));
        Path copy = Files.createDirectory(served().resolve("copy"));
        TestListener listener = new TestListener();
        try (SmallDisk _ = SmallDisk.mount(copy.resolve("tree"), 20)) {
            Mover mover = moverOfCommand(new CopiedNames());
            for (Path source : List.of(tree, other)) {
                mover.move(TransferRequest.of(local(source), remote("/copy/")).with(HARD_LINKS), listener);
            }
            assertThat(copy.resolve("tree/a")).satisfies(sameContentAs(other));
            assertThat(copy.resolve("other")).satisfies(sameContentAs(other));
            assertThat(listener.codes).containsOnlyOnce("HARD_LINKS_NOT_KEPT");
            assertThat(listener.events)
                    .anyMatch(text -> text.contains("no link was made"))
                    .noneMatch(text -> text.contains("SHA-256 differs"));
        }
    }

    /** A name in the place of a directory of the tree leads elsewhere: what is there is not of the copy. */
    @Test
    void noNameIsMadeOfWhatASymbolicLinkLeadsTo() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/sub")).getParent();
        file(tree.resolve("a"), 1000);
        Files.createLink(tree.resolve("sub/c"), tree.resolve("a"));
        Path copy = Files.createDirectories(served().resolve("copy/tree"));
        Path elsewhere = Files.createDirectory(served().resolve("elsewhere"));
        Path precious = Files.copy(tree.resolve("a"), elsewhere.resolve("c"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createSymbolicLink(copy.resolve("sub"), Path.of("../../elsewhere"));
        mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(HARD_LINKS), new TestListener());
        assertSameTree(tree, copy);
        assertThat(Files.isSameFile(copy.resolve("a"), copy.resolve("sub/c"))).isTrue();
        assertThat(Files.isSameFile(copy.resolve("a"), precious)).isFalse();
        assertThat(Files.getAttribute(precious, "unix:nlink")).isEqualTo(1);
    }

    /** Our blocks are smaller than the other movers': only the one that was altered is sent again. */
    @Override
    @Test
    void sendsAnAlteredPartialFileAgain() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        Path partial = EngineFixture.leftovers(here).stream()
                .filter(path -> path.toString().endsWith(".part"))
                .findFirst()
                .orElseThrow();
        try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
            file.seek(20 * MIB);
            file.write("altered by another program".getBytes(StandardCharsets.UTF_8));
        }
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isGreaterThan(30 * MIB);
        assertThat(Files.exists(partial)).isFalse();
    }
}
