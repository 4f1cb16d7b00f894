package org.waybill.cli.move;

import java.io.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.client.HomeFailures;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.sync.DeletionGuard;
import org.waybill.client.sync.SyncMemory;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;

/** One sync, from the comparison over the copies to the deletions, which come last (decision 0273). */
final class SyncRun {
    private final Session session;
    private final Endpoint source;
    private final Endpoint destination;
    private final SyncOptions options;
    private final CopyRules rules;
    private final SyncCopies copies;

    SyncRun(Session session, Ends.Named named, SyncOptions options, CopyRules rules) {
        this.session = session;
        this.source = named.source();
        this.destination = named.destination();
        this.options = options;
        this.rules = rules;
        this.copies = new SyncCopies(session, source, destination, options, rules);
    }

    /** What the comparison found, and what follows of it. */
    private record Looked(
            ComparisonResult found,
            SyncPlan plan,
            SyncMemory memory,
            Optional<String> fileSystem,
            Optional<String> refusal,
            boolean thereAlready) {}

    int run() throws TransferException, InterruptedException {
        options.maxDelete();
        Looked looked = look();
        SyncDocument planned = SyncDocument.planned(
                source.format(), destination.format(), looked.found(), looked.plan(), options.delete());
        if (options.dryRun()) {
            return dryRun(looked, planned);
        }
        boolean deletes = options.delete()
                && looked.refusal().isEmpty()
                && !looked.plan().unwanted().isEmpty();
        if (deletes) {
            confirm(looked.plan().unwanted());
        }
        List<MoveDocument> transfers = new ArrayList<>();
        try {
            copy(looked.plan().copies(), looked, transfers);
            keepInMind(looked);
            Removal.Result gone = deletes ? delete(looked) : new Removal.Result(List.of(), List.of());
            List<String> blocked =
                    looked.plan().inTheWay().stream().map(Difference::path).toList();
            if (deletes) {
                copy(blocked, looked, transfers);
            }
            return finish(looked, planned, gone, transfers, !deletes && !blocked.isEmpty());
        } catch (TransferException e) {
            TransferException told = HomeFailures.mayBe(e.reason(), e.getMessage(), session.home())
                    ? HomeFailures.of(e, session.home()).orElse(e)
                    : e;
            throw new CommandFailure(told.reason(), String.valueOf(told.getMessage()), e)
                    .with(planned.done(told.reason().name(), told.getMessage(), List.of(), List.of(), transfers));
        }
    }

    private Looked look() throws TransferException, InterruptedException {
        try (OpenEndpoints open = OpenEndpoints.open(session, source, destination)) {
            TreePair trees = open.trees();
            SyncMemory memory = SyncMemory.of(session.home().syncs(), trees);
            Optional<String> now = trees.source().fileSystem(trees.here().path());
            if (options.delete()) {
                new SyncTarget(session, source, destination, trees).check(memory.isKnown());
                if (!options.sourceMoved()) {
                    refuse(DeletionGuard.refusal(remembered(memory), now));
                }
            }
            ComparisonResult found =
                    trees.compare(new TreeComparison.Wanted(options.compare(), rules, options.deleteExcluded()));
            copies.begin(trees);
            SyncPlan plan = SyncPlan.of(found, rules.filter().chosen() != null);
            Optional<String> refusal = options.delete()
                    ? DeletionGuard.refusal(found, plan.unwanted().size(), options.maxDelete())
                    : Optional.empty();
            return new Looked(found, plan, memory, now, refusal, trees.there() != null);
        }
    }

    private static Optional<String> remembered(SyncMemory memory) {
        try {
            return memory.fileSystem();
        } catch (IOException e) {
            throw new CommandFailure(
                    Reason.UNSAFE,
                    "nothing was deleted, since the home does not tell of the last" + " sync: " + e.getMessage(),
                    e);
        }
    }

    private static void refuse(Optional<String> why) {
        if (why.isPresent()) {
            throw new CommandFailure(Reason.UNSAFE, why.get());
        }
    }

    private int dryRun(Looked looked, SyncDocument planned) {
        if (looked.refusal().isPresent()) {
            SyncDocument refused =
                    planned.refused(Reason.UNSAFE.name(), looked.refusal().get());
            if (!session.json()) {
                SyncText.plan(session.terminal().out(), looked.found(), looked.plan(), true);
            }
            throw new CommandFailure(
                            Reason.UNSAFE,
                            "would delete nothing: " + looked.refusal().get())
                    .with(refused);
        }
        session.answer(planned, out -> SyncText.plan(out, looked.found(), looked.plan(), options.delete()));
        return 0;
    }

