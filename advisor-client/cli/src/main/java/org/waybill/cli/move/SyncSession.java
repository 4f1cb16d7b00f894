package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;

/** One sync of one source or several, whose comparisons are done: runs the rest and reports it. */
final class SyncSession {
    private final Session session;
    private final SyncOptions options;
    private final ReportOptions reports;
    private final List<String> places;
    private final Map<SyncRun, SyncRun.Looked> runs;
    /** What was found at all sources, with paths below the destination. */
    private final ComparisonResult found;

    private final Optional<String> refusal;
    /** What a dry run finds. */
    private List<String> lacking = List.of();

    private MoveDocument.Forecast forecast = new MoveDocument.Forecast(null, null);

    SyncSession(
            Session session,
            SyncOptions options,
            ReportOptions reports,
            List<String> places,
            Map<SyncRun, SyncRun.Looked> runs) {
        this.session = session;
        this.options = options;
        this.reports = reports;
        this.places = places;
        this.runs = runs;
        this.found = Comparisons.together(runs.values().stream()
                .map(one -> Comparisons.below(one.directory(), one.found()))
                .toList());
        this.refusal =
                runs.values().stream().flatMap(one -> one.refusal().stream()).findFirst();
    }

    int run() throws TransferException, InterruptedException {
        SyncPlan plan = SyncPlan.of(found, false);
        if (options.dryRun) {
            return dryRun(plan);
        }
        boolean deletes =
                options.delete && refusal.isEmpty() && !plan.unwanted().isEmpty();
        if (deletes) {
            confirm(plan.unwanted());
        }
        try (ProgressView progress = reports.progress(session)) {
            TransferListener listener = reports.listener(session, progress);
            List<TransferResult> results = new ArrayList<>();
            LinkedPaths linked = LinkedPaths.of(runs);
            int number = 0;
            for (Map.Entry<SyncRun, SyncRun.Looked> one : runs.entrySet()) {
                progress.start(++number, runs.size());
                one.getKey().copy(one.getValue(), linked.of(one.getKey()), listener, results::add);
            }
            LinkedPaths replaced = LinkedPaths.ofReplaced(deletes ? runs : Map.of());
            for (Map.Entry<SyncRun, SyncRun.Looked> one :
                    deletes ? runs.entrySet() : List.<Map.Entry<SyncRun, SyncRun.Looked>>of()) {
                one.getKey().delete(one.getValue(), replaced.of(one.getKey()), listener, results::add);
            }
            progress.close();
            if (reports.prints(session)) {
                results.forEach(result -> CopyRunner.print(session.terminal().out(), result));
            }
        } catch (TransferException e) {
            TransferException told = session.told(e);
            SyncDocument document = document(told.reason().name(), told.getMessage());
            reports.finish(session, document);
            throw new CommandFailure(told.reason(), String.valueOf(told.getMessage()), e).with(document);
        }
        return finish(deletes ? List.of() : plan.inTheWay());
    }

    private SyncDocument document(String status, @Nullable String message) {
        SyncPlan plan = SyncPlan.of(found, false);
        Map<String, NotTransferred> leftOut = new LinkedHashMap<>();
        found.leftOut().forEach(one -> leftOut.put(one.path(), one));
        runs.forEach((run, looked) -> run.transfers.stream()
                .flatMap(one -> Comparisons.leftOutBelow(looked.directory(), one.notTransferred()).stream())
                .filter(one -> !one.isKept())
                .forEach(one -> leftOut.putIfAbsent(one.path(), one)));
        List<String> deleted = new ArrayList<>();
        List<NotTransferred> kept = new ArrayList<>();
        runs.forEach((run, looked) -> {
            run.gone().deleted().forEach(path -> deleted.add(Comparisons.path(looked.directory(), path)));
            kept.addAll(Comparisons.leftOutBelow(looked.directory(), run.gone().kept()));
        });
        SyncRun first = runs.keySet().iterator().next();
        return new SyncDocument(
                status,
                message,
                runs.size() == 1 ? first.source.format() : String.join(" ", places.subList(0, places.size() - 1)),
                first.destination.format(),
                found.comparedBy().name().toLowerCase(Locale.ROOT),
                options.dryRun,
                plan.fresh().files(),
                plan.fresh().bytes(),
                plan.changed().files(),
                plan.changed().bytes(),
                found.equal(),
                options.dryRun
                        ? found.otherPermissions().size()
                        : runs.keySet().stream()
                                .mapToLong(SyncRun::permissionsGiven)
                                .sum(),
                found.differences().stream().map(CheckDocument.Line::of).toList(),
                options.dryRun && options.delete
                        ? plan.unwanted().stream().map(Difference::path).toList()
                        : List.of(),
                deleted,
                kept,
                List.copyOf(leftOut.values()),
                runs.keySet().stream().flatMap(run -> run.transfers.stream()).toList(),
                Stream.concat(
                                lacking.stream(),
                                runs.keySet().stream()
                                        .flatMap(run -> run.transfers.stream())
                                        .flatMap(copy -> copy.notKept().stream()))
                        .distinct()
                        .toList(),
                forecast);
    }

    /** Why not everything is done, in one line, with the reason that decides the exit code. */
    private record Shortfall(Reason reason, String why) {}

