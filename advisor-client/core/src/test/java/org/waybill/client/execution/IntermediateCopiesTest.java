package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** What a staged transfer stores at the hosts between its endpoints: made, closed to others, resumed and removed. */
class IntermediateCopiesTest extends StagedCase {
    /** Of a directory with two files, of which the source no longer has one, and the host between both. */
    private TransferOrder stoppedBeforeOneWasDeleted() throws Exception {
        far.file("run7/a", 1_000, 1);
        Path gone = far.file("run7/sub/gone", 1_000, 2);
        TransferOrder order = order(directory.resolve("run7"), "/run7", 2_000);
        stopAtSecondHop(order);
        Files.delete(gone);
        return order;
    }

    @Test
    void whatTheSourceHasNoLongerIsNotCopiedFromAnEarlierRun() throws Exception {
        TransferOrder order = stoppedBeforeOneWasDeleted();

        move(order, heard());
        assertThat(far.data.resolve("run7/a")).exists();
        assertThat(far.data.resolve("run7/sub/gone")).doesNotExist();
        assertThat(events).anyMatch(event -> event.startsWith("STAGED_AGAIN"));
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void aCopyBetweenThatCannotBeRemovedIsNotCopiedOn() throws Exception {
        TransferOrder order = stoppedBeforeOneWasDeleted();

        Path lock = between().resolve("run7/sub/.waybill-" + "0".repeat(32) + ".lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.lock();
            assertThatThrownBy(() -> move(order, heard()))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TARGET_BUSY))
                    .hasMessageStartingWith(
                            "hop 1 of 2, here to 127.0.0.1: the intermediate copy at 127.0.0.1 is not" + " removed: ");
        }
        assertThat(far.data.resolve("run7")).doesNotExist();
        move(order, heard());
        assertThat(far.data.resolve("run7/a")).exists();
        assertThat(far.data.resolve("run7/sub")).isEmptyDirectory();
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void aCopyBetweenBehindSshIsInTheLoginDirectoryAndClosedToOthers() throws Exception {
        far.file("run7/sub/a", 1_000, 1);
        Path login = Path.of(System.getProperty("user.home"));
        List<String> found = new ArrayList<>();
        TransferListener looking = new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                if (text.startsWith("hop 2")) {
                    found.addAll(stagedIn(login));
                }
            }
        };
        try (SshServer ssh = SshServer.start(directory)) {
            Location here = Location.local(directory.resolve("run7").toString());
            Location stop = ssh.location("run7");
            Location there = ssh.location(directory.resolve("copy").toString());
            Candidate option = bySsh(here, there, List.of("127.0.0.1:" + ssh.port()))
                    .of(List.of(bySsh(here, stop, List.of()), bySsh(stop, there, List.of())));
            TransferOrder order = TransferOrder.of(TransferRequest.of(here, there), "sftp", "here", "there", 1, true)
                    .along(option, 1_000);
            TestCredentials keys = new TestCredentials().sshKey(ssh.userKey()).knownHosts(ssh.knownHosts());
            TransferListener stopping = stoppingAtSecondHop();
            assertThatThrownBy(() -> move(order, stopping, TestMovers.of(keys).all(), keys))
                    .isInstanceOfAny(InterruptedException.class, TransferException.class);
            boolean _ = Thread.interrupted();
            String open = stagedIn(login).getFirst();
            // as by a run that was killed before it had closed it
            Files.setPosixFilePermissions(
                    Path.of(open.substring(0, open.indexOf(' '))), PosixFilePermissions.fromString("rwxr-xr-x"));
            move(order, looking, TestMovers.of(keys).all(), keys);
        }
        assertThat(directory.resolve("copy/sub/a")).exists();
        assertThat(found).hasSize(1).first().asString().endsWith(" rwx------");
        assertThat(stagedIn(login)).isEmpty();
    }

    private static Candidate bySsh(Location from, Location to, List<String> via) {
        return new Candidate(Tool.SFTP, Protocol.SFTP, "sftp", from, to, via, 1, false, true, true);
    }

    private static List<String> stagedIn(Path login) {
        try (Stream<Path> all = Files.list(login)) {
            List<String> found = new ArrayList<>();
            for (Path path : (Iterable<Path>) all::iterator) {
                if (path.getFileName().toString().startsWith("waybill-staged-")) {
                    found.add(path + " " + PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
                }
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHostWithoutRoomIsNamedBeforeAnythingIsSent() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        assertThatThrownBy(() -> move(order(source, "/copy.h5", 1L << 60), heard()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DISK_FULL))
                .hasMessageMatching("127\\.0\\.0\\.1 cannot keep the intermediate copy: 1\\.00 EiB needed, .* free");
        assertThat(nearData).isEmptyDirectory();
        assertThat(progress).isEmpty();
    }
}
