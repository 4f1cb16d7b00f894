package org.waybill.client.workflow.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;

/** ssh, scp and sftp with a test's own keys in place of those of the user who runs the tests. */
final class SshTools {
    private SshTools() {}

    /** The environment of a script. @param home gets {@code bin} and {@code .ssh} */
    static Map<String, String> environment(Path home, SshServer ssh) throws IOException {
        Path bin = Files.createDirectory(home.resolve("bin"));
        Path config = Files.writeString(bin.resolve("config"), """
            Host *
            IdentityFile %s
            IdentitiesOnly yes
            UserKnownHostsFile %s
            StrictHostKeyChecking yes
            ControlMaster auto
            ControlPath %s/%%C
            ControlPersist 5
            """.formatted(ssh.userKey(), ssh.knownHosts(), bin));
        for (String tool : List.of("ssh", "scp", "sftp")) {
            Path real = Packages.require(tool, "openssh-client");
            Files.setPosixFilePermissions(
                    Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec " + real + " -F " + config + " \"$@\"\n"),
                    PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.copy(ssh.knownHosts(), Files.createDirectory(home.resolve(".ssh")).resolve("known_hosts"));
        return Map.of(
                "PATH",
                bin + ":" + System.getenv("PATH"),
                "LC_ALL",
                "C.UTF-8",
                "HOME",
                home.toString(),
                "RCLONE_SFTP_KEY_FILE",
                ssh.userKey().toString());
    }
}
