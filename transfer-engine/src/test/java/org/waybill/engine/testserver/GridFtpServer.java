package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.waybill.engine.Location;

/** The Grid Community Toolkit's GridFTP server for anonymous users, who may read and write below one directory. */
public final class GridFtpServer implements TestServer {
    private final ServerProcess process;
    private final int port;
    private final Path root;

    private GridFtpServer(ServerProcess process, int port, Path root) {
        this.process = process;
        this.port = port;
        this.root = root;
    }

    public static GridFtpServer start(Path directory, Path root) {
        Path program = Packages.require("globus-gridftp-server", "globus-gridftp-server-progs");
        Packages.requireRoot("the GridFTP server changes its user");
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
            int port = ServerProcess.freePort();
            ServerProcess process = ServerProcess.start(directory, port, Map.of(), List.of(program.toString(),
                    "-p", Integer.toString(port), "-control-interface", "127.0.0.1", "-data-interface", "127.0.0.1",
                    "-aa", "-anonymous-user", "nobody", "-anonymous-names-allowed", "*",
                    "-rp", root + ",R/"));
            return new GridFtpServer(process, port, root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public Location location(String path) {
        return new Location("ftp", null, host(), port, root + path);
    }

    @Override
    public void cutConnections() {
        process.cutSessions();
    }

    @Override
    public void close() {
        process.close();
    }
}
