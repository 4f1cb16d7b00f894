package org.waybill.cli.move;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.client.HumanUnits;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;

/** How the copies of one command ended: what is printed and written, and the exit code. */
record CopyReport(Session session, ReportOptions reports) {
    /**
     * How one copy ended.
     *
     * @param result null where it failed, or was planned only
     * @param plan what a dry run found; null otherwise, and for what cannot be compared
     * @param how a dry run's plan would be copied, as {@link #how} says it; empty otherwise
     * @param failure null where it did not fail
     * @param reason why it does not count as a success; null where it does
     */
    record CopyOutcome(
            MoveDocument document,
            @Nullable TransferResult result,
            PlannedCopy.@Nullable Found plan,
            String how,
            @Nullable CommandFailure failure,
            @Nullable Reason reason) {}

    /** @param places as on the command line, the destination last */
    int end(List<String> places, List<CopyOutcome> done) {
        return done.size() == 1 ? endOfOne(done.getFirst()) : endOfSeveral(places, done);
    }

    private int endOfOne(CopyOutcome done) {
        MoveDocument document = done.document();
        CommandFailure failure = done.failure();
        reports.finish(session, document);
        if (failure != null) {
            throw failure.with(document);
        }
        TransferResult result = done.result();
        // standard output may be the destination
        PrintStream text = document.destination().equals("-")
                ? session.terminal().err()
                : session.terminal().out();
        if (session.json()) {
            Json.write(session.terminal().out(), document);
        } else if (!reports.writesEventsOnly() && result == null) { // a plan was asked for, with --quiet too
            plan(text, done);
        } else if (reports.prints(session) && result != null) {
            CopyRunner.print(text, result);
            NotTransferredText.print(text, result.report().notTransferred());
        } else if (result != null && session.quiet() && done.reason() == Reason.LEFT_OUT) {
            NotTransferredText.print(session.terminal().err(), result.report().notTransferred());
        }
        return done.reason() == null ? 0 : done.reason().exitCode();
    }

    private static void plan(PrintStream out, CopyOutcome done) {
        PlannedCopy.@Nullable Found plan = done.plan();
        if (plan != null) {
            PlannedCopy.print(out, plan, done.how());
            return;
        }
        MoveDocument document = done.document();
        boolean stream = document.source().equals("-") || document.destination().equals("-");
        out.println("would copy " + (stream ? "a stream" : PrintableText.of(document.source())) + " " + done.how());
    }

    /** By which transport what would be copied is copied, and in what time, in the words of a copy that starts. */
    static String how(@Nullable String transport, MoveDocument.Forecast forecast) {
        return "by " + transport + ", forecast " + HumanUnits.band(forecast.secondsP50(), forecast.secondsP90());
    }

    /** Each is reported by itself, then all together; the worst decides the exit code. */
    private int endOfSeveral(List<String> places, List<CopyOutcome> done) {
        List<PlannedCopy.Found> plans =
                done.stream().map(CopyOutcome::plan).filter(Objects::nonNull).toList();
        PlannedCopy.@Nullable Found plan = plans.isEmpty() ? null : PlannedCopy.together(plans);
        MoveDocument whole = MoveDocument.ofSeveral(
                places, done.stream().map(CopyOutcome::document).toList(), plan == null ? null : plan.document());
        reports.finish(session, whole);
        if (session.json()) {
            Json.write(session.terminal().out(), whole);
            return whole.exitCode();
        }
        for (CopyOutcome one : done) {
            String source = PrintableText.of(one.document().source());
            TransferResult result = one.result();
            if (one.failure() != null) {
                String message = String.valueOf(one.failure().getMessage());
                Reason reason = one.failure().reason();
                session.terminal().warn(one.document().source() + ": " + Overload.HERE.told(reason, message));
                NotTransferredText.print(
                        session.terminal().err(), message, one.document().notTransferred());
            } else if (reports.prints(session) && result != null) {
                session.terminal().out().println(source + ":");
                CopyRunner.print(session.terminal().out(), result);
                NotTransferredText.names(
                        session.terminal().out(), result.report().notTransferred());
            } else if (result != null && session.quiet() && one.reason() == Reason.LEFT_OUT) {
                session.terminal().say(source + ":");
                NotTransferredText.print(
                        session.terminal().err(), result.report().notTransferred());
            } else if (result == null && one.plan() == null && !reports.writesEventsOnly()) {
                plan(session.terminal().out(), one);
            }
        }
        if (reports.prints(session) || plan != null && !reports.writesEventsOnly()) {
            whole(session.terminal().out(), done, plan, whole);
        }
        return whole.exitCode();
    }

    private static boolean sentNothing(CopyOutcome one) {
        TransferResult result = one.result();
        return result != null && result.report().sentNothing();
    }

    private static void whole(
            PrintStream out, List<CopyOutcome> done, PlannedCopy.@Nullable Found plan, MoveDocument whole) {
        Long bytes = whole.bytes();
        Long files = whole.files();
        Double seconds = whole.seconds();
        if (plan != null) {
            PlannedCopy.print(out, plan, how(whole.transport(), whole.forecast()));
        } else if (bytes != null && files != null && seconds != null && !whole.dryRun()) {
            long failed = done.stream().filter(one -> one.failure() != null).count();
            String what = HumanUnits.binarySize(bytes) + " in " + files + (files == 1 ? " file" : " files");
            boolean existed = files > 0 && done.stream().allMatch(CopyReport::sentNothing);
            out.println("in total " + (existed ? CopyRunner.existed(what) : what + " in ")
                    + HumanUnits.time(seconds)
                    + (failed == 0 ? "" : "; " + failed + " of " + done.size() + " sources failed"));
            NotTransferredText.leftOut(
                    out,
                    done.stream()
                            .filter(one -> one.failure() == null)
                            .flatMap(one -> one.document().notTransferred().stream())
                            .collect(Collectors.<NotTransferred>toList()));
        }
    }
}
