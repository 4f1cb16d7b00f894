package org.waybill.db;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real {@code mariadbd} on a temporary data directory and a free port of loopback. */
public final class MariaDbServer implements AutoCloseable {
    private static final String USER = "waybill";
    private static final String PASSWORD = "only-in-tests";

    private final Path directory;
    private final List<String> command;
    private final int port;
    private Process process;

    private MariaDbServer(Path directory, List<String> command, int port) throws IOException {
        this.directory = directory;
        this.command = command;
        this.port = port;
        this.process = run();
    }

    private Process run() throws IOException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
    }

    /** The installed server, empty if there is none. */
    public static Optional<Path> installed() {
        return Stream.of(
                        "/usr/sbin/mariadbd",
                        "/usr/local/sbin/mariadbd",
                        "/usr/libexec/mariadbd",
                        "/opt/homebrew/bin/mariadbd")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it with an empty database. */
    public static MariaDbServer start(Path binary) throws IOException, InterruptedException {
        return start(binary, false);
    }

    /** @param durable whether what was committed is to survive a kill; costs time */
    public static MariaDbServer start(Path binary, boolean durable) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("waybill-mariadb");
        Path data = directory.resolve("data");
        boolean root = "root".equals(System.getProperty("user.name"));
        List<String> install = new ArrayList<>(List.of(
                "mariadb-install-db",
                "--no-defaults",
                "--datadir=" + data,
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                "--skip-name-resolve"));
        if (root) {
            run(directory, List.of("chown", "mysql", directory.toString()));
            install.add("--user=mysql");
        }
        run(directory, install);
        Path init = directory.resolve("init.sql");
        Files.writeString(
                init,
                "CREATE DATABASE waybill CHARACTER SET utf8mb4;\nCREATE USER " + USER
                        + "@'127.0.0.1' IDENTIFIED BY '" + PASSWORD + "';\nGRANT ALL ON `waybill%`.* TO " + USER
                        + "@'127.0.0.1';\n");
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(
                binary.toString(),
                "--no-defaults",
                "--datadir=" + data,
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--socket=" + directory.resolve("socket"),
                "--pid-file=" + directory.resolve("pid"),
                "--init-file=" + init,
                "--innodb-buffer-pool-size=32M",
                "--innodb-flush-log-at-trx-commit=" + (durable ? 1 : 0)));
        if (root) {
            command.add("--user=mysql");
        }
        MariaDbServer server = new MariaDbServer(directory, command, port);
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        server.awaitAnswer();
        return server;
    }

    /** kill -9. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Starts it again, with what it had, at the same port. */
    public void restart() throws IOException, InterruptedException {
        command.removeIf(option -> option.startsWith("--init-file"));
        process = run();
        awaitAnswer();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void awaitAnswer() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (true) {
            try {
                DriverManager.getConnection(location().url(), USER, PASSWORD).close();
                return;
            } catch (SQLException e) {
                if (!process.isAlive() || System.nanoTime() > deadline) {
                    String log = Files.readString(directory.resolve("log"));
                    close();
                    throw new IllegalStateException("mariadbd did not come up: " + log, e);
                }
                Thread.sleep(100);
            }
        }
    }

    private static void run(Path directory, List<String> command) throws IOException, InterruptedException {
        Path log = directory.resolve("command.log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(command + " failed: " + Files.readString(log));
        }
    }

    public DatabaseLocation location() {
        return location("waybill");
    }

    /** Another database of this server, which the server's administrator has made. */
    public DatabaseLocation location(String database) {
        return DatabaseLocation.of("jdbc:mysql://127.0.0.1:" + port + "/" + database, USER, PASSWORD);
    }

    /** Makes the server's own programs, run with this home, its administrator's. */
    public void writeOptions(Path home) throws IOException {
        Files.writeString(home.resolve(".my.cnf"), "[client]\nuser=root\nsocket=" + directory.resolve("socket") + "\n");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(15, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
            try (Stream<Path> files = Files.walk(directory)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        } catch (IOException _) {
            // what is left is in the temporary directory
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
