package org.waybill.cli.advise;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.workflow.kept.KeptAdvices;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;

/** {@code waybill replay ID...}. */
@Command(
        name = "replay",
        header = "Rank the options of an earlier advice again from its stored inputs, and compare the results.",
        description =
                "Each advice is kept in WAYBILL_HOME with all its inputs. Replay reads only these, no network and no "
                        + "history: it must give the same ranking and the same numbers. Exit code 11 if it does not.",
        footer = {
            "waybill replay 20261127-054540-7f3a",
            "waybill replay --planner ../waybill-next/advisor-client/cli/target/client-cli.jar ~/.waybill/advices"
        })
public final class ReplayCommand extends WaybillCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "ID",
            description = "The last line of 'waybill advise'; or a file of an advice, or a directory of such files.")
    private List<String> named = List.of();

    @Option(
            names = "--planner",
            paramLabel = "JAR",
            description =
                    "Rank with another version of Waybill: its client-cli.jar, with the lib directory next to it.")
    private @Nullable Path planner;

    @Override
    protected int run(Session session) throws TransferException, IOException, InterruptedException {
        KeptAdvices kept = new KeptAdvices(session.home().advices());
        List<Path> files = new ArrayList<>();
        for (String one : named) {
            files.addAll(kept.files(one));
        }
        ReplayDocument document = planner == null ? replay(files) : replay(planner, files);
        session.answer(document, out -> print(out, document, session.terminal().outStyle()));
        return document.equal() == document.advices() ? 0 : Reason.DIFFERENT.exitCode();
    }

    private static ReplayDocument replay(List<Path> files) throws TransferException {
        List<ReplayDocument.Replayed> replayed = new ArrayList<>();
        for (Path file : files) {
            replayed.add(ReplayDocument.replay(file));
        }
        return ReplayDocument.of(replayed, "OK", Reason.DIFFERENT.name());
    }

    /** Another version runs in a process of its own, with its own libraries, and answers with the same document. */
    private static ReplayDocument replay(Path jar, List<Path> files) throws IOException, InterruptedException {
        if (!Files.isRegularFile(jar)) {
            throw Invalid.value("--planner", jar.toString(), "the client-cli.jar of a Waybill");
        }
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-jar",
                jar.toString(),
                "replay",
                "--json"));
        files.forEach(file -> line.add(file.toString()));
        Process other = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        other.getOutputStream().close();
        String answer = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int code = other.waitFor();
        if (code == 0 || code == Reason.DIFFERENT.exitCode()) {
            try {
                return Json.read(answer, ReplayDocument.class);
            } catch (JacksonException _) {
                // said below
            }
        }
        throw new CommandFailure(
                Reason.BAD_INPUT,
                jar + " cannot replay these advices (exit code " + code + "): expected the client-cli.jar of a Waybill "
                        + "that has 'waybill replay' and knows their format");
    }

    private static void print(PrintStream out, ReplayDocument document, Terminal.Style style) {
        boolean one = document.advices() == 1;
        for (ReplayDocument.Replayed advice : document.replayed()) {
            if (one) {
                out.println(style.bold("Advice " + advice.id() + " of " + advice.madeAt() + ", from "
                        + PrintableText.of(advice.source()) + " to " + PrintableText.of(advice.destination())
                        + ", by Waybill " + advice.version()));
                table(out, advice.options(), style);
            }
            advice.differences()
                    .forEach(difference ->
                            out.println((one ? "" : advice.id() + ": ") + PrintableText.of(difference.toString())));
        }
        out.println(
                one
                        ? document.equal() == 1 ? "same as kept" : "not the same as kept"
                        : document.equal() + " of " + document.advices() + " equal");
    }

    private static void table(PrintStream out, List<ReplayDocument.Option> options, Terminal.Style style) {
        Table table = new Table("#", "id", "time P50-P90", "evidence", "took");
        for (ReplayDocument.Option option : options) {
            table.row(
                    String.valueOf(option.rank()),
                    option.id(),
                    HumanUnits.band(
                            option.secondsP50(),
                            option.secondsP90() == null ? option.secondsP50() : option.secondsP90()),
                    option.evidence(),
                    option.outcomeSeconds().isEmpty()
                            ? "-"
                            : option.outcomeSeconds().stream()
                                    .map(HumanUnits::time)
                                    .collect(Collectors.joining(", ")));
        }
        table.print(out, style);
    }
}
