package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.Location;

/**
 * OpenSSH's sshd with a host key, a user key and a known_hosts file of its own. The current user logs in; scp, sftp and
 * commands work. Paths are the machine's own.
 */
public final class SshServer extends TestServer {
    /**
     * Debian's bash reads the user's {@code ~/.bashrc} for a command over SSH, unless it is another shell's child. What
     * is in there may start programs, of which a test would wait for each.
     */
    public static final String NO_START_UP_FILE = "SetEnv SHLVL=1";

    private final Path home;

    /** What differs from the plain server. */
    public enum Option {
        /** Only the sftp subsystem: no commands, as sites do with {@code ForceCommand internal-sftp}. */
        SFTP_ONLY,
        /** The sftp subsystem runs as {@code nobody}, so that root's tests meet files they may not read. */
        SFTP_AS_NOBODY,
        /** Three sessions for one connection. */
        FEW_SESSIONS,
        /** PAM asks for something besides or in place of a key. */
        CODES
    }

    private SshServer(ServerProcess process, Path home, int port) {
        super(process, port);
        this.home = home;
    }

    /** Starts a server whose keys and configuration are in a new directory {@code sshd} of the one given. */
    public static SshServer start(Path directory, Option... options) {
        return start(
                directory,
                options.length > 0 && options[0] == Option.SFTP_AS_NOBODY
                        ? "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups /usr/lib/openssh/sftp-server"
                        : "internal-sftp",
                List.of(options));
    }

    /** A server that writes into a file what is asked of its sftp subsystem: {@code request 1: stat}. */
    public static SshServer startLogging(Path directory, Path log) {
        return start(directory, "/usr/lib/openssh/sftp-server -e -l DEBUG3 2>>" + log, List.of());
    }

    /** A server whose sftp subsystem is whatever listens at a port of this machine. */
    public static SshServer startBefore(Path directory, int sftpPort) {
        try {
            Path bridge = Files.writeString(
                    Files.createTempFile(directory, "bridge", ".sh"),
                    "#!/bin/bash\n" + "exec 3<>/dev/tcp/127.0.0.1/" + sftpPort + "\ncat <&3 &\nexec cat >&3\n");
            Files.setPosixFilePermissions(bridge, PosixFilePermissions.fromString("rwxr-xr-x"));
            return start(directory, bridge.toString(), List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A server that lets the user in for a code that was not used before, and for nothing else, as log-in nodes with
     * one-time codes do. For root only: PAM reads its rules in {@code /etc}.
     */
    public static SshServer startAskingForCodes(Path directory, String... codes) {
        try {
            Path home = Files.createTempDirectory(directory, "codes");
            Path left = Files.write(home.resolve("left"), List.of(codes));
            Path judge = Files.writeString(
                    home.resolve("judge"),
                    "#!/bin/bash\nIFS= read -r -d '' code\n" + "grep -qxF -- \"$code\" '" + left
                            + "' && sed -i \"/^$code$/d\" '" + left + "'\n");
            Files.setPosixFilePermissions(judge, PosixFilePermissions.fromString("rwxr-xr-x"));
            String name = "sshd-" + home.getFileName();
            // the name by which sshd is started is that of its rules
            Path sshd = Files.createSymbolicLink(home.resolve(name), Packages.require("sshd", "openssh-server"));
            Path rules = Files.writeString(
                    Path.of("/etc/pam.d", name),
                    "auth required pam_exec.so expose_authtok "
                            + judge + "\nauth required pam_permit.so\naccount required pam_permit.so\n"
                            + "session required pam_permit.so\n");
            rules.toFile().deleteOnExit();
            return start(directory, "internal-sftp", List.of(Option.CODES), sshd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SshServer start(Path directory, String subsystem, List<Option> options) {
        return start(directory, subsystem, options, Packages.require("sshd", "openssh-server"));
    }

    private static SshServer start(Path directory, String subsystem, List<Option> options, Path sshd) {
        Packages.require("ssh-keygen", "openssh-client");
        try {
            Path home = Files.createTempDirectory(directory, "sshd");
            int port = TestPorts.free();
            newKey(home.resolve("host_key"), "");
            newKey(home.resolve("user_key"), "");
            Files.copy(home.resolve("user_key.pub"), home.resolve("authorized_keys"));
            Path config = Files.writeString(home.resolve("sshd_config"), config(home, port, subsystem, options));
            if (Packages.isRoot()) {
                Files.createDirectories(Path.of("/run/sshd"));
            }
            String hostKey = Files.readString(home.resolve("host_key.pub"));
            Files.writeString(home.resolve("known_hosts"), "[127.0.0.1]:" + port + " " + hostKey);
            ServerProcess process = ServerProcess.start(
                    home, port, Map.of(), List.of(sshd.toString(), "-D", "-e", "-f", config.toString()));
            return new SshServer(process, home, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String config(Path home, int port, String subsystem, List<Option> options) {
        boolean codes = options.contains(Option.CODES);
        return """
            Port %d
            ListenAddress 127.0.0.1
            HostKey %s/host_key
            AuthorizedKeysFile %s/authorized_keys
            PidFile none
            StrictModes no
            UsePAM %s
            PasswordAuthentication %s
            KbdInteractiveAuthentication %s
            %s
            PermitRootLogin yes
            MaxStartups 100:30:200
            LogLevel ERROR
            UseDNS no
            %s
            Subsystem sftp %s
            MaxSessions %d
            %s
            """.formatted(
                        port,
                        home,
                        home,
                        codes ? "yes" : "no",
                        codes ? "no" : "yes",
                        codes ? "yes" : "no",
                        codes ? "AuthenticationMethods keyboard-interactive" : "",
                        NO_START_UP_FILE,
                        subsystem,
                        options.contains(Option.FEW_SESSIONS) ? 3 : 10,
                        options.contains(Option.SFTP_ONLY) ? "ForceCommand internal-sftp" : "");
    }

    /** Makes an Ed25519 key pair {@code file} and {@code file.pub}. */
    public static void newKey(Path file, String passphrase) throws IOException {
        Process keygen = new ProcessBuilder(
                        "ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-C", "test", "-f", file.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(keygen.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!keygen.waitFor(20, TimeUnit.SECONDS) || keygen.exitValue() != 0) {
                throw new IOException("ssh-keygen: " + output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** The key that may log in as the current user. */
    public Path userKey() {
        return home.resolve("user_key");
    }

    /** A known_hosts file that has this server's key. */
    public Path knownHosts() {
        return home.resolve("known_hosts");
    }

    public Path hostPublicKey() {
        return home.resolve("host_key.pub");
    }

    public String user() {
        return System.getProperty("user.name");
    }

    /** The right key and the right known_hosts. */
    public TestCredentials credentials() {
        return new TestCredentials().sshKey(userKey()).knownHosts(knownHosts());
    }

    @Override
    public Location location(String path) {
        return new Location("sftp", user(), host(), port(), path);
    }
}
