package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** What every mover must do with files and directories of any size and name. */
@Timeout(40)
abstract class CopyContract extends MoverCase {
    @Test
    void putsAFile() throws Exception {
        Path source = file(here.resolve("a"), 3 * MIB + 17);
        TransferReport report = put(source, remote("/b"));
        assertThat(served().resolve("b")).satisfies(sameContentAs(source));
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertThat(report.files()).isOne();
        assertThat(report.transport()).isEqualTo(transport());
        assertNothingLeftOver(served());
    }

    /** By which forecasts reckon with the way back; on this machine there is none. */
    @Test
    void whatWasWrittenIsReadBackWhereItsTransportSaysSo() throws Exception {
        TestListener listener = new TestListener();
        mover().move(TransferRequest.of(local(file(here.resolve("a"), MIB)), remote("/b")), listener);
        Transport described = Protocols.transport(transport());
        assertThat(listener.codes.contains("VERIFIED_BY_READING"))
                .as("readsBack of the transport %s", described)
                .isEqualTo(described.readsBack() || described.kind() == Transport.Kind.LOCAL);
    }

    @Test
    void getsAFile() throws Exception {
        Path source = file(served().resolve("a"), 3 * MIB + 17);
        TransferReport report = get(remote("/a"), here.resolve("b"));
        assertThat(here.resolve("b")).satisfies(sameContentAs(source));
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertNothingLeftOver(here);
    }

    @Test
    void movesAnEmptyFileBothWays() throws Exception {
        put(file(here.resolve("empty"), 0), remote("/empty"));
        assertThat(served().resolve("empty")).isEmptyFile();
        get(remote("/empty"), here.resolve("back"));
        assertThat(here.resolve("back")).isEmptyFile();
    }

    @Test
    void putsIntoAnExistingDirectoryUnderTheSourcesName() throws Exception {
        servedDirectory("dir");
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/dir/"));
        assertThat(served().resolve("dir/name")).satisfies(sameContentAs(source));
    }

    @Test
    void createsTheDirectoriesAboveTheTarget() throws Exception {
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/new/deep/x"));
        assertThat(served().resolve("new/deep/x")).satisfies(sameContentAs(source));
    }

    @Test
    void replacesAFile() throws Exception {
        file(served().resolve("x"), 100_000);
        Path source = file(here.resolve("new"), 10);
        put(source, remote("/x"));
        assertThat(served().resolve("x")).satisfies(sameContentAs(source));
    }

    @Test
    void putsAndGetsFilesWithHostileNames() throws Exception {
        Path names = Files.createDirectory(here.resolve("names"));
        for (String name : hostileNames().filter(this::carries).toList()) {
            file(names.resolve(name), 100);
        }
        put(names, remote("/copy"));
        assertSameTree(names, served().resolve("copy"));
        get(remote("/copy"), here.resolve("back"));
        assertSameTree(names, here.resolve("back"));
    }

    @Test
    void putsAndGetsASingleFileWithAHostileName() throws Exception {
        String plain = " $(id);it's \"*?\" %41#x\\ ";
        String name = carries(plain + "\u202e") ? plain + "\u202e" : plain;
        Path source = file(here.resolve(name), 1000);
        put(source, remote("/" + name));
        assertThat(names(served())).containsExactly(name);
        Path back = Files.createDirectory(here.resolve("back"));
        get(remote("/" + name), back);
        assertThat(back.resolve(name)).satisfies(sameContentAs(source));
    }