    /** What is known of it before anything is copied. */
    private Optional<Shortfall> shortfall(List<Difference> blocked) {
        Optional<Difference> unread = found.firstUnreadable();
        if (refusal.isPresent()) {
            // a list that names what is not there is an error of its own, and nothing else is wrong
            Reason reason =
                    unread.filter(Difference::isUnmet).map(Difference::reason).orElse(Reason.UNSAFE);
            return Optional.of(new Shortfall(reason, refusal.get()));
        } else if (unread.isPresent()) {
            return Optional.of(new Shortfall(
                    Optional.ofNullable(unread.get().reason()).orElse(Reason.PERMISSION),
                    "not copied, since it could not be read: " + SyncText.name(unread.get()) + ": "
                            + unread.get().why()));
        }
        return blocked.isEmpty()
                ? Optional.empty()
                : Optional.of(new Shortfall(
                        Reason.UNSAFE,
                        "not copied: " + SyncText.name(blocked.getFirst()) + ": "
                                + blocked.getFirst().why() + "; --delete replaces it"));
    }

    private int dryRun(SyncPlan plan) throws InterruptedException {
        lacking = lacking();
        forecast = forecast();
        Optional<Shortfall> shortfall = shortfall(options.delete ? List.of() : plan.inTheWay());
        boolean strict = shortfall.isEmpty() && reports.refuses(found.leftOut(), lacking);
        SyncDocument document = document(
                shortfall.map(one -> one.reason().name()).orElse(strict ? Reason.LEFT_OUT.name() : "PLANNED"),
                shortfall.map(Shortfall::why).orElse(null));
        reports.finish(session, document);
        if (!session.json() && !reports.writesEventsOnly()) {
            SyncRun first = runs.keySet().iterator().next();
            boolean copies = plan.fresh().files() + plan.changed().files() > 0;
            String how = copies ? CopyReport.how(first.transport(), forecast) : "";
            SyncText.plan(session.terminal().out(), found, plan, options.delete, how);
        }
        if (shortfall.isPresent()) {
            Shortfall one = shortfall.get();
            String why = one.why().replaceFirst("^nothing was deleted", "nothing would be deleted");
            String before =
                    !why.equals(one.why()) ? "" : refusal.isPresent() ? "nothing would be deleted: " : "dry run: ";
            throw new CommandFailure(one.reason(), before + why).with(document);
        } else if (session.json()) {
            Json.write(session.terminal().out(), document);
        }
        return strict ? Reason.LEFT_OUT.exitCode() : 0;
    }

    /** What the copies would not keep, reported as they would. */
    private List<String> lacking() {
        try (ProgressView progress = reports.progress(session)) {
            NotKept notKept = new NotKept(reports.listener(session, progress));
            runs.values().stream()
                    .filter(looked -> looked.copies(options.delete))
                    .forEach(looked -> notKept.tell(looked.lacking()));
            return notKept.texts();
        }
    }

    /** The sources are copied one after the other. */
    private MoveDocument.Forecast forecast() throws InterruptedException {
        double soonest = 0;
        double latest = 0;
        for (Map.Entry<SyncRun, SyncRun.Looked> one : runs.entrySet()) {
            if (!one.getValue().plan().copies().isEmpty()) {
                Estimate each = one.getKey().forecast(one.getValue());
                Double p50 = each.secondsP50();
                Double p90 = each.secondsP90();
                if (p50 == null || p90 == null) {
                    return new MoveDocument.Forecast(null, null);
                }
                soonest += p50;
                latest += p90;
            }
        }
        return latest == 0 ? new MoveDocument.Forecast(null, null) : new MoveDocument.Forecast(soonest, latest);
    }

    /** A person at a terminal sees what will be deleted, and says yes or nothing is done. */
    private void confirm(List<Difference> unwanted) {
        if (options.yes || session.json() || !session.terminal().errIsTerminal()) {
            return;
        }
        SyncText.some(session.terminal().err(), unwanted, _ -> true, "will be deleted: ");
        if (!session.asks() && !session.quiet()) {
            throw CommandFailure.unsafe("nothing was done, since the terminal cannot be asked: use --yes to delete");
        }
        if (!session.isConfirmed("delete " + SyncText.entries(unwanted.size()) + " after the copy")) {
            throw CommandFailure.unsafe("nothing was done: the answer was not yes");
        }
    }

    private int finish(List<Difference> blocked) {
        SyncDocument done = document("OK", null);
        Optional<NotTransferred> failed =
                done.kept().stream().filter(NotTransferred::isFailure).findFirst();
        Optional<Shortfall> shortfall = shortfall(blocked);
        @Nullable String why = shortfall.map(Shortfall::why).orElse(null);
        @Nullable Reason reason = shortfall.map(Shortfall::reason).orElse(null);
        if (why == null && failed.isPresent()) {
            reason = Reason.valueOf(failed.get().reason());
            why = "not deleted: " + failed.get().path() + ": " + failed.get().text();
        } else if (why == null && reports.refuses(done.leftOut(), done.notKept())) {
            reason = Reason.LEFT_OUT;
        }
        SyncDocument document = reason == null ? done : document(reason.name(), why);
        reports.finish(session, document);
        if (session.json() && why == null) {
            Json.write(session.terminal().out(), document);
        } else if (reports.prints(session)) {
            SyncText.done(session.terminal().out(), document, found);
        }
        if (why != null && reason != null) {
            throw new CommandFailure(reason, why).with(document);
        }
        return reason == null ? 0 : reason.exitCode();
    }
}
