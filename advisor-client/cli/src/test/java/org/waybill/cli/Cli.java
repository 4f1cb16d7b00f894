package org.waybill.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.command.CommandGroup;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.schema.Schemas;
import org.waybill.cli.service.DesktopCommand;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.SharedService;
import org.waybill.db.MigratedDatabase;
import org.waybill.engine.TransferException;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.CommandJvm;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs command lines in this process, in a home of their own, and keeps what they print. */
public final class Cli {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, String> environment = new HashMap<>();
    private int columns = 100;

    public Cli(Path directory) {
        environment.put("HOME", directory.resolve("user").toString());
        environment.put("WAYBILL_HOME", directory.resolve("waybill home").toString());
        CommandJvm.prepare(home());
        MigratedDatabase.putInto(home());
    }

    public Cli with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** From now on for a window of this width. */
    public void columns(int wide) {
        columns = wide;
    }

    public Path home() {
        return Path.of(environment.get("WAYBILL_HOME"));
    }

    /** Runs the home's service until it is closed; the commands share it, and do not each start one of their own. */
    public SharedService service() throws InterruptedException {
        SharedService service = new SharedService(
                new WaybillHome(home()), EmbeddedService.load(), ServiceSettings.embedded(home()), PATIENCE);
        service.address(null);
        return service;
    }

    /** A node of the home that serves this directory on loopback. */
    public WaybillNode node(Path data) throws TransferException {
        return WaybillNode.start(
                NodeSettings.onLoopback(home(), data).withListen(new InetSocketAddress("127.0.0.1", 0)));
    }

    public Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Result result = runInto(out, arguments);
        return Result.of(result.code(), out.toString(StandardCharsets.UTF_8), result.err(), arguments);
    }

    /** Runs a command that is to succeed, and returns its standard output. */
    public String done(String... arguments) {
        Result result = run(arguments);
        if (result.code() != 0) {
            throw new AssertionError(result.arguments() + " ended with " + result.code() + ": " + result.err());
        }
        return result.out();
    }

    /** Runs a command whose standard output is no text. */
    public Result runInto(OutputStream out, String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false,
                columns,
                Map.copyOf(environment));
        int code = Waybill.run(terminal, arguments);
        awaitServiceStart();
        return Result.of(code, "", err.toString(StandardCharsets.UTF_8), arguments);
    }

    /**
     * A command that ends early leaves a service behind that is still starting and stops then. Its process would end
     * here; in this one it would write into a home that the test is about to remove.
     */
    private static void awaitServiceStart() {
        boolean interrupted = false;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            while (thread.getName().equals("advisor-service-start") && thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs a command that is written as at a shell; see {@link #words}. */
    public Result runLine(String line, Object... values) {
        return run(words(line, values));
    }

    /**
     * The words of a line, which spaces divide and quotes and backslashes keep together as in a shell. Each {@code %s}
     * then is the next value, which is never divided; {@code %%} is a percent sign.
     */
    public static String[] words(String line, Object... values) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        int value = 0;
        for (int i = 0; i < line.length(); i++) {
            char one = line.charAt(i);
            if (quote == 0 && one == ' ') {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (one == quote) {
                quote = 0;
            } else if (quote == 0 && (one == '\'' || one == '"')) {
                quote = one;
            } else if (one == '\\' && quote != '\'') {
                word.append(line.charAt(++i));
            } else if (one == '%') {
                word.append(line.charAt(++i) == '%' ? "%" : values[value++]);
            } else {
                word.append(one);
            }
        }
        if (word != null) {
            words.add(word.toString());
        }
        if (quote != 0 || value != values.length) {
            throw new IllegalArgumentException(line + ": " + (quote != 0 ? "a quote is open" : "too many values"));
        }
        return words.toArray(String[]::new);
    }

    /** The commands that print a document, by their words with hyphens between them. */
    public static Set<String> commandsWithJson() {
        Set<String> names = new TreeSet<>();
        gather(Tree.WHOLE, "", names);
        return names;
    }

    private static void gather(CommandLine command, String name, Set<String> names) {
        Object run = command.getCommand();
        if (!(run instanceof CommandGroup)
                && !(run instanceof DesktopCommand)
                && command.getCommandSpec().findOption("--json") != null) {
            names.add(name);
        }
        command.getSubcommands().values().stream()
                .distinct()
                .forEach(below -> gather(below, (name.isEmpty() ? "" : name + "-") + below.getCommandName(), names));
    }

    /** The words of the command that this line runs, with hyphens between them. */
    private static String command(String... arguments) {
        if (List.of(arguments).contains("--background")) {
            return "task-show"; // what was submitted, and not what the command itself answers
        }
        CommandLine command = Tree.WHOLE;
        StringJoiner name = new StringJoiner("-");
        for (String argument : arguments) {
            CommandLine below = command.getSubcommands().get(argument);
            if (below == null) {
                break;
            }
            command = below;
            name.add(command.getCommandName());
        }
        return name.toString();
    }

    /** All commands by their names, made once: it takes as long as a short command. */
    private static final class Tree {
        static final CommandLine WHOLE = Waybill.commandLine(Terminal.ofProcess());
    }

    /** What came of a command line. */
    public record Result(int code, String out, String err, String arguments) {
        /** A document that was printed must be as its schema says. */
        static Result of(int code, String out, String err, String... arguments) {
            List<String> line = Arrays.asList(arguments);
            if (line.contains("--json") && !out.isEmpty()) {
                Schemas.check(command(arguments), out);
            }
            return new Result(code, out, err, line.toString());
        }

        /** Standard output, which must be one JSON document and nothing else. */
        public JsonNode json() {
            try (var parser = JsonMapper.shared().createParser(out)) {
                JsonNode document = parser.readValueAsTree();
                if (parser.nextToken() != null) {
                    throw new AssertionError("more than one document: " + out);
                }
                return document;
            }
        }
    }
}
