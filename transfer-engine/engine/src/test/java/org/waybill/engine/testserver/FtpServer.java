package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;

/**
 * vsftpd. Anonymous users may read and write below the directory served, as the system's user {@code ftp}; one who
 * names himself is asked for a password that only the system knows, so every login with one is refused. vsftpd requires
 * root. It will not serve a writable directory as its root, so {@link #location} puts the directory's name in front.
 */
public final class FtpServer extends TestServer {
    private final String scheme;
    private final String prefix;

    /** What differs from the plain server. */
    public enum Option {
        /** Data connections may go to and come from third hosts. */
        FXP,
        /** TLS from the first byte, as on port 990; needs an identity. */
        IMPLICIT_TLS,
        /** Data connections must resume the control connection's TLS session; needs an identity. */
        REQUIRE_SESSION_REUSE,
        /** Nothing may be written. */
        READ_ONLY
    }

    private FtpServer(ServerProcess process, int port, String scheme, String prefix) {
        super(process, port);
        this.scheme = scheme;
        this.prefix = prefix;
    }

    /** A plain FTP server of {@code root}. */
    public static FtpServer start(Path directory, Path root, Option... options) {
        return start(directory, root, null, Set.of(options));
    }

    /** An FTPS server of {@code root}: encryption of both channels is demanded of everybody. */
    public static FtpServer startTls(Path directory, Path root, TestAuthority.Identity identity, Option... options) {
        return start(directory, root, identity, Set.of(options));
    }

    private static FtpServer start(
            Path directory, Path root, TestAuthority.@Nullable Identity identity, Set<Option> options) {
        Path vsftpd = Packages.require("vsftpd", "vsftpd");
        Packages.requireRoot("vsftpd changes its user");
        try {
            openToAll(directory, root);
            Path home = Files.createTempDirectory(directory, "vsftpd");
            Path empty = Files.createDirectory(
                    home.resolve("empty"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-xr-xr-x")));
            int port = TestPorts.free();
            Path config = Files.writeString(
                    home.resolve("vsftpd.conf"),
                    plain(root, empty, port, options) + (identity == null ? "" : tls(identity, options)));
            ServerProcess process =
                    ServerProcess.start(home, port, Map.of(), List.of(vsftpd.toString(), config.toString()));
            return new FtpServer(process, port, identity == null ? "ftp" : "ftps", "/" + root.getFileName());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String plain(Path root, Path empty, int port, Set<Option> options) {
        String write = options.contains(Option.READ_ONLY) ? "NO" : "YES";
        String promiscuous = options.contains(Option.FXP) ? "YES" : "NO";
        return """
            listen=YES
            background=NO
            listen_address=127.0.0.1
            listen_port=%d
            secure_chroot_dir=%s
            pam_service_name=vsftpd
            anonymous_enable=YES
            local_enable=YES
            no_anon_password=YES
            ftp_username=ftp
            anon_root=%s
            anon_upload_enable=%s
            anon_mkdir_write_enable=%s
            anon_other_write_enable=%s
            anon_world_readable_only=NO
            anon_umask=022
            write_enable=%s
            mdtm_write=YES
            seccomp_sandbox=NO
            pasv_promiscuous=%s
            port_promiscuous=%s
            delay_failed_login=0
            xferlog_enable=NO
            """.formatted(port, empty, root.getParent(), write, write, write, write, promiscuous, promiscuous);
    }

    private static String tls(TestAuthority.Identity identity, Set<Option> options) {
        return """
            ssl_enable=YES
            allow_anon_ssl=YES
            force_anon_logins_ssl=YES
            force_anon_data_ssl=YES
            ssl_ciphers=HIGH
            rsa_cert_file=%s
            rsa_private_key_file=%s
            implicit_ssl=%s
            require_ssl_reuse=%s
            """.formatted(
                        identity.certificate(),
                        identity.key(),
                        options.contains(Option.IMPLICIT_TLS) ? "YES" : "NO",
                        options.contains(Option.REQUIRE_SESSION_REUSE) ? "YES" : "NO");
    }

    /** The anonymous user must be able to enter what is served and to write there. */
    private static void openToAll(Path directory, Path root) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    @Override
    public Location location(String path) {
        return new Location(scheme, null, host(), port(), prefix + path);
    }
}
