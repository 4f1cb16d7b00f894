package org.waybill.cli.move;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.StrictOption;
import org.waybill.cli.progress.ProgressView;
import org.waybill.client.task.TaskLock;
import org.waybill.engine.ErrorText;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where {@code copy} and {@code sync} report what they do, besides the terminal. */
@Command
final class ReportOptions {
    @Option(names = "--report", paramLabel = "F", description = "Write the JSON report to F as well.")
    private @Nullable Path report;

    @Option(
            names = "--events",
            paramLabel = "F",
            description = "Write events to F while it runs, one JSON object a line; - is standard output, in place of "
                    + "the text. The last event holds the report.")
    private @Nullable String events;

    @Mixin
    private final StrictOption strict = new StrictOption();

    @Option(
            names = {"-v", "--verbose"},
            description = "Report every step, such as that a copy is read back to verify it.")
    private boolean[] verbose = {};

    private @Nullable EventLines lines;
    private @Nullable Reason unwritten;

    void check(Ends ends) throws TransferException {
        ends.requireWritable("--report", report, false);
        ends.requireWritable("--events", events == null || events.equals("-") ? null : Path.of(events), true);
    }

    /** Fails where standard output would have two uses. */
    void checkOutput(Session session, boolean destinationIsOutput) {
        if ("-".equals(events) && (session.json() || destinationIsOutput)) {
            throw Invalid.usage("--events - and " + (session.json() ? "--json" : "the destination -")
                    + " both need standard output: give --events a file");
        }
    }

    /** Whether text for a person is printed on standard output. */
    boolean prints(Session session) {
        return !session.json() && !session.quiet() && !writesEventsOnly();
    }

    /** Whether standard output holds the events. */
    boolean writesEventsOnly() {
        return "-".equals(events);
    }

    ProgressView progress(Session session) {
        return new ProgressView(session, session.quiet() || writesEventsOnly(), verbose.length > 0, "");
    }

    /** What hears of a transfer: the events if they are written, and {@code also}. They stay open until the end. */
    TransferListener listener(Session session, TransferListener also) {
        if (events == null) {
            return also;
        }
        EventLines open = lines;
        if (open == null) {
            open = EventLines.to(events, session.terminal(), InstantSource.system(), also);
            lines = open;
        }
        return open;
    }

    /** Writes how it ended to the events and to the report; of what cannot be written there is a line. */
    void finish(Session session, Object document) {
        try {
            if (listener(session, TransferListener.NONE) instanceof EventLines open) {
                open.end(document);
            }
        } catch (IOException e) {
            // those of a task are its agent's, and no wish of the user
            boolean asked = !session.terminal().environment().containsKey(TaskLock.VARIABLE);
            unwritten = asked ? Reason.DISK_FULL : null;
            session.terminal()
                    .warn("cannot write the events to " + events + ": " + ErrorText.of(e)
                            + "; the transfer went on without them");
        } catch (CommandFailure e) {
            // this is why the command failed and is reported then, or it matters less than the failure
        }
        try {
            if (report != null) {
                Json.writeFile(report, document);
            }
        } catch (IOException e) {
            CommandFailure failure = CommandFailure.ofWriting("the report " + report, e);
            unwritten = failure.reason();
            session.terminal().warn(String.valueOf(failure.getMessage()));
        }
    }

    /** The exit code of a command that ended with this one: no success where events or report were not written. */
    int exitCode(int code) {
        Reason reason = unwritten;
        return code == 0 && reason != null ? reason.exitCode() : code;
    }

    /** As {@link StrictOption#refuses}. */
    boolean refuses(Session session, List<NotTransferred> notTransferred, List<String> notKept) {
        return strict.refuses(session, notTransferred, notKept);
    }
}
