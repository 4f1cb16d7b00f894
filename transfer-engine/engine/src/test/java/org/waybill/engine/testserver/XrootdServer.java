package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.Location;

/**
 * XRootD by HTTPS, with WebDAV's methods and third-party copies (COPY), which it makes with TLS only; anyone may write.
 * Its checksums are MD5 and Adler-32.
 */
public final class XrootdServer extends TestServer {
    private static final Path PLUGINS = Path.of("/usr/lib/x86_64-linux-gnu");
    private static final String THIRD_PARTY = "libXrdHttpTPC-5.so";

    /** What differs from the usual server. */
    public enum Option {
        /** It copies from and to no other server. */
        NO_COPY,
        /** It gives no checksums. */
        NO_CHECKSUMS
    }

    private XrootdServer(ServerProcess process, int port) {
        super(process, port);
    }

    /** @param authority that its certificate is of, and those of the servers that it copies from and to */
    public static XrootdServer start(Path directory, Path root, TestAuthority authority, Option... options) {
        Path xrootd = Packages.require("xrootd", "xrootd-server");
        if (!Files.exists(PLUGINS.resolve(THIRD_PARTY))) {
            Packages.missing("xrootd copies from no other server: apt-get install xrootd-server-plugins");
        }
        try {
            Path home = Files.createTempDirectory(directory, "xrootd");
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
            int port = TestPorts.free();
            TestAuthority.Identity identity = authority.loopback();
            Path key = Files.copy(identity.key(), home.resolve("key.pem"));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            String tls = "xrd.tls %s %s\nxrd.tlsca certfile %s\n"
                    .formatted(identity.certificate(), key, authority.certificate());
            Path config =
                    Files.writeString(home.resolve("xrootd.cfg"), config(home, root, port, Set.of(options)) + tls);
            List<String> command = new ArrayList<>(asAnotherUser());
            command.addAll(List.of(xrootd.toString(), "-c", config.toString(), "-n", "test"));
            ServerProcess process = ServerProcess.start(home, port, Map.of(), command);
            return new XrootdServer(process, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** It refuses to run as root, and has to read and write where only root may. */
    private static List<String> asAnotherUser() {
        return Packages.isRoot()
                ? List.of(
                        Packages.require("setpriv", "util-linux").toString(),
                        "--reuid",
                        "xrootd",
                        "--regid",
                        "xrootd",
                        "--clear-groups",
                        "--inh-caps",
                        "+dac_override",
                        "--ambient-caps",
                        "+dac_override")
                : List.of();
    }

    private static String config(Path home, Path root, int port, Set<Option> options) {
        StringBuilder config = new StringBuilder("""
            all.role server
            all.export /
            oss.localroot %s
            all.adminpath %s/admin
            all.pidpath %s/run
            xrd.port %d
            xrd.protocol XrdHttp:%d libXrdHttp.so
            """.formatted(root, home, home, TestPorts.free(), port));
        if (!options.contains(Option.NO_COPY)) {
            config.append("http.exthandler xrdtpc libXrdHttpTPC.so\n");
        }
        if (!options.contains(Option.NO_CHECKSUMS)) {
            config.append("xrootd.chksum max 2 adler32 md5\n");
        }
        return config.toString();
    }

    @Override
    public Location location(String path) {
        return new Location("davs", null, host(), port(), path);
    }
}
