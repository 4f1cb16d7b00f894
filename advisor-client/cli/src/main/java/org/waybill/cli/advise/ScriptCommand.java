package org.waybill.cli.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.StandardOutput;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.script.ScriptWriter;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.identity.HomeKey;
import org.waybill.platform.PrivateFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill script SRC DST}. */
@Command(
        name = "script",
        header = "Write a transfer option as a shell script of well-known tools, to be read, kept or run elsewhere.",
        description = {
            "",
            "A POSIX shell script that looks for its tools first, quotes every name, writes under a temporary name (or "
                    + "says that its tool cannot), compares checksums where it can, and holds no secret.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill script results.h5 user@dtn.example.org:/data/ -o move.sh && sh move.sh",
            "  waybill script --workflow 3 results.h5 user@dtn.example.org:/data/"
        })
public final class ScriptCommand extends WaybillCommand {
    @Mixin
    private final Ends ends = new Ends();

    @Option(
            names = "--workflow",
            paramLabel = "ID",
            description = "The option with this id or number in 'waybill advise'. Default: the best.")
    private @Nullable String workflow;

    @Option(names = "--secure", description = "Leave out options that send data unencrypted.")
    private boolean secure;

    @Option(names = "-o", paramLabel = "F", description = "Write to F and make it executable. Default: print it.")
    private @Nullable Path output;

    ScriptCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        ends.requireWritable("-o", output, false);
        Ends.Named named = ends.named(session);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        Advisor.AdviceResult adviceResult = AdviceSession.advisor(session)
                .advise(new AdviceRequest(
                        source, destination, null, List.of(), secure, null, false, 0, named.copies(), EntryFilter.ALL));
        Workflow chosen = MoveChoice.workflow(adviceResult, workflow, source, destination);
        Candidate candidate =
                adviceResult.candidates().get(adviceResult.advice().workflows().indexOf(chosen));
        String script = ScriptWriter.write(
                candidate,
                adviceResult
                        .counted()
                        .map(DatasetSize::directory)
                        .orElse(source.location().saysDirectory()),
                HomeKey.names(session.home().root()));
        if (output != null) {
            write(output, script);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("workflow", chosen);
        document.put("file", output == null ? null : output.toString());
        document.put("script", script);
        session.answer(document, out -> {
            if (output == null) {
                StandardOutput.mustTake(out);
                out.print(script);
            } else {
                session.note("wrote " + output + " (" + chosen.title() + "); run it with: sh " + output);
            }
        });
        return 0;
    }

    private static void write(Path file, String script) {
        try {
            PrivateFiles.replaceProgram(file, script);
        } catch (IOException e) {
            throw CommandFailure.ofWriting(file.toString(), e);
        }
    }
}
