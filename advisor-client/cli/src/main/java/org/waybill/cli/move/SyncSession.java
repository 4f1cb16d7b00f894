package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.Session;
import org.waybill.cli.progress.ProgressView;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;

/** One sync of one source or several, whose comparisons are done: runs the rest and reports it. */
final class SyncSession {
    private final Session session;
    private final SyncOptions options;
    private final ReportOptions reports;
    private final List<String> places;
    private final List<SyncCopy> copies;
    private final Map<SyncCopy, Removal.Result> gone = new HashMap<>();
    /** What was found at all sources, with paths below the destination. */
    private final ComparisonResult found;

    private final Optional<String> refusal;
    /** The directory of the destination that is written now, where there are several sources. */
    private String directory = "";
    /** What should have been copied and was not, or would not be. */
    private List<NotTransferred> failed = new ArrayList<>();
    /** What a dry run finds. */
    private List<String> lacking = List.of();

    private MoveDocument.Forecast forecast = new MoveDocument.Forecast(null, null);

    SyncSession(
            Session session,
            SyncOptions options,
            ReportOptions reports,
            List<String> places,
            List<SyncComparison> compared) {
        this.session = session;
        this.options = options;
        this.reports = reports;
        this.places = places;
        this.copies = compared.stream().map(SyncCopy::new).toList();
        this.found = Comparisons.together(compared.stream()
                .map(one -> Comparisons.below(one.directory(), one.found()))
                .toList());
        this.refusal = compared.stream().flatMap(one -> one.refusal().stream()).findFirst();
    }

