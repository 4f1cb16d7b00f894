package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;

/** A path on which packets of more than 1,400 bytes vanish, and nobody hears of it (RFC 2923, section 2.1). */
@Timeout(180)
class LargePacketsInLabTest {
    private static final String FAR = "10.77.2.1";

    @TempDir
    private Path directory;

    private Path file;
    private Path topology;

    @BeforeEach
    void prepare() throws Exception {
        file = TestFiles.random(directory.resolve("file"), 4 << 20, 5);
        topology = Files.writeString(directory.resolve("hole.topo"), """
            mtu 1500
            seed 1
            tick 0
            host A 10.77.1.1
            host B 10.77.2.1
            duplex A B rate=50mbit delay=10ms queue=50ms
            """);
    }

    @Test
    void anUploadGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("A", "sftp", file.toString(), "sftp://root@" + FAR + directory + "/copy");
    }

    @Test
    @Tag("nightly")
    void aDownloadGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "sftp", "sftp://root@" + FAR + file, directory + "/copy");
    }

    @Test
    void anUploadToANodeGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("A", "tcp", file.toString(), "waybill://" + FAR + directory + "/copy");
    }

    @Test
    void aDownloadFromANodeGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "tcp", "waybill://" + FAR + file, directory + "/copy");
    }

    /** @param sender whose large packets vanish */
    private void copyThroughHole(String sender, String transport, String source, String destination) throws Exception {
        try (Lab lab = Lab.wan("hole", topology);
                AutoCloseable _ = server(lab, transport)) {
            lab.control("set", sender, sender.equals("A") ? "B" : "A", "mtu=1400");
            lab.in(sender, "iptables", "-A", "INPUT", "-p", "icmp", "-j", "DROP");
            Cli.Result copy =
                    new LabCli(lab, "A", directory).run("copy", "-v", "--transport", transport, source, destination);
            assertThat(copy.code()).as(copy.err()).isZero();
            assertThat(copy.err())
                    .containsOnlyOnce("do not get through between this machine and " + FAR)
                    .contains("packets of 1220 bytes at most");
            assertThat(copy.out()).contains("2 attempts");
            assertThat(directory.resolve("copy")).satisfies(TestFiles.sameContentAs(file));
        }
    }

    private AutoCloseable server(Lab lab, String transport) throws Exception {
        if (transport.equals("sftp")) {
            return LabServer.sshd(new LabServer.At(lab, "B", FAR), directory);
        }
        return new LabCli(lab, "B", directory).node(FAR + ":7411");
    }
}