    /** A person at a terminal sees what will go, and says yes or lets all be as it is. */
    @SuppressWarnings("SystemConsoleNull") // it is null where -Djdk.console=java.base
    private void confirm(List<Difference> unwanted) {
        if (options.yes() || session.json() || !session.terminal().errIsTerminal()) {
            return;
        }
        SyncText.some(session.terminal().err(), unwanted, _ -> true, "will be deleted: ");
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new CommandFailure(Reason.UNSAFE, "nothing was done, since nobody can be asked: say --yes to delete");
        }
        String answer = console.readLine("delete %s after the copy (yes or no)? ", SyncText.entries(unwanted.size()));
        if (!"yes".equals(answer)) {
            throw new CommandFailure(Reason.UNSAFE, "nothing was done: the answer was not yes");
        }
    }

    private void copy(List<String> paths, Looked looked, List<MoveDocument> transfers)
            throws TransferException, InterruptedException {
        if (!paths.isEmpty() || !looked.thereAlready() && transfers.isEmpty()) {
            TransferResult result = copies.copy(paths, looked.thereAlready(), transfers::add);
            if (!session.json() && !session.quiet()) {
                CopyRunner.print(session.terminal().out(), result, false);
            }
        }
    }

    /** An empty source, or one that is not where it was, is no model for the next time. */
    private void keepInMind(Looked looked) {
        Optional<String> before = remembered(looked.memory());
        if (looked.found().atSource() > 0 && (before.isEmpty() || options.sourceMoved())) {
            try {
                looked.memory().keep(looked.fileSystem());
            } catch (IOException e) {
                session.note(
                        "waybill: the next sync cannot know on what file system the source was: " + e.getMessage());
            }
        }
    }

    /** Both ends are opened anew: much may have happened since they were compared. */
    private Removal.Result delete(Looked looked) throws TransferException, InterruptedException {
        try (OpenEndpoints open = OpenEndpoints.open(session, source, destination)) {
            TreePair trees = open.trees();
            if (!looked.fileSystem()
                    .equals(trees.source().fileSystem(trees.here().path()))) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "nothing was deleted, since the source is on another file "
                                + "system than when it was compared");
            }
            new SyncTarget(session, source, destination, trees).check(true);
            CopyRules meant = options.deleteExcluded() ? rules : rules.with(EntryFilter.ALL);
            return new Removal(trees, meant).run(looked.plan().unwanted());
        }
    }

    private int finish(
            Looked looked, SyncDocument planned, Removal.Result gone, List<MoveDocument> transfers, boolean blocked) {
        Optional<NotTransferred> failed =
                gone.kept().stream().filter(NotTransferred::isFailure).findFirst();
        Optional<Difference> unread = looked.found().firstUnreadable();
        @Nullable String why = looked.refusal().orElse(null);
        Reason reason = Reason.UNSAFE;
        if (why == null && unread.isPresent()) {
            reason = Optional.ofNullable(unread.get().reason()).orElse(Reason.PERMISSION);
            why = "all was copied but what could not be read: " + SyncText.name(unread.get()) + ": "
                    + unread.get().why();
        } else if (why == null && blocked) {
            why = "not copied: " + SyncText.name(looked.plan().inTheWay().getFirst()) + ": "
                    + looked.plan().inTheWay().getFirst().why() + "; --delete replaces it";
        } else if (why == null && failed.isPresent()) {
            reason = Reason.valueOf(failed.get().reason());
            why = "not deleted: " + failed.get().path() + ": " + failed.get().text();
        }
        SyncDocument document =
                planned.done(why == null ? "OK" : reason.name(), why, gone.deleted(), gone.kept(), transfers);
        if (session.json()) {
            if (why == null) {
                Json.write(session.terminal().out(), document);
            }
        } else if (!session.quiet()) {
            SyncText.done(session.terminal().out(), looked.found(), gone.deleted(), gone.kept(), !transfers.isEmpty());
        }
        if (why != null) {
            throw new CommandFailure(reason, why).with(document);
        }
        return 0;
    }
}
