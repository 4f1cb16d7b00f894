package org.waybill.client.workflow.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel says of {@code ssh -L 2222:dtn:22}, of a server and of what only connects. */
class SshTunnelsTest {
    @TempDir
    private Path proc;

    private void process(int pid, String command, int socket) throws Exception {
        Path files = Files.createDirectories(proc.resolve(pid + "/fd"));
        Files.writeString(proc.resolve(pid + "/comm"), command + "\n");
        Files.createSymbolicLink(files.resolve("3"), Path.of("socket:[" + socket + "]"));
    }

    @Test
    void aPortAtWhichAnSshClientListensIsATunnel() throws Exception {
        Files.createDirectories(proc.resolve("net"));
        String rest = " 00000000:00000000 00:00000000 00000000  1000        0 ";
        Files.writeString(
                proc.resolve("net/tcp"),
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
                        + "   0: 0100007F:08AE 00000000:0000 0A" + rest + "711 1 0000000000000000 100 0 0 10 0\n"
                        + "   1: 0100007F:08AF 00000000:0000 0A" + rest + "712 1 0000000000000000 100 0 0 10 0\n"
                        + "   2: 0100007F:08B0 0100007F:0016 01" + rest + "713 1 0000000000000000 100 0 0 10 0\n");
        process(100, "ssh", 711);
        process(101, "python3", 712);
        process(102, "ssh", 713);
        assertThat(SshTunnels.isAt(2222, proc)).isTrue();
        assertThat(SshTunnels.isAt(2223, proc)).as("a server of this machine").isFalse();
        assertThat(SshTunnels.isAt(2224, proc)).as("a connection").isFalse();
        assertThat(SshTunnels.isAt(22, proc)).isFalse();
        assertThat(SshTunnels.isAt(2222, proc.resolve("net"))).as("no Linux").isFalse();
    }
}
