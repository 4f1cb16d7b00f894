package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server's process: started, waited for, and ended by its own id together with what it forked. */
final class ServerProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private final Process process;
    private final Path log;
    private final Thread endWithJvm;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.endWithJvm = new Thread(this::kill);
        Runtime.getRuntime().addShutdownHook(endWithJvm);
    }

    /** Starts a server that stays in the foreground and waits until its port accepts connections. */
    static ServerProcess start(Path directory, int port, Map<String, String> environment, List<String> command) {
        return start(directory, "127.0.0.1", port, environment, command);
    }

    /** The same for a server that listens at another address of this machine. */
    static ServerProcess start(
            Path directory, String address, int port, Map<String, String> environment, List<String> command) {
        Path log = directory.resolve(Path.of(command.get(0)).getFileName() + "-" + port + ".log");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            Process started = builder.start();
            started.getOutputStream().close();
            ServerProcess server = new ServerProcess(started, log);
            server.awaitPort(new InetSocketAddress(address, port));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitPort(InetSocketAddress address) throws IOException {
        long deadlineNs = System.nanoTime() + START_LIMIT.toNanos();
        while (!accepts(address)) {
            if (!process.isAlive() || System.nanoTime() - deadlineNs > 0) {
                close();
                throw new IOException("no answer at " + address + "; the server said: " + Files.readString(log));
            }
            pause(20);
        }
    }

    private static boolean accepts(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, 500);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server starts", e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Ends every session of the server and leaves it listening: a connection that is cut. */
    void cutSessions() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
    }

    private void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    @Override
    public void close() {
        kill();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
            Runtime.getRuntime().removeShutdownHook(endWithJvm);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException _) {
            // the JVM is ending and runs the hook itself
        }
    }
}
