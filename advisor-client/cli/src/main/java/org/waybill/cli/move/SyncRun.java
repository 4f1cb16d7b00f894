package org.waybill.cli.move;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.sync.DeletionGuard;
import org.waybill.client.sync.SyncMemory;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;

/**
 * The sync of one source: it is compared, then what differs is copied, then what only the destination has is deleted,
 * which comes last (decision 0273). With several sources each step is done for all before the next.
 */
final class SyncRun {
    private final Session session;
    private final Endpoint source;
    private final Endpoint destination;
    private final List<String> named;
    private final SyncOptions options;
    private final CopyRules rules;
    private final SyncCopies copies;
    private final List<MoveDocument> transfers = new ArrayList<>();
    private Removal.Result gone = new Removal.Result(List.of(), List.of());

    /** @param named the entries of the source that are synced, where several sources are in one directory */
    SyncRun(
            Session session,
            Ends.Named ends,
            List<String> named,
            SyncOptions options,
            TransferOptions transfer,
            CopyRules rules) {
        this.session = session;
        this.source = ends.source();
        this.destination = ends.destination();
        this.named = named;
        this.options = options;
        this.rules = rules;
        this.copies = new SyncCopies(session, source, destination, transfer, rules);
    }

    /**
     * What the comparison found, and what follows of it.
     *
     * @param directory of the destination that the paths are below, for a report on several sources
     * @param refusal why nothing may be deleted
     */
    record Looked(
            ComparisonResult found,
            SyncPlan plan,
            SyncMemory memory,
            Optional<String> fileSystem,
            Optional<String> refusal,
            boolean thereAlready,
            String directory) {}

    /**
     * Compares the endpoints.
     *
     * @param several whether other sources go to the same destination
     * @param listed whether a list chooses paths, so that a directory is not copied with all its entries
     */
    Looked look(boolean several, boolean listed) throws TransferException, InterruptedException {
        try (OpenEndpoints open = OpenEndpoints.open(session, source, destination, false)) {
            TreePair trees = open.trees();
            SyncMemory memory = SyncMemory.of(session.home().syncs(), trees);
            Optional<String> now = trees.source().fileSystem(trees.here().path());
            if (options.delete()) {
                new SyncTarget(session, source, destination, trees, named).check(memory.isKnown());
                if (!options.sourceMoved()) {
                    refuse(DeletionGuard.refusal(remembered(memory), now));
                }
            }
            ComparisonResult found = Comparisons.readable(
                    trees.source(),
                    open.compare(
                            session, new TreeComparison.Wanted(options.compare(), rules, options.deleteExcluded())));
            copies.begin(trees);
            SyncPlan plan = SyncPlan.of(found, listed);
            Optional<String> refusal = options.delete()
                    ? DeletionGuard.refusal(found, plan.unwanted().size(), options.maxDelete())
                    : Optional.empty();
            String directory =
                    Comparisons.directory(trees, several, source.location().saysDirectory());
            return new Looked(found, plan, memory, now, refusal, trees.there() != null, directory);
        }
    }

    private static Optional<String> remembered(SyncMemory memory) {
        try {
            return memory.fileSystem();
        } catch (IOException e) {
            throw new CommandFailure(
                    Reason.UNSAFE,
                    "nothing was deleted, since the last sync cannot be read in the home: " + e.getMessage(),
                    e);
        }
    }

    private static void refuse(Optional<String> why) {
        if (why.isPresent()) {
            throw new CommandFailure(Reason.UNSAFE, why.get());
        }
    }

    /** Copies what is new or changed. @param done gets how each transfer went */
    void copy(Looked looked, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        copy(looked.plan().copies(), looked, listener, done);
        keepInMind(looked);
    }

    private void copy(List<String> paths, Looked looked, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        if (!paths.isEmpty() || !looked.thereAlready() && transfers.isEmpty()) {
            done.accept(copies.copy(paths, looked.thereAlready(), listener, transfers::add));
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

    /** Deletes, and copies what the deleted entries were in the way of. */
    void delete(Looked looked, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        gone = delete(looked);
        copy(looked.plan().inTheWay().stream().map(Difference::path).toList(), looked, listener, done);
    }

    /** Both endpoints are opened again: much may have happened since they were compared. */
    private Removal.Result delete(Looked looked) throws TransferException, InterruptedException {
        try (OpenEndpoints open = OpenEndpoints.open(session, source, destination, false)) {
            TreePair trees = open.trees();
            if (!looked.fileSystem()
                    .equals(trees.source().fileSystem(trees.here().path()))) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "nothing was deleted, since the source is on another file "
                                + "system than when it was compared");
            }
            new SyncTarget(session, source, destination, trees, named).check(true);
            CopyRules meant = options.deleteExcluded() ? rules : rules.with(EntryFilter.ALL);
            return new Removal(trees, meant).run(looked.plan().unwanted());
        }
    }

    Endpoint source() {
        return source;
    }

    Endpoint destination() {
        return destination;
    }

    List<MoveDocument> transfers() {
        return transfers;
    }

    Removal.Result gone() {
        return gone;
    }
}
