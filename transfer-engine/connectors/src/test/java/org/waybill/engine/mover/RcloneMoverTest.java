package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.RcloneRemotes;
import org.waybill.engine.testserver.TestCredentials;

/** By rclone with its backend for this machine's files, which the environment of the tests configures. */
class RcloneMoverTest extends MoverContract {
    @TempDir
    private Path served;

    @BeforeEach
    void serve() throws IOException {
        served = Files.createDirectory(served.resolve("served"));
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return RcloneRemotes.here(served + path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected String transport() {
        return "rclone";
    }

    @Override
    protected boolean provesWhatIsThere() {
        return false;
    }

    @Override
    protected boolean resumesPut() {
        return false;
    }

    @Override
    protected boolean tellsLinks() {
        return false;
    }

    /** The others have pictures and wide characters in their place at most backends. */
    @Override
    protected boolean carries(String name) {
        return name.chars().allMatch(c -> c >= ' ' && c != 0x7f);
    }

    @Test
    void namesThatRcloneWouldStoreAsOthersAreNamedAndTheRestIsMoved() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("plain"), 5);
        List<String> others = List.of("\u201b\u201b\uff0e", "\u240dx", "a\uff0fb", "tab\t", "\uff0e");
        for (String other : others) {
            file(tree.resolve(other), 5);
        }
        file(Files.createDirectory(tree.resolve("d\r")).resolve("x"), 5);
        TransferException up = failure(local(tree), remote("/tree"));
        assertThat(up.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(up).hasMessageContaining("rclone would store this name as another one");
        assertThat(up.notTransferred()).hasSize(others.size() + 1);
        assertThat(names(served.resolve("tree"))).containsExactly("plain");
    }

    @Test
    void listedNamesThatMayBeOthersAreNamedAndTheRestIsMoved() throws Exception {
        Path tree = servedDirectory("tree");
        Path plain = file(tree.resolve("plain"), 5);
        for (String other : List.of("\u201bx", "\u240dx", "a\uff0fb", "tab\t", "cr\r")) {
            file(tree.resolve(other), 5);
        }
        Path down = Files.createDirectory(here.resolve("down"));
        TransferException e = failure(remote("/tree"), local(down));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e.notTransferred()).hasSize(5);
        assertThat(down.resolve("tree/plain")).satisfies(sameContentAs(plain));
    }

    @Test
    void saysThatItIsNotKnownWhetherTheConnectionIsEncrypted() throws Exception {
        file(served.resolve("a"), 10);
        TestListener listener = new TestListener();
        mover().move(
                        TransferRequest.of(RcloneRemotes.hereWithoutHashes(served + "/a"), local(here.resolve("a"))),
                        listener);
        assertThat(listener.events).anyMatch(text -> text.endsWith("may be unencrypted: rclone does not tell"));
    }

    @Test
    void emptyDirectoriesAreLeftOutByNameWhereTheBackendHoldsNone() throws Exception {
        Path tree = Files.createDirectory(here.resolve("tree"));
        file(tree.resolve("a"), 5);
        Files.createDirectories(tree.resolve("empty/deep"));
        TransferReport report = put(tree, RcloneRemotes.inMemory("/bucket/tree"));
        assertThat(report.notTransferred())
                .extracting(NotTransferred::path, NotTransferred::reason)
                .containsExactlyInAnyOrder(
                        tuple("empty", NotTransferred.LEFT_OUT), tuple("empty/deep", NotTransferred.LEFT_OUT));
    }

    /** This machine's backend has SHA-256, which few have; below it is a remote without. */
    @Override
    @Test
    void whatWasWrittenIsReadBackWhereItsTransportSaysSo() throws Exception {
        for (boolean hashes : new boolean[] {true, false}) {
            TestListener listener = new TestListener();
            Location target = hashes ? remote("/b") : RcloneRemotes.hereWithoutHashes(served + "/c");
            mover().move(TransferRequest.of(local(file(here.resolve("a"), MIB)), target), listener);
            assertThat(listener.codes.contains("VERIFIED_BY_READING")).isNotEqualTo(hashes);
        }
        get(RcloneRemotes.hereWithoutHashes(served + "/c"), here.resolve("back"));
        assertThat(here.resolve("back")).satisfies(sameContentAs(here.resolve("a")));
    }

    @Test
    void namesTheRemotesThatThereAre() {
        Location nowhere = new Location(transport(), null, "no such", 0, "/x");
        TransferException e = failure(nowhere, local(here.resolve("x")));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e).hasMessageContaining("rclone has no remote 'no such': expected one of hashless, here, memory");
    }

    /** An upload is a part of a form: content that ends the part, and adds another one, stays content. */
    @Test
    void noContentEndsItsUploadOrAddsAnotherFile() throws Exception {
        Path source = Files.writeString(
                here.resolve("a"),
                "a\r\n"
                        + "--waybill-one-file-and-no-other\r\n"
                        + "Content-Disposition: form-data; name=\"file\"; filename=\"planted\"\r\n\r\n"
                        + "b\r\n"
                        + "--waybill-one-file-and-no-other--\r\n");
        mover().move(TransferRequest.of(local(source), remote("/a")), new TestListener());
        assertThat(served.resolve("a")).satisfies(sameContentAs(source));
        assertThat(served.resolve("planted")).doesNotExist();
    }

    @Test
    void startsRcloneAgainWhereItDiesInTheMiddle() throws Exception {
        Path source = file(here.resolve("a"), 24 * MIB);
        TestListener listener = new TestListener().at(12 * MIB, this::cut);
        mover().move(slowly(local(source), remote("/b")), listener);
        assertThat(served.resolve("b")).satisfies(sameContentAs(source));
        assertNothingLeftOver(served);
        assertThat(RcloneRemotes.running()).isEmpty();
    }

    @Override
    protected void cut() {
        RcloneRemotes.killAll();
    }
}
