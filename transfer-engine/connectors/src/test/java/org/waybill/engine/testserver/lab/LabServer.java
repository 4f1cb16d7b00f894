package org.waybill.engine.testserver.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestAuthority;

/** A real server at its usual port of a lab's host, ended by its own process id. */
public final class LabServer implements AutoCloseable {
    private static final long START_NS = 20_000_000_000L;

    private final Process process;

    private LabServer(Process process) {
        this.process = process;
    }

    /** Where a server of the lab listens. */
    public record At(Lab lab, String host, String address) {}

    /** Starts a program that stays in the foreground and waits until the port accepts connections. */
    public static LabServer start(At at, int port, Path log, List<String> command) {
        return start(at, port, log, Map.of(), command);
    }

    private static LabServer start(At at, int port, Path log, Map<String, String> environment, List<String> command) {
        try {
            LabServer server = new LabServer(at.lab().start(at.host(), log, environment, command));
            long deadlineNs = System.nanoTime() + START_NS;
            while (!accepts(at, port)) {
                if (!server.process.isAlive() || System.nanoTime() - deadlineNs > 0) {
                    server.close();
                    throw new IOException("no answer on port " + port + "; the server said: " + Files.readString(log));
                }
                Thread.sleep(20);
            }
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean accepts(At at, int port) {
        try {
            return InNamespace.call(at.lab().namespace(at.host()), () -> {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(InetAddress.ofLiteral(at.address()), port), 500);
                    return true;
                }
            });
        } catch (Exception e) {
            return false;
        }
    }

    /**
     * sshd, port 22. Keys are made in {@code directory}: {@code user_key} logs in; {@code known_hosts} gets this
     * server's key under its address and {@code names}.
     */
    public static LabServer sshd(At at, Path directory, String... names) throws IOException {
        Path sshd = Packages.require("sshd", "openssh-server");
        Path home = Files.createDirectory(directory.resolve("sshd-" + at.host()));
        SshServer.newKey(home.resolve("host_key"), "");
        if (!Files.exists(directory.resolve("user_key"))) {
            SshServer.newKey(directory.resolve("user_key"), "");
        }
        Files.createDirectories(Path.of("/run/sshd"));
        Path config = Files.writeString(
                home.resolve("sshd_config"), """
                    Port 22
                    ListenAddress %s
                    HostKey %s/host_key
                    AuthorizedKeysFile %s/user_key.pub
                    PidFile none
                    StrictModes no
                    UsePAM no
                    PasswordAuthentication no
                    KbdInteractiveAuthentication no
                    PermitRootLogin yes
                    LogLevel ERROR
                    UseDNS no
                    %s
                    Subsystem sftp internal-sftp
                    """.formatted(at.address(), home, directory, SshServer.NO_START_UP_FILE));
        List<String> known = new ArrayList<>(List.of(names));
        known.add(at.address());
        Files.writeString(
                directory.resolve("known_hosts"),
                String.join(",", known) + " " + Files.readString(home.resolve("host_key.pub")),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        return start(at, 22, home.resolve("log"), List.of(sshd.toString(), "-D", "-e", "-f", config.toString()));
    }

    /**
     * vsftpd, port 21: anonymous users write below {@code root}.
     *
     * @param fxp whether data may go to and come from third hosts
     */
    public static LabServer vsftpd(At at, Path directory, Path root, boolean fxp) throws IOException {
        Path vsftpd = Packages.require("vsftpd", "vsftpd");
        Path home = Files.createDirectory(directory.resolve("vsftpd-" + at.host()));
        Path empty = Files.createDirectory(
                home.resolve("empty"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path config = Files.writeString(home.resolve("vsftpd.conf"), """
            listen=YES
            background=NO
            listen_address=%s
            listen_port=21
            secure_chroot_dir=%s
            anonymous_enable=YES
            no_anon_password=YES
            ftp_username=ftp
            anon_root=%s
            anon_upload_enable=YES
            anon_mkdir_write_enable=YES
            anon_other_write_enable=YES
            anon_world_readable_only=NO
            write_enable=YES
            seccomp_sandbox=NO
            pasv_promiscuous=%s
            port_promiscuous=%s
            xferlog_enable=NO
            """.formatted(
                        at.address(), empty, root.getParent(), fxp ? "YES" : "NO", fxp ? "YES" : "NO"));
        return start(at, 21, home.resolve("log"), List.of(vsftpd.toString(), config.toString()));
    }

    /** nginx, which writes too, port 80, and 443 with the identity's certificate when there is one. */
    public static LabServer nginx(At at, Path directory, Path root, TestAuthority.Identity... identity)
            throws IOException {
        Path nginx = Packages.require("nginx", "nginx-light");
        Path home = Files.createDirectory(directory.resolve("nginx-" + at.host()));
        StringBuilder tls = new StringBuilder();
        for (TestAuthority.Identity one : identity) {
            tls.append("listen %s:443 ssl; ssl_certificate %s; ssl_certificate_key %s;"
                    .formatted(at.address(), one.certificate(), one.key()));
        }
        Path config = Files.writeString(home.resolve("nginx.conf"), """
            daemon off;
            user root;
            pid nginx.pid;
            error_log stderr warn;
            events { worker_connections 64; }
            http {
              access_log off;
              client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
              scgi_temp_path scgi; uwsgi_temp_path uwsgi;
              client_max_body_size 0;
              server { listen %s:80; %s root %s; dav_methods PUT DELETE MKCOL COPY MOVE; }
            }
            """.formatted(at.address(), tls, root));
        return start(
                at,
                80,
                home.resolve("log"),
                List.of(nginx.toString(), "-p", home.toString(), "-e", "stderr", "-c", config.toString()));
    }

    /** The GridFTP server, port 2811, for anonymous users below {@code root}. */
    public static LabServer gridFtp(At at, Path directory, Path root) throws IOException {
        Path program = Packages.require("globus-gridftp-server", "globus-gridftp-server-progs");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        return start(
                at,
                2811,
                directory.resolve("gridftp-" + at.host() + ".log"),
                List.of(
                        program.toString(),
                        "-p",
                        "2811",
                        "-control-interface",
                        at.address(),
                        "-data-interface",
                        at.address(),
                        "-rp",
                        root + ",R/",
                        "-aa",
                        "-anonymous-user",
                        "nobody",
                        "-anonymous-names-allowed",
                        "*"));
    }

    /**
     * The GridFTP server, port 2811, for the authority's user below {@code root}.
     *
     * @param name of the host, which must have an address in {@link Lab#names}
     */
    public static LabServer gridFtp(At at, String name, Path directory, Path root, GridAuthority authority)
            throws IOException {
        Path program = Packages.require("globus-gridftp-server", "globus-gridftp-server-progs");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        return start(
                at,
                2811,
                directory.resolve("gridftp-" + at.host() + ".log"),
                authority.serverEnvironment(),
                List.of(
                        "unshare",
                        "--uts",
                        "sh",
                        "-c",
                        "echo \"$1\" > /proc/sys/kernel/hostname; shift; exec \"$@\"",
                        "sh",
                        name,
                        program.toString(),
                        "-p",
                        "2811",
                        "-control-interface",
                        at.address(),
                        "-data-interface",
                        at.address(),
                        "-rp",
                        root + ",R/"));
    }

    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
