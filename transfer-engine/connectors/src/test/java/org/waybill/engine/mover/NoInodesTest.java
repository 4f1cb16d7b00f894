package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** File systems with room for bytes and none for another file. */
@Timeout(30)
class NoInodesTest {
    private static final int FILES = 60;

    @TempDir
    private Path here;

    @AutoClose
    private SmallDisk disk;

    private Path tree;
    private Path full;

    @BeforeEach
    void moreFilesThanThereIsRoomFor() throws IOException, InterruptedException {
        tree = Files.createDirectory(here.resolve("tree"));
        for (int i = 0; i < FILES; i++) {
            Files.writeString(tree.resolve("x" + i), "content " + i);
        }
        full = here.resolve("disk");
        disk = SmallDisk.mountForFiles(full, 25);
    }

    @Test
    void saysThatTheLocalDiskIsFull() {
        assertFull(failure(local(tree), local(full), new TestCredentials(), "local"));
    }

    @Test
    void saysThatTheDiskOfAnSshServerIsFull() {
        try (SshServer server = SshServer.start(here)) {
            assertFull(failure(local(tree), server.location(full.toString()), server.credentials(), "sftp"));
        }
    }

    @Test
    void saysThatTheLocalDiskIsFullWhenTheFilesComeFromAnSshServer() {
        try (SshServer server = SshServer.start(here)) {
            assertFull(failure(server.location(tree.toString()), local(full), server.credentials(), "sftp"));
        }
    }

    private static void assertFull(TransferException e) {
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.DISK_FULL);
        assertThat(e).hasMessageContaining("full");
        assertThat(e.notTransferred()).hasSizeGreaterThan(FILES - 25);
    }

    private static Location local(Path path) {
        return Location.local(path.toString());
    }

    private static TransferException failure(
            Location source, Location target, TestCredentials credentials, String transport) {
        Mover mover = TestMovers.named(transport, credentials);
        TransferException e = catchThrowableOfType(
                TransferException.class, () -> mover.move(TransferRequest.of(source, target), TransferListener.NONE));
        assertThat(e).as("the transfer must fail").isNotNull();
        return e;
    }
}