    @Test
    void refusesByNameWhatItCannotCarry() throws Exception {
        for (String name : hostileNames().filter(one -> !carries(one)).toList()) {
            TransferException refused = failure(local(file(here.resolve(name), 10)), remote("/" + name));
            assertThat(refused.reason()).as(name).isEqualTo(Reason.BAD_INPUT);
        }
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void putsADirectory() throws Exception {
        Path tree = tree(here.resolve("tree"));
        TransferReport report = put(tree, remote("/copy"));
        assertSameTree(tree, served().resolve("copy"));
        assertThat(report.files()).isEqualTo(42);
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(served());
    }

    @Test
    void getsADirectory() throws Exception {
        Path tree = tree(served().resolve("tree"));
        TransferReport report = get(remote("/tree"), here.resolve("copy"));
        assertSameTree(tree, here.resolve("copy"));
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(here);
    }

    @Test
    void aDirectoryGoesBelowATargetThatEndsInASlashEachTimeWhateverThatIsCalled() throws Exception {
        Path tree = Files.createDirectory(here.resolve("run7"));
        file(tree.resolve("x"), 1000);
        servedDirectory("others/run7");
        Path precious = file(served().resolve("others/run7/x"), 10);
        byte[] before = Files.readAllBytes(precious);
        for (int time = 0; time < 2; time++) {
            put(tree, remote("/new/run7/"));
            put(tree, remote("/others/run7/"));
        }
        assertThat(served().resolve("new/run7")).isDirectoryRecursivelyContaining("glob:**/run7/run7/x");
        assertThat(served().resolve("new/run7/x")).doesNotExist();
        assertThat(precious).satisfies(sameContentAs(before));
        assertThat(served().resolve("others/run7/run7/x")).satisfies(sameContentAs(tree.resolve("x")));
        for (int time = 0; time < 2; time++) {
            mover().move(
                            TransferRequest.of(remote("/new/run7"), Location.local(here.resolve("back/run7") + "/")),
                            new TestListener());
        }
        assertThat(here.resolve("back/run7/run7/run7/x")).exists();
        assertThat(here.resolve("back/run7/run7/x")).doesNotExist();
    }

    /** As by rsync. */
    @Test
    void theContentsOfADirectoryThatEndsInASlashGoIntoTheTargetItselfEachTime() throws Exception {
        Path tree = Files.createDirectories(here.resolve("run7/below")).getParent();
        file(tree.resolve("x"), 1000);
        file(tree.resolve("below/y"), 10);
        servedDirectory("others");
        Path precious = file(served().resolve("others/z"), 10);
        for (int time = 0; time < 2; time++) {
            for (String target : List.of("/others", "/others/", "/new", "/new/")) {
                mover().move(TransferRequest.of(Location.local(tree + "/"), remote(target)), new TestListener());
            }
            get(remote("/new/"), here.resolve("back"));
            get(remote("/new/"), Files.createDirectories(here.resolve("there")));
        }
        assertThat(names(served().resolve("others"))).containsExactlyInAnyOrder("x", "below", "z");
        assertThat(precious).exists();
        for (Path copy : List.of(served().resolve("new"), here.resolve("back"), here.resolve("there"))) {
            assertThat(names(copy)).containsExactlyInAnyOrder("x", "below");
            assertSameTree(tree, copy);
        }
    }

    /** By protocols that give and accept permissions of directories. */
    @Test
    void aDirectoryIsOpenToNobodyWhomItsSourceIsClosedTo() throws Exception {
        assumeTrue(carriesPermissionsOfDirectories(), "the protocol carries no permissions of directories");
        Path tree = Files.createDirectories(here.resolve("tree/secret/below"))
                .getParent()
                .getParent();
        file(tree.resolve("secret/below/x"), 10);
        for (Path each : List.of(tree, tree.resolve("secret"), tree.resolve("secret/below"))) {
            Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwx--x---"));
        }
        put(tree, remote("/copy"));
        get(remote("/copy"), here.resolve("back"));
        put(tree, remote("/contents/"));
        for (Path copy : List.of(served().resolve("copy"), here.resolve("back"), served().resolve("contents/tree"))) {
            for (Path each : List.of(copy, copy.resolve("secret"), copy.resolve("secret/below"))) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
                        .as(each.toString())
                        .isEqualTo("rwx--x---");
            }
        }
        Files.setAttribute(servedDirectory("shared"), "unix:mode", 02777);
        put(tree, remote("/shared/"));
        assertThat((int) Files.getAttribute(served().resolve("shared/tree/secret"), "unix:mode") & 07777)
                .as("a directory of a group stays one")
                .isEqualTo(02710);
        Files.setPosixFilePermissions(served().resolve("copy/secret"), PosixFilePermissions.fromString("rwxr-xr-x"));
        put(tree, remote("/copy"));
        assertThat(Files.getPosixFilePermissions(served().resolve("copy/secret")))
                .as("what was there stays")
                .hasSize(7);
    }

    protected boolean carriesPermissionsOfDirectories() {
        return false;
    }

    @Test
    void aFileThatIsNamedAsADirectoryIsRefused() throws Exception {
        Path source = file(here.resolve("x"), 10);
        assertThat(failure(Location.local(source + "/"), remote("/copy")).reason())
                .isEqualTo(Reason.BAD_INPUT);
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    @Tag("nightly")
    @Timeout(300)
    void movesMoreThanFourGibibytes() throws Exception {
        Path source = here.resolve("huge");
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.seek((4L << 30) - 5);
            file.write("across the 32-bit border".getBytes(StandardCharsets.UTF_8));
        }
        put(source, remote("/huge"));
        assertThat(sha256(served().resolve("huge"))).isEqualTo(sha256(source));
    }
}
