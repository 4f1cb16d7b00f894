package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.waybill.engine.Location;

/** rsync's daemon with one writable module, {@code data}. */
public final class RsyncDaemon extends TestServer {
    private RsyncDaemon(ServerProcess process, int port) {
        super(process, port);
    }

    /** Serves {@code root} as {@code rsync://127.0.0.1:PORT/data/}. */
    public static RsyncDaemon start(Path directory, Path root) {
        Path rsync = Packages.require("rsync", "rsync");
        try {
            Path home = Files.createTempDirectory(directory, "rsyncd");
            int port = TestPorts.free();
            Path config = Files.writeString(home.resolve("rsyncd.conf"), """
                use chroot = no
                address = 127.0.0.1
                reverse lookup = no
                [data]
                path = %s
                read only = no
                %s
                """.formatted(
                            root, Packages.isRoot() ? "uid = root\ngid = root" : ""));
            ServerProcess process = ServerProcess.start(
                    home,
                    port,
                    Map.of(),
                    List.of(rsync.toString(), "--daemon", "--no-detach", "--port=" + port, "--config=" + config));
            return new RsyncDaemon(process, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Location location(String path) {
        return new Location("rsync", null, host(), port(), "/data" + path);
    }
}
