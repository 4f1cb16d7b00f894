package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.Packages;

/** Runs a command in a process of its own at a pseudo terminal, and types answers to what it asks. */
public final class Typed {
    private static final String TERMINAL = """
        import fcntl, os, pty, select, struct, sys, termios, time
        def resize(terminal, columns):
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        count = int(sys.argv[1])
        asked = [(sys.argv[2 + 2 * i], sys.argv[3 + 2 * i]) for i in range(count)]
        columns = [int(one) for one in os.environ["TEST_COLUMNS"].split(",")]
        pid, terminal = pty.fork()
        if pid == 0:
            resize(0, columns[0])
            os.execv(sys.argv[2 + 2 * count], sys.argv[2 + 2 * count:])
        seen, at, end = b"", 0, time.time() + 100
        while time.time() < end:
            if select.select([terminal], [], [], 1)[0]:
                try:
                    text = os.read(terminal, 65536)
                except OSError:
                    break
                if not text:
                    break
                seen += text
                if len(columns) > 1 and b"Elapsed" in seen:
                    resize(terminal, columns.pop(1))
                    seen += b"\\033]resized\\a"
                if asked and asked[0][0].encode() in seen[at:]:
                    at = len(seen)
                    time.sleep(0.3)
                    os.write(terminal, asked.pop(0)[1].encode() + b"\\n")
        else:
            os.kill(pid, 9)
        sys.stdout.buffer.write(seen)
        sys.stdout.flush()
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) & 255)
        """;

    private static final String TERMINALS = "-Dwaybill.terminals=stdin,stdout,stderr";

    private Typed() {}

    /** What was seen at the terminal, and the exit code. */
    public record Result(int code, String seen) {}

    /** @param answers pairs of what is waited for and what is then typed */
    public static Result run(Path directory, List<String> answers, String... arguments)
            throws IOException, InterruptedException {
        return run(directory, "100", answers, arguments);
    }

    /** Commands one after another in one process, each of which finds no such file; what {@link CommandsInTurn} says is seen. */
    public static Result runInTurn(Path directory, List<String> answers, Path deleted, List<List<String>> commands)
            throws IOException, InterruptedException {
        List<String> line = CommandJvm.running(CommandsInTurn.class.getName(), TERMINALS);
        line.addAll(CommandsInTurn.words(deleted, commands));
        return runLine(directory, "100", answers, line);
    }

    /** @param columns of the window, and after a comma those that it has from the first block of progress on */
    public static Result run(Path directory, String columns, List<String> answers, String... arguments)
            throws IOException, InterruptedException {
        List<String> line = CommandJvm.waybill(TERMINALS);
        line.addAll(Arrays.asList(arguments));
        return runLine(directory, columns, answers, line);
    }

    private static Result runLine(Path directory, String columns, List<String> answers, List<String> line)
            throws IOException, InterruptedException {
        Path python = Packages.require("python3", "python3");
        List<String> command =
                new ArrayList<>(List.of(python.toString(), "-c", TERMINAL, String.valueOf(answers.size() / 2)));
        command.addAll(answers);
        command.addAll(line);
        Path home = directory.resolve("waybill home");
        CommandJvm.prepare(home);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOME", directory.resolve("user").toString());
        builder.environment().put("WAYBILL_HOME", home.toString());
        builder.environment().put("TEST_COLUMNS", columns);
        builder.environment().remove("SSH_AUTH_SOCK");
        Path out = Files.createTempFile(directory, "terminal", ".txt");
        Process process = builder.redirectOutput(out.toFile()).start();
        assertThat(process.waitFor(110, TimeUnit.SECONDS)).isTrue();
        return new Result(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    }
}
