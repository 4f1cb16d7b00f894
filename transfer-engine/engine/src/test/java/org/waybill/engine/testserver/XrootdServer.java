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
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;

/**
 * XRootD by HTTP, with WebDAV's methods and third-party copies (COPY); anyone may write. Its checksums are MD5 and
 * Adler-32.
 */
public final class XrootdServer extends TestServer {
    private static final Path PLUGINS = Path.of("/usr/lib/x86_64-linux-gnu");
    private static final String THIRD_PARTY = "libXrdHttpTPC-5.so";

    private final boolean tls;

    /** What differs from the usual server. */
    public enum Option {
        /** It copies from and to no other server. */
        NO_COPY,
        /** It gives no checksums. */
        NO_CHECKSUMS
    }

    private XrootdServer(ServerProcess process, int port, boolean tls) {
        super(process, port);
        this.tls = tls;
    }

    public static XrootdServer start(Path directory, Path root, Option... options) {
        return start(directory, root, null, null, Set.of(options));
    }

    /** One whose certificate, and those of the servers that it copies from and to, are of an authority. */
    public static XrootdServer startTls(
            Path directory, Path root, TestAuthority.Identity identity, Path authority, Option... options) {
        return start(directory, root, identity, authority, Set.of(options));
    }

    private static XrootdServer start(
            Path directory,
            Path root,
            TestAuthority.@Nullable Identity identity,
            @Nullable Path authority,
            Set<Option> options) {
        Path xrootd = Packages.require("xrootd", "xrootd-server");
        if (!Files.exists(PLUGINS.resolve(THIRD_PARTY))) {
            Packages.missing("xrootd copies from no other server: apt-get install xrootd-server-plugins");
        }
        try {
            Path home = Files.createTempDirectory(directory, "xrootd");
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
            int port = TestPorts.free();
            Path config = Files.writeString(
                    home.resolve("xrootd.cfg"), config(home, root, port, identity, authority, options));
            List<String> command = new ArrayList<>(asAnotherUser());
            command.addAll(List.of(xrootd.toString(), "-c", config.toString(), "-n", "test"));
            ServerProcess process = ServerProcess.start(home, port, Map.of(), command);
            return new XrootdServer(process, port, identity != null);
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

    private static String config(
            Path home,
            Path root,
            int port,
            TestAuthority.@Nullable Identity identity,
            @Nullable Path authority,
            Set<Option> options) {
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
        if (identity != null) {
            config.append("xrd.tls ")
                    .append(identity.certificate())
                    .append(' ')
                    .append(identity.key())
                    .append("\nxrd.tlsca certfile ")
                    .append(authority)
                    .append('\n');
        }
        return config.toString();
    }

    @Override
    public Location location(String path) {
        return new Location(tls ? "davs" : "dav", null, host(), port(), path);
    }
}
