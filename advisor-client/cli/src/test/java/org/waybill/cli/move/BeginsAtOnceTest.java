package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.testserver.SshServer;

/** A copy of more than little, where SSH is the only option that it could be made by. */
class BeginsAtOnceTest extends MoveCase {
    @Test
    void aCopyBySshWaitsForNoAdviceUnlessAPairedNodeMayBeFaster() throws Exception {
        try (SshServer ssh = SshServer.start(directory)) {
            Path keys = Files.createDirectories(directory.resolve("user/.ssh"));
            Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
            Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
            Path large = directory.resolve("large");
            try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
                sparse.setLength(17 << 20);
            }
            String to = "sftp://root@127.0.0.1:" + ssh.port() + directory + "/";
            Cli.Result first = cli.run("copy", large.toString(), to + "first");
            assertThat(first.code()).as(first.err()).isZero();
            assertThat(first.err())
                    .contains("by sftp, which starts immediately")
                    .doesNotContain("asking the service");
            assertThat(directory.resolve("first")).hasSize(17 << 20);
            assertThat(outcomes())
                    .as("no service was started that would have taken it")
                    .hasSize(1);

            Cli.Result planned = cli.run("copy", "--dry-run", large.toString(), to + "planned");
            assertThat(planned.err()).as("its time is wanted").contains("asking the service");

            new PeerStore(cli.home()).pinNode("192.0.2.1", 7411, Fingerprint.parse("00".repeat(32)));
            Cli.Result advised = cli.run("copy", large.toString(), to + "second");
            assertThat(advised.code()).as(advised.err()).isZero();
            assertThat(advised.err()).contains("asking the service").doesNotContain("starts immediately");
        }
    }
}
