package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.MotoServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.TestMovers;

/** moto, which answers as AWS does in what versitygw leaves out; where it is installed. */
@Timeout(180)
class MotoTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path here;

    private final TestListener listener = new TestListener();

    private static Location at(String bucket, String path) {
        return new Location("s3", null, bucket, 0, path);
    }

    private TransferReport copy(Location from, Location to) throws TransferException, InterruptedException {
        return TestMovers.named("s3", new TestCredentials()).move(TransferRequest.of(from, to), listener);
    }

    @Test
    void copiesWithinTheServerAndSendsNothingAgain() throws Exception {
        try (MotoServer server = MotoServer.start(here, "bucket", "other")) {
            copyTrees();
        }
    }

    private void copyTrees() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/deep")).getParent();
        TestFiles.random(tree.resolve("small"), 1000, 1);
        TestFiles.random(tree.resolve("deep/large"), 20 * MIB + 1, 2);
        copy(Location.local(tree.toString()), at("bucket", "/run7"));
        TransferReport within = copy(at("bucket", "/run7/"), at("other", "/run7"));
        assertThat(listener.codes).contains("COPIED_BY_SERVER").doesNotContain("SERVER_COPY_REFUSED", "NOT_VERIFIED");
        assertThat(within.bytes()).isEqualTo(20 * MIB + 1001);
        Path back = here.resolve("back");
        copy(at("other", "/run7/"), Location.local(back.toString()));
        assertThat(back.resolve("deep/large")).satisfies(sameContentAs(tree.resolve("deep/large")));
        assertThat(Files.getLastModifiedTime(back.resolve("small")))
                .isEqualTo(Files.getLastModifiedTime(tree.resolve("small")));
        assertThat(copy(Location.local(tree + "/"), at("other", "/run7")).foundEverything())
                .isTrue();
    }
}
