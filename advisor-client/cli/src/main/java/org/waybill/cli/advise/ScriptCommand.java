package org.waybill.cli.advise;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
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
        header = "Write a transfer option as a shell script of standard tools.",
        description = "The POSIX shell script first checks for its tools, quotes every name, writes to a "
                + "temporary name (or says that its tool cannot), compares checksums where possible, and "
                + "contains no secrets.",
        footer = {
            "waybill script results.h5 user@dtn.example.org:/data/ -o copy.sh && sh copy.sh",
            "waybill script --workflow 3 results.h5 user@dtn.example.org:/data/"
        })
public final class ScriptCommand extends WaybillCommand {
    /** Defaults that change what is copied, or how fast. */
    private static final Set<String> OF_COPIES = Set.of("bwlimit", "deadline", "links", "rate");

    @Mixin
    private final Ends ends = new Ends();

    @Option(
            names = "--workflow",
            paramLabel = "ID",
            description = "ID or number of the option in 'waybill advise'. Default: the best option.")
    private @Nullable String workflow;

    @Option(names = "--secure", description = "Exclude options that send data unencrypted.")
    private boolean secure;

    @Option(
            names = "-o",
            paramLabel = "F",
            description = "Write to F and make it executable. Default: standard output.")
    private @Nullable Path output;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        ends.requireWritable("-o", output, false);
        Ends.Named named = ends.named(session);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        Advisor.AdviceResult adviceResult = AdviceSession.advise(
                session,
                new AdviceRequest(
                        source, destination, null, List.of(), secure, null, false, 0, named.copies(), EntryFilter.ALL));
        Workflow chosen = MoveChoice.workflow(adviceResult, workflow, source, destination);
        Candidate candidate = MoveChoice.candidate(adviceResult, chosen);
        String script = ScriptWriter.write(
                candidate,
                adviceResult.isDirectory(source),
                HomeKey.names(session.home().root()),
                session.identity());
        sayWhatIsLeftOut(session, candidate);
        if (output != null) {
            write(output, script);
        }
        String file = output == null ? null : output.toString();
        return session.answer(Json.object("workflow", chosen, "file", file, "script", script), out -> {
            if (output == null) {
                out.print(script);
            } else {
                session.note("wrote " + output + " (" + chosen.title() + "); run it with: sh " + output);
            }
        });
    }

    /** What the user said once for all copies, and the tools of this script do not do. */
    private static void sayWhatIsLeftOut(Session session, Candidate candidate) throws TransferException {
        if (session.identity() != null && !ScriptWriter.usesIdentity(candidate)) {
            session.note("waybill: this script does not use SSH, nor the key of --identity");
        }
        if (ScriptWriter.copiesByWaybill(candidate)) {
            return;
        }
        session.config().defaults().forEach((key, value) -> {
            if (OF_COPIES.contains(key)) {
                session.note("waybill: the script does not have " + key + " = " + value + " of "
                        + session.home().config());
            }
        });
    }

    private static void write(Path file, String script) {
        try {
            PrivateFiles.replaceProgram(file, script);
        } catch (IOException e) {
            throw CommandFailure.ofWriting(file.toString(), e);
        }
    }
}
