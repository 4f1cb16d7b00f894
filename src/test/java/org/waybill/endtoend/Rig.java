package org.waybill.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.GridFtpServer;
import org.waybill.engine.testserver.Running;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestPorts;
import org.waybill.engine.testserver.TestedProtocols;
import org.waybill.engine.testserver.WebServer;

/** A real server of each protocol on this machine, each with a directory of its own, and a client's home. */
final class Rig implements AutoCloseable {
    private static final String NODE_AT = "Waybill node at 127.0.0.1:";
    private static final int START_LIMIT_MILLIS = 60_000;

    final Commands commands;
    private final Path directory;
    private final Running running = new Running();
    private final Map<Protocol, Location> roots = new HashMap<>();
    private final Map<Path, KillSources> sources = new HashMap<>();
    private final int nodePort = TestPorts.free();
    private Process node;

    /** What a transfer goes by. */
    enum Protocol {
        TCP,
        PLUT,
        SFTP,
        FTP,
        HTTP,
        GSIFTP;

        /** Whether the remote host is a node of ours, which can be killed too. */
        boolean isOurs() {
            return this == TCP || this == PLUT;
        }

        String transport() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What names it to a command. */
        List<String> words() {
            return this == PLUT
                    ? List.of("--transport", transport(), "--dedicated")
                    : List.of("--transport", transport());
        }
    }

    Rig(Path directory) throws IOException, InterruptedException {
        TestedProtocols.requireIn(Protocol.class, "FTPS", "S3", "RCLONE", "HERON");
        this.directory = directory;
        this.commands = new Commands(directory);
        // servers work as users of their own
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.node = startNode();
    }

    /**
     * The directory that the remote host serves for this protocol, made and its server started when first asked for.
     */
    Path served(Protocol protocol) throws IOException {
        Path served = directory.resolve("served-" + protocol.transport());
        if (protocol.isOurs()) {
            return Files.createDirectories(directory.resolve("served"));
        }
        if (!roots.containsKey(protocol)) {
            openToAll(Files.createDirectory(served));
            roots.put(protocol, start(protocol, served));
        }
        return served;
    }

    /** What is moved, below what is served, so that it can be moved either way. */
    KillSources sources(Protocol protocol) throws IOException {
        Path from = served(protocol).resolve("from");
        if (!sources.containsKey(from)) {
            sources.put(from, new KillSources(from));
        }
        return sources.get(from);
    }

    boolean isStarted(Protocol protocol) {
        return protocol.isOurs() || roots.containsKey(protocol);
    }

    /** How many files the node has open. */
    long nodeDescriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/" + node.pid() + "/fd"))) {
            return open.count();
        }
    }

    /** A directory below what is served that the server's user may write. */
    Path fresh(Protocol protocol, String name) throws IOException {
        return openToAll(Files.createDirectory(served(protocol).resolve(name)));
    }

    private static Path openToAll(Path there) throws IOException {
        return Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private Location start(Protocol protocol, Path served) throws IOException {
        return switch (protocol) {
            case TCP, PLUT -> throw new IllegalArgumentException("a node runs already");
            case SFTP -> {
                SshServer ssh = running.use(SshServer.start(directory));
                Path keys = commands.userHome().resolve(".ssh");
                Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
                Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
                yield ssh.location(served.toString());
            }
            case FTP -> running.use(FtpServer.start(directory, served)).location("");
            case HTTP -> running.use(WebServer.start(directory, served)).location("");
            case GSIFTP -> {
                GridAuthority authority = GridAuthority.in(directory);
                commands.environment(authority.clientEnvironment());
                int port = running.use(GridFtpServer.startGsi(directory, served, authority))
                        .port();
                yield new Location("gsiftp", null, "localhost", port, served.toString());
            }
        };
    }

    /** How a command names {@code path} below what is served. */
    String url(Protocol protocol, String path) throws IOException {
        served(protocol);
        if (protocol.isOurs()) {
            return "waybill://127.0.0.1:" + nodePort + "/" + path;
        }
        Location root = roots.get(protocol);
        return root.scheme() + "://" + (root.user() == null ? "" : root.user() + "@") + root.host() + ":" + root.port()
                + root.path() + "/" + path;
    }

    /** {@code kill -9} of the node. */
    void killNode() throws InterruptedException {
        node.destroyForcibly().waitFor();
    }

    /** A node at the same port as before. */
    void restartNode() throws IOException, InterruptedException {
        node = startNode();
    }

    private Process startNode() throws IOException, InterruptedException {
        Path data = Files.createDirectories(directory.resolve("served"));
        Commands.Started started =
                commands.waybill("node", "--listen", "127.0.0.1:" + nodePort, "--data-dir", data.toString());
        for (int waited = 0; waited < START_LIMIT_MILLIS && started.process().isAlive(); waited += 10) {
            List<String> said = Files.readAllLines(started.out());
            if (said.size() > 1 && said.getFirst().startsWith(NODE_AT)) {
                return started.process();
            }
            Thread.sleep(10);
        }
        started.process().destroyForcibly().waitFor();
        throw new IOException("the node did not start: " + started.result());
    }

    @Override
    public void close() throws Exception {
        node.destroyForcibly().waitFor();
        running.close();
    }
}
