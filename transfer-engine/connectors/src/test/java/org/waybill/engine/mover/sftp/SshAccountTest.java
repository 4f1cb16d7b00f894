package org.waybill.engine.mover.sftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.protocol.Protocol;

/** How a server is named to who is to trust it. */
class SshAccountTest {
    @TempDir
    private Path home;

    @Test
    void theUrlHasEveryPortThatTheConfigurationDoesNotLeadTo() throws Exception {
        Path directory = Files.createDirectory(
                home.resolve(".ssh"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(directory.resolve("config"), "Host dtn\n  HostName 192.0.2.7\n  Port 2222\n");
        SshConfig config = SshConfig.of(home, Map.of());
        TestCredentials credentials = new TestCredentials().sshConfig(config);
        String[][] cases = {
            {"dtn", "0", "sftp://dtn"},
            {"dtn", "2222", "sftp://dtn"},
            {"dtn", "22", "sftp://dtn:22"},
            {"dtn", "2200", "sftp://dtn:2200"},
            {"192.0.2.7", "0", "sftp://192.0.2.7"},
            {"::1", "2222", "sftp://[::1]:2222"},
        };
        for (String[] one : cases) {
            SshAccount account = SshAccount.of(
                    config.host(one[0], Integer.parseInt(one[1]), null), Protocol.SFTP.scheme(), credentials);
            assertThat(account.url()).as(one[0] + " " + one[1]).isEqualTo(one[2]);
        }
    }
}
