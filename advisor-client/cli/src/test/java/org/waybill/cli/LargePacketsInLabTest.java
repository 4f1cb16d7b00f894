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

    private Path served;
    private Path file;
    private Path topology;

    @BeforeEach
    void prepare() throws Exception {
        served = Files.createDirectory(directory.resolve("served"));
        file = TestFiles.random(served.resolve("file"), 4 << 20, 5);
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
        copyThroughHole("A", "sftp", file.toString(), "sftp://root@" + FAR + served + "/copy");
    }

    @Test
    @Tag("nightly")
    void aDownloadGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "sftp", "sftp://root@" + FAR + file, served + "/copy");
    }

    @Test
    void anUploadToANodeGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("A", "tcp", file.toString(), "waybill://" + FAR + served + "/copy");
    }

    @Test
    void aDownloadFromANodeGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "tcp", "waybill://" + FAR + file, served + "/copy");
    }

    @Test
    void anUploadByFtpGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("A", "ftp", file.toString(), "ftp://" + FAR + "/served/copy");
    }

    @Test
    void anUploadByFtpThatIsReadBackThroughTheHoleGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "ftp", file.toString(), "ftp://" + FAR + "/served/copy");
    }

    @Test
    @Tag("nightly")
    void aDownloadByFtpGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("B", "ftp", "ftp://" + FAR + "/served/file", served + "/copy");
    }

    @Test
    void anUploadByHttpGoesOnWithSmallOnes() throws Exception {
        copyThroughHole("A", "http", file.toString(), "http://" + FAR + "/copy");
    }

    /** What is under way when the time is over is broken off: else a write would wait for a quarter of an hour. */
    @Test
    void probesAndAdviceEndAndSayThatNothingArrives() throws Exception {
        String far = "sftp://root@" + FAR + served;
        try (Lab lab = Lab.wan("hole", topology);
                AutoCloseable _ = server(lab, "sftp")) {
            open(lab, "A");
            LabCli cli = new LabCli(lab, "A", directory);
            Cli.Result probe = cli.run("probe", "bandwidth", "--time", "3", far);
            assertThat(probe.code()).isEqualTo(4);
            assertThat(probe.err())
                    .contains(
                            "waybill: sftp: less than 64 KiB arrived within 3.00 s: 'waybill doctor' finds the cause");
            Cli.Result advice = cli.run("advise", "--size", "100MB", file.toString(), far);
            assertThat(advice.code()).as(advice.err()).isZero();
        }
    }

    /** @param sender whose large packets vanish */
    private static void open(Lab lab, String sender) throws Exception {
        lab.control("set", sender, sender.equals("A") ? "B" : "A", "mtu=1400");
        lab.in(sender, "iptables", "-A", "INPUT", "-p", "icmp", "-j", "DROP");
    }

    private void copyThroughHole(String sender, String transport, String source, String destination) throws Exception {
        try (Lab lab = Lab.wan("hole", topology);
                AutoCloseable _ = server(lab, transport)) {
            open(lab, sender);
            Cli.Result copy =
                    new LabCli(lab, "A", directory).run("copy", "-v", "--transport", transport, source, destination);
            assertThat(copy.code()).as(copy.err()).isZero();
            assertThat(copy.err())
                    .containsOnlyOnce("do not get through between this machine and " + FAR)
                    .contains("packets of 1220 bytes at most");
            assertThat(copy.out()).contains("2 attempts");
            assertThat(served.resolve("copy")).satisfies(TestFiles.sameContentAs(file));
        }
    }

    private AutoCloseable server(Lab lab, String transport) throws Exception {
        LabServer.At at = new LabServer.At(lab, "B", FAR);
        return switch (transport) {
            case "sftp" -> LabServer.sshd(at, directory);
            case "ftp" -> LabServer.vsftpd(at, directory, served, false);
            case "http" -> LabServer.nginx(at, directory, served);
            default -> new LabCli(lab, "B", directory).node(FAR + ":7411");
        };
    }
}
