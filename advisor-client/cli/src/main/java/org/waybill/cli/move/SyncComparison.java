package org.waybill.cli.move;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.sync.DeletionGuard;
import org.waybill.client.sync.SyncMemory;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.StorePath;

/**
 * What the comparison of a sync's source with the destination found, and what follows of it.
 *
 * @param directory of the destination that the paths are below, for a report on several sources
 * @param refusal why nothing may be deleted
 * @param lacking what of the files could not be kept if any were copied
 * @param givesAttributes whether equal entries get the attributes of their sources, too, as rsync gives them, or names
 *     that only the source's node shows
 */
record SyncComparison(
        SyncSource asked,
        TreePair trees,
        ComparisonResult found,
        SyncPlan plan,
        SyncMemory memory,
        Optional<String> fileSystem,
        Optional<String> refusal,
        Map<Extra, String> lacking,
        boolean givesAttributes,
        String directory) {
    /**
     * Compares the endpoints.
     *
     * @param several whether other sources go to the same destination
     */
    static SyncComparison of(SyncSource asked, boolean several) throws TransferException, InterruptedException {
        Session session = asked.session();
        SyncOptions options = asked.options();
        CopyRules rules = asked.rules();
        try (OpenEndpoints open = OpenEndpoints.open(session, asked.source(), asked.destination())) {
            TreePair trees = open.trees();
            SyncMemory memory = SyncMemory.of(session.home().syncs(), trees);
            Optional<String> now = trees.source().fileSystem(trees.here().path());
            if (options.delete) {
                new SyncDeletion(asked, trees).check(memory.isKnown());
                if (!options.sourceMoved) {
                    SyncDeletion.refuse(DeletionGuard.refusal(remembered(memory), now));
                }
            }
            TreeComparison.Wanted wanted = new TreeComparison.Wanted(
                    options.compare, rules, options.delete, options.deleteExcluded, !options.dryRun);
            ComparisonResult found = asked.names()
                    .marked(trees, rules, Comparisons.readable(trees.source(), open.compare(session, wanted)));
            Predicate<String> whole = rules.filter()::acceptsWhole;
            SyncPlan wished = SyncPlan.of(found, whole, _ -> !options.delete);
            Optional<String> refusal = options.delete
                    ? DeletionGuard.refusal(found, wished.unwanted().size(), options.maxDelete())
                    : Optional.empty();
            Map<Extra, String> lacking = NotKept.planned(open, rules);
            boolean gives = givesAttributes(asked, found, lacking);
            if (options.dryRun) {
                lacking = new LinkedHashMap<>(lacking);
                lacking.putAll(NotKept.planned(trees, rules, found.hasLinks()));
            }
            SyncComparison compared = new SyncComparison(
                    asked,
                    trees,
                    found,
                    refusal.isEmpty() ? wished : SyncPlan.of(found, whole, _ -> true),
                    memory,
                    now,
                    refusal,
                    lacking,
                    gives,
                    Comparisons.directory(
                            trees, several, asked.source().location().saysDirectory()));
            if (options.dryRun && compared.copies()) {
                compared.requirePossible();
            }
            return compared;
        }
    }

    private static boolean givesAttributes(SyncSource asked, ComparisonResult found, Map<Extra, String> lacking) {
        CopyRules rules = asked.rules();
        // a copy takes what has another size or time for different, however the two are compared here
        return (!lacking.keySet().containsAll(rules.attributes())
                        || rules.keeps(Extra.HARD_LINKS)
                                && !lacking.containsKey(Extra.HARD_LINKS)
                                && !asked.source().isLocal())
                && found.comparedBy() == CompareBy.MTIME
                && found.firstUnreadable().stream().allMatch(Difference::isUnmet);
    }

    /** Fails as the copy itself would before it lists or writes anything. */
    private void requirePossible() throws TransferException, InterruptedException {
        TransferOrder order = order(asked.rules());
        new CopyRunner(asked.session()).check(order);
        CopyRoot.of(order.request(), trees.source(), trees.destination(), OpenEndpoints.remote(asked.session()));
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

    /** An empty source, or one that is not where it was, is not recorded for the next time. */
    void keepInMind() {
        Optional<String> before = remembered(memory);
        if (found.atSource() > 0 && (before.isEmpty() || asked.options().sourceMoved)) {
            try {
                memory.keep(fileSystem);
            } catch (IOException e) {
                asked.session()
                        .note("waybill: the next sync cannot know on what file system the source was: "
                                + e.getMessage());
            }
        }
    }

    /** Equal files that a transfer has to look at, since a node gives permissions to what is copied there. */
    List<String> equalByTransfer() {
        return trees.destination() instanceof NodeStore
                ? found.otherPermissions().stream().map(Difference::path).toList()
                : List.of();
    }

    /** Whether a transfer is needed. */
    boolean copies() {
        return givesAttributes
                || trees.there() == null
                || !plan.copies().isEmpty()
                || !equalByTransfer().isEmpty()
                || asked.options().delete
                        && refusal.isEmpty()
                        && !plan.inTheWay().isEmpty();
    }

    TransferOrder order(CopyRules meant) throws TransferException {
        return asked.transfer().choice(from(), to(), Verify.SHA256, meant).by(asked.transport());
    }

    Endpoint from() {
        return asked.source().at(trees.here().path() + (trees.here().isDirectory() && !isMadeBelow() ? "/" : ""));
    }

    Endpoint to() {
        return asked.destination()
                .at(isMadeBelow() ? StorePath.join(StorePath.parent(trees.path()), "") : trees.path());
    }

    /** Whether the copy is new below what was named: then a link in its place leads nowhere, and is replaced. */
    private boolean isMadeBelow() {
        return trees.there() == null
                && trees.here().isDirectory()
                && !trees.here().name().isEmpty()
                && !asked.source().location().saysDirectory()
                && asked.destination().location().path().endsWith("/");
    }

    /** The user's rules without what a list names in vain, which is reported and keeps nothing else from being copied. */
    CopyRules rulesWithoutMissing() {
        ChosenPaths list = asked.rules().filter().chosen();
        Set<String> unmet = found.differences().stream()
                .filter(Difference::isUnmet)
                .map(Difference::path)
                .collect(Collectors.toSet());
        return list == null || unmet.isEmpty()
                ? asked.rules()
                : asked.only(list.paths().stream()
                        .filter(path -> !unmet.contains(path))
                        .map(path -> path.isEmpty() ? "." : path)
                        .toList());
    }
}
