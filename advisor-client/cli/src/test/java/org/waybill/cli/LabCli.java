package org.waybill.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.lab.Lab;

/** Runs command lines on a host of a lab, each in a process of its own, with a home and SSH keys of their own. */
final class LabCli {
    private static final int LIMIT_SECONDS = 90;

    private final Lab lab;
    private final String host;
    private final Path directory;
    private final String name;
    private final Map<String, String> more;
    private int runs;

    /** @param directory of the home, and of {@code user_key} and {@code known_hosts} if there are any */
    LabCli(Lab lab, String host, Path directory) throws IOException {
        this(lab, host, directory, "", Map.of());
    }

    /**
     * The same on a machine with a name of its own.
     *
     * @param name what the machine calls itself; empty for this machine's name
     * @param more variables of the environment
     */
    LabCli(Lab lab, String host, Path directory, String name, Map<String, String> more) throws IOException {
        this.lab = lab;
        this.host = host;
        this.directory = directory;
        this.name = name;
        this.more = Map.copyOf(more);
        CommandJvm.waybill(); // makes the database too
        CommandJvm.prepare(home());
        Path ssh = Files.createDirectories(directory.resolve("home/.ssh"));
        for (String[] file : new String[][] {{"user_key", "id_ed25519"}, {"known_hosts", "known_hosts"}}) {
            if (Files.exists(directory.resolve(file[0])) && !Files.exists(ssh.resolve(file[1]))) {
                Files.copy(directory.resolve(file[0]), ssh.resolve(file[1]));
            }
        }
    }

    /** Starts a command that keeps running; its output is in {@code output}. */
    Process start(Path output, String... arguments) throws IOException {
        return lab.start(host, output, environment(), command(arguments));
    }

    /** Starts a node that serves all files, and waits until it listens. */
    Node node(String listen) throws IOException, InterruptedException {
        Path said = Files.createTempFile(directory, "node-" + host, ".out");
        Node node = new Node(start(said, "node", "--listen", listen, "--data-dir", "/"));
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!Files.readString(said).contains("fingerprint")) {
            if (!node.process.isAlive() || System.nanoTime() > endNs) {
                node.close();
                throw new IOException("the node does not start: " + Files.readString(said));
            }
            Thread.sleep(50);
        }
        return node;
    }

    /** A node that runs on the host. */
    record Node(Process process) implements AutoCloseable {
        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.onExit().join();
        }
    }

    /** Runs a command that is written as at a shell, as {@link Cli#runLine} does. */
    Cli.Result runLine(String line, Object... values) throws IOException, InterruptedException {
        return run(Cli.words(line, values));
    }

    Cli.Result run(String... arguments) throws IOException, InterruptedException {
        Path err = directory.resolve(host + "-" + runs++ + ".err");
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", lab.namespace(host)));
        line.addAll(command(arguments));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(err.toFile());
        builder.environment().putAll(environment());
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", arguments) + " did not end");
        }
        return Cli.Result.of(process.exitValue(), out, Files.readString(err), arguments);
    }

    private Path home() {
        return directory.resolve("waybill");
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(more);
        environment.putAll(Map.of(
                "HOME", directory.resolve("home").toString(), "WAYBILL_HOME", home().toString(), "SSH_AUTH_SOCK", ""));
        return environment;
    }

    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        if (!name.isEmpty()) {
            command.addAll(List.of(
                    "unshare",
                    "--uts",
                    "sh",
                    "-c",
                    "echo \"$1\" > /proc/sys/kernel/hostname; shift; exec \"$@\"",
                    "sh",
                    name));
        }
        command.addAll(CommandJvm.waybill("-Xmx512m"));
        command.addAll(List.of(arguments));
        return command;
    }
}
