package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.waybill.engine.Location;

/** The Grid Community Toolkit's GridFTP server, which lets its users write below one directory. */
public final class GridFtpServer extends TestServer {
    private final Path root;

    private GridFtpServer(ServerProcess process, int port, Path root) {
        super(process, port);
        this.root = root;
    }

    /** For anonymous users. */
    public static GridFtpServer start(Path directory, Path root) {
        return start(
                directory,
                root,
                Map.of(),
                "127.0.0.1",
                List.of("-aa", "-anonymous-user", "nobody", "-anonymous-names-allowed", "*"));
    }

    /** For the authority's user, who is mapped to {@code nobody}. */
    public static GridFtpServer startGsi(Path directory, Path root, GridAuthority authority) {
        return startGsi(directory, root, authority, "127.0.0.1");
    }

    /** The same at another address of this machine. */
    public static GridFtpServer startGsi(Path directory, Path root, GridAuthority authority, String address) {
        return start(directory, root, authority.serverEnvironment(), address, List.of());
    }

    private static GridFtpServer start(
            Path directory, Path root, Map<String, String> environment, String address, List<String> options) {
        Path program = Packages.require("globus-gridftp-server", "globus-gridftp-server-progs");
        Packages.requireRoot("the GridFTP server changes its user");
        try {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
            int port = TestPorts.free();
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "-p",
                    Integer.toString(port),
                    "-control-interface",
                    address,
                    "-data-interface",
                    address,
                    "-rp",
                    root + ",R/"));
            command.addAll(options);
            ServerProcess process = ServerProcess.start(directory, address, port, environment, command);
            return new GridFtpServer(process, port, root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Location location(String path) {
        return new Location("ftp", null, host(), port(), root + path);
    }
}