    int run() throws TransferException, InterruptedException {
        SyncPlan plan = plan();
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
            LinkedPaths linked = LinkedPaths.of(copies);
            int number = 0;
            TransferException failure = null;
            for (SyncCopy copy : copies) {
                directory = copy.looked.directory();
                progress.start(++number, copies.size());
                try {
                    copy.changed(linked.of(copy), listener, results::add);
                } catch (TransferException e) {
                    if (number == copies.size() && failure == null || !SyncCopy.isOfSome(e)) {
                        throw e;
                    }
                    failed.addAll(Comparisons.leftOutBelow(directory, e.notTransferred()));
                    failure = failure == null ? e : failure;
                }
            }
            if (failure != null) {
                directory = "";
                throw failure.lacking(List.of());
            }
            if (deletes) {
                LinkedPaths replaced = LinkedPaths.ofReplaced(copies);
                for (SyncCopy copy : copies) {
                    directory = copy.looked.directory();
                    gone.put(copy, SyncDeletion.of(copy.looked));
                    copy.replacements(replaced.of(copy), listener, results::add);
                }
            }
            progress.close();
            if (reports.prints(session)) {
                results.forEach(result -> CopyRunner.print(session.terminal().out(), result));
            }
        } catch (TransferException e) {
            failed.addAll(Comparisons.leftOutBelow(directory, e.notTransferred()));
            boolean foreseen = !SyncCopy.endsAll(e) && isForeseen();
            failed = withMissing();
            Shortfall why = (foreseen ? shortfall() : Optional.<Shortfall>empty()).orElseGet(() -> {
                TransferException told = session.told(e);
                return new Shortfall(told.reason(), String.valueOf(told.getMessage()));
            });
            SyncDocument document = document(why.reason().name(), why.why());
            reports.finish(session, document);
            throw new CommandFailure(why.reason(), why.why(), e.lacking(failed)).with(document);
        }
        failed = missing();
        return finish();
    }

    /** What there is to do; what is in the way of an entry of the source goes where anything is deleted. */
    private SyncPlan plan() {
        return SyncPlan.of(found, _ -> true, _ -> !replaces());
    }

    private boolean replaces() {
        return options.delete && refusal.isEmpty();
    }

    /** What could not be read, and what something else is in the way of. */
    private List<NotTransferred> missing() {
        List<NotTransferred> missing = new ArrayList<>(Comparisons.unread(found));
        missing.addAll(Comparisons.blocked(
                replaces() ? List.of() : plan().inTheWay(),
                Reason.UNSAFE,
                options.delete ? "" : "; --delete replaces it"));
        return missing;
    }

    private SyncDocument document(String status, @Nullable String message) {
        SyncPlan plan = plan();
        Map<String, NotTransferred> leftOut = new LinkedHashMap<>();
        found.leftOut().forEach(one -> leftOut.put(one.path(), one));
        failed.forEach(one -> leftOut.put(one.path(), one));
        List<String> deleted = new ArrayList<>();
        List<NotTransferred> kept = new ArrayList<>();
        for (SyncCopy copy : copies) {
            String below = copy.looked.directory();
            copy.transfers.stream()
                    .flatMap(one -> Comparisons.leftOutBelow(below, one.notTransferred()).stream())
                    .filter(one -> !one.isKept())
                    .forEach(one -> leftOut.putIfAbsent(one.path(), one));
            Removal.Result removed = gone.getOrDefault(copy, new Removal.Result(List.of(), List.of()));
            removed.deleted().forEach(path -> deleted.add(Comparisons.path(below, path)));
            kept.addAll(Comparisons.leftOutBelow(below, removed.kept()));
        }
        SyncSource first = copies.getFirst().looked.asked();
        return new SyncDocument(
                status,
                message,
                copies.size() == 1 ? first.source().format() : String.join(" ", places.subList(0, places.size() - 1)),
                first.destination().format(),
                found.comparedBy().name().toLowerCase(Locale.ROOT),
                options.dryRun,
                plan.fresh().files(),
                plan.fresh().bytes(),
                plan.changed().files(),
                plan.changed().bytes(),
                found.equal(),
                options.dryRun
                        ? found.otherPermissions().size()
                        : copies.stream().mapToLong(SyncCopy::permissionsGiven).sum(),
                found.differences().stream().map(CheckDocument.Line::of).toList(),
                options.dryRun && options.delete
                        ? plan.unwanted().stream().map(Difference::path).toList()
                        : List.of(),
                deleted,
                kept,
                List.copyOf(leftOut.values()),
                copies.stream().flatMap(copy -> copy.transfers.stream()).toList(),
                Stream.concat(lacking.stream(), copies.stream().flatMap(SyncCopy::notKept))
                        .distinct()
                        .toList(),
                forecast);
    }

    /** Why not everything is done, in one line, with the reason that decides the exit code. */
    private record Shortfall(Reason reason, String why) {}

    /** Whether nothing has failed but what the comparison has shown: then a dry run ends alike. */
    private boolean isForeseen() {
        Set<String> known = missing().stream().map(NotTransferred::path).collect(Collectors.toSet());
        List<NotTransferred> failures =
                failed.stream().filter(NotTransferred::isFailure).toList();
        return !failures.isEmpty() && failures.stream().allMatch(one -> known.contains(one.path()));
    }

    private List<NotTransferred> withMissing() {
        Map<String, NotTransferred> once = new LinkedHashMap<>();
        Stream.concat(failed.stream(), missing().stream()).forEach(one -> once.putIfAbsent(one.path(), one));
        return List.copyOf(once.values());
    }

    /** What is known of it before anything is copied. */
    private Optional<Shortfall> shortfall() {
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
                            + unread.get().why() + more()));
        }
        List<Difference> blocked = replaces() ? List.of() : plan().inTheWay();
        return blocked.isEmpty()
                ? Optional.empty()
                : Optional.of(new Shortfall(
                        Reason.UNSAFE,
                        "not copied: " + SyncText.name(blocked.getFirst()) + ": "
                                + blocked.getFirst().why() + "; --delete replaces it" + more()));
    }

    private String more() {
        return failed.size() < 2 ? "" : "; " + (failed.size() - 1) + " more not copied";
    }

    private int dryRun(SyncPlan plan) throws InterruptedException {
        lacking = lacking();
        forecast = forecast();
        failed = missing();
        Optional<Shortfall> shortfall = shortfall();
        boolean strict = shortfall.isEmpty() && reports.refuses(session, found.leftOut(), lacking);
        SyncDocument document = document(
                shortfall.map(one -> one.reason().name()).orElse(strict ? Reason.LEFT_OUT.name() : "PLANNED"),
                shortfall.map(Shortfall::why).orElse(null));
        reports.finish(session, document);
        if (!session.json() && !reports.writesEventsOnly()) {
            boolean some = plan.fresh().files() + plan.changed().files() > 0;
            String transport = copies.getFirst().looked.asked().transport();
            String how = some ? CopyReport.how(transport, forecast) : "";
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
            copies.stream()
                    .map(copy -> copy.looked)
                    .filter(SyncComparison::copies)
                    .forEach(looked -> notKept.tell(looked.lacking()));
            return notKept.texts();
        }
    }

    /** The sources are copied one after the other. */
    private MoveDocument.Forecast forecast() throws InterruptedException {
        double soonest = 0;
        double latest = 0;
        for (SyncCopy copy : copies) {
            if (!copy.looked.plan().copies().isEmpty()) {
                Estimate each = SyncForecast.of(copy.looked);
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

    private int finish() {
        SyncDocument done = document("OK", null);
        Optional<NotTransferred> stayed =
                done.kept().stream().filter(NotTransferred::isFailure).findFirst();
        Optional<Shortfall> shortfall = shortfall();
        @Nullable String why = shortfall.map(Shortfall::why).orElse(null);
        @Nullable Reason reason = shortfall.map(Shortfall::reason).orElse(null);
        if (why == null && stayed.isPresent()) {
            reason = Reason.valueOf(stayed.get().reason());
            why = "not deleted: " + stayed.get().path() + ": " + stayed.get().text();
        } else if (why == null && reports.refuses(session, done.leftOut(), done.notKept())) {
            reason = Reason.LEFT_OUT;
        }
        SyncDocument document = reason == null ? done : document(reason.name(), why);
        reports.finish(session, document);
        if (session.json() && why == null) {
            Json.write(session.terminal().out(), document);
        } else if (reports.prints(session)) {
            SyncText.done(session.terminal().out(), document, found);
        } else if (session.quiet() && reason == Reason.LEFT_OUT) {
            NotTransferredText.print(session.terminal().err(), document.leftOut());
        }
        if (why != null && reason != null) {
            throw new CommandFailure(reason, why, new TransferException(reason, why).lacking(failed)).with(document);
        }
        return reason == null ? 0 : reason.exitCode();
    }
}
