package org.waybill.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.platform.PrivateFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs {@code waybill} as processes, as a user's shell does, in a home and a working directory of their own. */
final class Commands {
    private static final long PATIENCE_SECONDS = 120;

    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));

    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Path directory;
    private final Map<String, String> special = new HashMap<>();

    /** @param directory where homes, the working directory and what the commands print are kept */
    Commands(Path directory) throws IOException {
        this.directory = directory;
        Files.createDirectory(work());
        Files.createDirectory(bin());
        Files.createDirectories(userHome().resolve(".ssh"));
        tool(
                "waybill",
                String.join(
                        " ",
                        CommandJvm.waybill().stream()
                                .map(word -> "'" + word + "'")
                                .toList()));
        CommandJvm.prepare(home());
    }

    private Commands(Path directory, Map<String, String> special) {
        this.directory = directory;
        this.special.putAll(special);
    }

    /** Where the commands run. */
    Path work() {
        return directory.resolve("work");
    }

    Path home() {
        return directory.resolve("waybill-home");
    }

    /** The commands' home as somebody else may have made it: empty, and as open as the process makes directories. */
    Path emptyHome() throws IOException {
        if (Files.exists(home())) {
            PrivateFiles.removeTree(home());
        }
        return Files.createDirectory(home());
    }

    /** The user's home directory: keys and known hosts are below it. */
    Path userHome() {
        return directory.resolve("user");
    }

    private Path bin() {
        return directory.resolve("bin");
    }

    /** Puts {@code name} first on the {@code PATH}: a script that runs {@code line} with the arguments behind it. */
    void tool(String name, String line) throws IOException {
        Path script = Files.writeString(bin().resolve(name), "#!/bin/sh\nexec " + line + " \"$@\"\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + script + " executable");
        }
    }

    /** What the commands find in their environment besides what all have. */
    void environment(Map<String, String> variables) {
        special.putAll(variables);
    }

    /** The same commands in an environment with these as well. */
    Commands with(Map<String, String> variables) {
        Commands other = new Commands(directory, special);
        other.environment(variables);
        return other;
    }

    Result run(String... arguments) throws IOException, InterruptedException {
        return ended(waybill(arguments));
    }

    /** Runs a script with the shell that every system has. */
    Result sh(Path script) throws IOException, InterruptedException {
        return ended(start(List.of("/bin/sh", script.toString())));
    }

    /** Starts a command that stays, or that is to be killed. */
    Started waybill(String... arguments) throws IOException {
        return under(List.of(), arguments);
    }

    /** The same as the child of another program, such as one that injects faults. */
    Started under(List<String> program, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(program);
        line.addAll(CommandJvm.waybill(heap(arguments[0])));
        line.addAll(List.of(arguments));
        return start(line);
    }

    private Started start(List<String> line) throws IOException {
        int number = STARTED.incrementAndGet();
        Path out = directory.resolve(number + ".out");
        Path err = directory.resolve(number + ".err");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(work().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        Map<String, String> environment = builder.environment();
        environment.put("WAYBILL_HOME", home().toString());
        environment.put("HOME", userHome().toString());
        environment.put("LC_ALL", "C.UTF-8");
        environment.putAll(special);
        environment.merge("PATH", bin().toString(), (old, ours) -> ours + ":" + old);
        return new Started(builder.start(), out, err);
    }

    /** Waits for its end. */
    static Result ended(Started started) throws IOException, InterruptedException {
        if (!started.process().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            started.process().destroyForcibly().waitFor();
            throw new AssertionError("no end after " + PATIENCE_SECONDS + " s: " + started.result());
        }
        return started.result();
    }

    /** The launcher's limits, as it has them. */
    private static String[] heap(String command) throws IOException {
        String launcher = Files.readString(ROOT.resolve("waybill"));
        Matcher own = Pattern.compile("cli\\." + Pattern.quote(command) + "\\b[^)\n]*\\) heap='?(-Xmx[^';]+)")
                .matcher(launcher);
        if (own.find()) {
            return own.group(1).strip().split(" ");
        }
        Matcher usual = Pattern.compile("(?m)^heap=(\\S+)$").matcher(launcher);
        if (!usual.find()) {
            throw new AssertionError("the launcher sets no heap");
        }
        return usual.group(1).split(" ");
    }

    /** A process and the files that it prints to. */
    record Started(Process process, Path out, Path err) {
        /** What it printed up to now, and its exit code, -1 while it runs. */
        Result result() throws IOException {
            return new Result(
                    process.isAlive() ? -1 : process.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    /** What came of a command. */
    record Result(int code, String out, String err) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(out);
        }
    }
}
