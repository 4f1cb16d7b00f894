package org.waybill.cli.move;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.cli.advise.AdviceSession;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Transports;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.sync.DeletionGuard;
import org.waybill.client.sync.EqualFiles;
import org.waybill.client.sync.HardLinkNames;
import org.waybill.client.sync.SourceVersion;
import org.waybill.client.sync.SyncMemory;
import org.waybill.client.sync.SyncPlan;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.BadFilterException;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreeComparison;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.OpenedDirectories;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.Permissions;
import org.waybill.protocol.Transport;

/**
 * The sync of one source: it is compared, then what differs is copied, then what only the destination has is deleted,
 * which comes last (decision 0273). With several sources each step is done for all before the next.
 */
final class SyncRun {
    /** See {@link #endsAll}. */
    private static final Set<Reason> OF_ALL = EnumSet.of(
            Reason.DISK_FULL,
            Reason.READ_ONLY,
            Reason.DISK_FAILED,
            Reason.AUTHENTICATION,
            Reason.HOST_KEY,
            Reason.CERTIFICATE,
            Reason.UNKNOWN_HOST,
            Reason.DEADLINE_MISSED,
            Reason.INTERRUPTED);

    /** The number that fits into a request to a node; of more, the node finds out itself which it has already. */
    private static final int MOST_CHOSEN = 1_000;

    final Endpoint source;
    final Endpoint destination;
    final List<MoveDocument> transfers = new ArrayList<>();
    private final Session session;
    private final List<String> named;
    private final SyncOptions options;
    private final TransferOptions transfer;
    private final CopyRules rules;
    private final HardLinkNames names;
    private long permissionsGiven;
    private List<String> permissionsNotKept = List.of();
    private Removal.Result gone = new Removal.Result(List.of(), List.of());

    /**
     * Syncs one source.
     *
     * @param named the entries of the source that are synced, where several sources are in one directory
     * @param names of files with hard links that the command's syncs before have made or counted
     */
    SyncRun(
            Session session,
            Ends.Named ends,
            List<String> named,
            SyncOptions options,
            TransferOptions transfer,
            CopyRules rules,
            HardLinkNames names) {
        this.session = session;
        this.source = ends.source();
        this.destination = ends.destination();
        this.named = named;
        this.options = options;
        this.transfer = transfer;
        this.rules = rules;
        this.names = names;
    }

    /**
     * What the comparison found, and what follows of it.
     *
     * @param directory of the destination that the paths are below, for a report on several sources
     * @param refusal why nothing may be deleted
     * @param lacking what of the files could not be kept if any were copied
     * @param givesAttributes whether equal entries get the attributes of their sources, too, as rsync gives them, or
     *     names that only the source's node shows
     */
    record Looked(
            TreePair trees,
            ComparisonResult found,
            SyncPlan plan,
            SyncMemory memory,
            Optional<String> fileSystem,
            Optional<String> refusal,
            Map<Extra, String> lacking,
            boolean givesAttributes,
            String directory) {
        /** Equal files that a transfer has to look at, since a node gives permissions to what is copied there. */
        List<String> equalByTransfer() {
            return trees.destination() instanceof NodeStore
                    ? found.otherPermissions().stream().map(Difference::path).toList()
                    : List.of();
        }

        /** Whether a transfer is needed. */
        boolean copies(boolean deletes) {
            return givesAttributes
                    || trees.there() == null
                    || !plan.copies().isEmpty()
                    || !equalByTransfer().isEmpty()
                    || deletes && refusal.isEmpty() && !plan.inTheWay().isEmpty();
        }
    }

    /**
     * Compares the endpoints.
     *
     * @param several whether other sources go to the same destination
     */
    Looked look(boolean several) throws TransferException, InterruptedException {
        try (OpenEndpoints open = OpenEndpoints.open(session, source, destination)) {
            TreePair trees = open.trees();
            SyncMemory memory = SyncMemory.of(session.home().syncs(), trees);
            Optional<String> now = trees.source().fileSystem(trees.here().path());
            if (options.delete) {
                new SyncTarget(session, source, destination, trees, named).check(memory.isKnown());
                if (!options.sourceMoved) {
                    refuse(DeletionGuard.refusal(remembered(memory), now));
                }
            }
            TreeComparison.Wanted wanted = new TreeComparison.Wanted(
                    options.compare, rules, options.delete, options.deleteExcluded, !options.dryRun);
            ComparisonResult found =
                    names.marked(trees, rules, Comparisons.readable(trees.source(), open.compare(session, wanted)));
            Predicate<String> whole = rules.filter()::acceptsWhole;
            SyncPlan wished = SyncPlan.of(found, whole, _ -> !options.delete);
            Optional<String> refusal = options.delete
                    ? DeletionGuard.refusal(found, wished.unwanted().size(), options.maxDelete())
                    : Optional.empty();
            SyncPlan plan = refusal.isEmpty() ? wished : SyncPlan.of(found, whole, _ -> true);
            String directory =
                    Comparisons.directory(trees, several, source.location().saysDirectory());
            Map<Extra, String> lacking = NotKept.planned(open, rules);
            // a copy takes what has another size or time for different, however the two are compared here
            boolean givesAttributes = (!lacking.keySet().containsAll(rules.attributes())
                            || rules.keeps(Extra.HARD_LINKS)
                                    && !lacking.containsKey(Extra.HARD_LINKS)
                                    && !source.isLocal())
                    && found.comparedBy() == CompareBy.MTIME
                    && found.firstUnreadable().stream().allMatch(Difference::isUnmet);
            if (options.dryRun) {
                lacking = new LinkedHashMap<>(lacking);
                lacking.putAll(NotKept.planned(trees, rules, found.hasLinks()));
            }
            Looked looked = new Looked(trees, found, plan, memory, now, refusal, lacking, givesAttributes, directory);
            if (options.dryRun && looked.copies(options.delete)) {
                requirePossible(trees);
            }
            return looked;
        }
    }

    /** Fails as the copy itself would before it lists or writes anything. */
    private void requirePossible(TreePair trees) throws TransferException, InterruptedException {
        TransferOrder order = order(from(trees), to(trees), rules);
        new CopyRunner(session).check(order);
        CopyRoot.of(order.request(), trees.source(), trees.destination(), OpenEndpoints.remote(session));
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

    static void refuse(Optional<String> why) {
        if (why.isPresent()) {
            throw CommandFailure.unsafe(why.get());
        }
    }

    /**
     * Copies what is new or changed.
     *
     * @param also other paths, which are equal
     * @param done gets how each transfer went
     */
    void copy(Looked looked, List<String> also, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        List<String> paths = new ArrayList<>(looked.plan().copies());
        paths.addAll(also);
        paths.addAll(looked.equalByTransfer());
        try {
            copy(paths, looked.givesAttributes() && looked.plan().inTheWay().isEmpty(), looked, listener, done);
        } catch (TransferException e) {
            if (isOfSome(e)) {
                after(e, () -> giveToEqual(looked, listener));
            }
            throw e;
        }
        giveToEqual(looked, listener);
        closeWhatIsLeftOpen(looked.trees());
        keepInMind(looked);
    }

    private OpenedDirectories opened(TreePair trees) throws TransferException {
        return OpenedDirectories.below(
                trees.destination(),
                trees.path(),
                OpenEndpoints.remote(session),
                (_, text) -> session.note("waybill: " + text));
    }

    /** Read-only directories that an earlier run has opened, and was killed; a copy has closed them already. */
    private void closeWhatIsLeftOpen(TreePair found) throws TransferException, InterruptedException {
        OpenedDirectories left = opened(found);
        if (!left.isEmpty()) {
            try (EndpointStores.Opened open = session.stores().open(destination)) {
                left.closeThoseLeft(open.store());
            }
        }
    }

    /** Whether a copy has failed of some entries only, so that the rest is to be done. */
    static boolean isOfSome(TransferException e) {
        return !endsAll(e) && !e.notTransferred().isEmpty();
    }

    /** Whether no other copy fares better, or better now. */
    static boolean endsAll(TransferException e) {
        return e.isRetriable() || OF_ALL.contains(e.reason());
    }

    /** What is done after a failure; what fails there does not take its place. */
    private interface Rest {
        void run() throws TransferException, InterruptedException;
    }

    private static void after(TransferException failure, Rest rest) throws InterruptedException {
        try {
            rest.run();
        } catch (TransferException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Copies some paths of the source, each with all that is in it: a transfer as {@code copy} makes it.
     *
     * @param whole whether the others are looked at, too
     */
    private void copy(
            List<String> paths, boolean whole, Looked looked, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        TreePair found = looked.trees();
        boolean some = found.there() != null && !whole; // others are there already, and nothing else is to be copied
        if (!whole && paths.isEmpty() && (some || !transfers.isEmpty())) {
            return;
        }
        boolean directory = found.here().isDirectory();
        Endpoint from = from(found);
        Endpoint to = to(found);
        boolean tellable = directory && some && (paths.size() <= MOST_CHOSEN || source.isLocal());
        TransferOrder order = order(from, to, tellable ? only(paths) : withoutMissing(looked.found()));
        NotKept notKept = new NotKept(listener);
        TransferResult result;
        try {
            result = new CopyRunner(session, UnaryOperator.identity(), names.made()).move(order, notKept);
        } catch (TransferException e) {
            if (tellable && isOfSome(e)) {
                after(e, () -> giveRootTime(found));
            }
            throw e;
        }
        transfers.add(MoveDocument.succeeded(from, to, result, null, List.of(), notKept.texts()));
        if (tellable) {
            giveRootTime(found);
        }
        done.accept(result);
    }

    /** The list of what differs does not name the directory itself, which is synced, too; a node gives it its time. */
    private void giveRootTime(TreePair found) throws TransferException, InterruptedException {
        if (rules.filter().choosesRoot() && !(found.destination() instanceof NodeStore)) {
            try (EndpointStores.Opened open = session.stores().open(destination)) {
                Entry here = found.here().as(open.store());
                open.store().giveTime(here.at(found.path()), here);
            }
        }
    }

    /**
     * Gives equal files the permissions of their sources, and directories their times; files to which a node should have
     * given them are looked at.
     */
    private void giveToEqual(Looked looked, TransferListener listener) throws TransferException, InterruptedException {
        List<Difference> equal = looked.found().otherPermissions();
        if (equal.isEmpty() && looked.found().otherTimes().isEmpty()) {
            return;
        }
        TreePair trees = looked.trees();
        NotKept notKept = new NotKept(listener);
        try (EndpointStores.Opened open = session.stores().open(destination)) {
            EqualFiles files = new EqualFiles(
                    open.store(), why -> notKept.onEvent(Permissions.NOT_KEPT, Permissions.notKept(why)));
            String root = trees.here().isDirectory() ? trees.path() : StorePath.parent(trees.path());
            files.giveTimes(root, looked.found().otherTimes());
            permissionsGiven =
                    looked.equalByTransfer().isEmpty() ? files.givePermissions(root, equal) : files.count(equal);
        }
        permissionsNotKept = notKept.texts();
    }

    private TransferOrder order(Endpoint from, Endpoint to, CopyRules meant) throws TransferException {
        return transfer.choice(from, to, Verify.SHA256, meant).by(transport());
    }

    private Endpoint from(TreePair found) {
        return source.at(found.here().path() + (found.here().isDirectory() && !isMadeBelow(found) ? "/" : ""));
    }

    private Endpoint to(TreePair found) {
        return destination.at(isMadeBelow(found) ? StorePath.join(StorePath.parent(found.path()), "") : found.path());
    }

    /** Whether the copy is new below what was named: then a link in its place leads nowhere, and is replaced. */
    private boolean isMadeBelow(TreePair found) {
        return found.there() == null
                && found.here().isDirectory()
                && !found.here().name().isEmpty()
                && !source.location().saysDirectory()
                && destination.location().path().endsWith("/");
    }

    /**
     * The time that the copies of this source would take: by advice where a service runs, since a comparison shall not
     * wait for one to start, else by earlier copies of this home.
     */
    Estimate forecast(Looked looked) throws InterruptedException {
        SyncPlan.Amount all = looked.plan().all();
        // advice counts each name of a file
        boolean served =
                all.linked() == 0 && (session.hasNamedService() || AdvisorClientFactory.isRunning(session.home()));
        Estimate advised = served && !(source.isLocal() && destination.isLocal()) ? advised(looked) : Estimate.UNKNOWN;
        try {
            return advised.isKnown()
                    ? advised
                    : new RecentTransfers(session.home().recent())
                            .forecast(
                                    order(from(looked.trees()), to(looked.trees()), rules),
                                    all.bytes(),
                                    all.sentFiles());
        } catch (TransferException e) {
            session.note("waybill: no forecast: " + e.getMessage());
            return Estimate.UNKNOWN;
        }
    }

    private Estimate advised(Looked looked) throws InterruptedException {
        TreePair found = looked.trees();
        try {
            AdviceRequest request = new AdviceRequest(
                    from(found),
                    to(found),
                    null,
                    List.of(),
                    false,
                    transfer.deadline,
                    false,
                    transfer.data(Verify.SHA256).streams(),
                    List.of(),
                    only(looked.plan().copies()).filter());
            return AdviceSession.advise(session, request).advice().workflows().stream()
                    .filter(option -> option.transport().equals(transport())
                            && option.circuit() == null
                            && option.via().isEmpty())
                    .findFirst()
                    .map(Workflow::estimate)
                    .orElse(Estimate.UNKNOWN);
        } catch (TransferException e) {
            session.note("waybill: no forecast: " + e.getMessage());
            return Estimate.UNKNOWN;
        }
    }

    /** The names of each file with hard links at the source, where these are to be kept. */
    Map<String, List<String>> linkedNames(Looked looked) throws TransferException, InterruptedException {
        Map<String, List<String>> linked = new LinkedHashMap<>();
        if (!rules.keeps(Extra.HARD_LINKS) || !source.isLocal()) {
            return linked;
        }
        try (EndpointStores.Opened open = session.stores().open(source)) {
            String root = looked.trees().here().path();
            for (Difference one : SourceVersion.look(open.store(), root, rules).files()) {
                Entry entry = one.source();
                if (entry != null) {
                    open.store()
                            .sharedFile(entry.path())
                            .ifPresent(file -> linked.computeIfAbsent(file, _ -> new ArrayList<>())
                                    .add(one.path()));
                }
            }
        }
        return linked;
    }

    /** The user's rules without what a list names in vain, which is reported and keeps nothing else from being copied. */
    private CopyRules withoutMissing(ComparisonResult found) {
        ChosenPaths list = rules.filter().chosen();
        Set<String> unmet = found.differences().stream()
                .filter(Difference::isUnmet)
                .map(Difference::path)
                .collect(Collectors.toSet());
        return list == null || unmet.isEmpty()
                ? rules
                : only(list.paths().stream()
                        .filter(path -> !unmet.contains(path))
                        .map(path -> path.isEmpty() ? "." : path)
                        .toList());
    }

    /** The user's rules for these paths only; for all where a name cannot be written in a list. */
    private CopyRules only(List<String> paths) {
        try {
            return rules.with(rules.filter().choosing(ChosenPaths.of(paths)));
        } catch (BadFilterException _) {
            return rules;
        }
    }

    /** What was named, else the first transport of the protocol that an endpoint names. */
    String transport() {
        String asked = transfer.namedTransport();
        Endpoint far = destination.isLocal() ? source : destination;
        return !asked.isEmpty()
                ? asked
                : far.isLocal()
                        ? Transport.LOCAL.name()
                        : Transports.first(far).orElse(far.location().scheme());
    }

    /** An empty source, or one that is not where it was, is not recorded for the next time. */
    private void keepInMind(Looked looked) {
        Optional<String> before = remembered(looked.memory());
        if (looked.found().atSource() > 0 && (before.isEmpty() || options.sourceMoved)) {
            try {
                looked.memory().keep(looked.fileSystem());
            } catch (IOException e) {
                session.note(
                        "waybill: the next sync cannot know on what file system the source was: " + e.getMessage());
            }
        }
    }

    /**
     * Deletes, and copies what the deleted entries were in the way of.
     *
     * @param also other paths, which are equal
     */
    void delete(Looked looked, List<String> also, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        gone = delete(looked);
        List<String> paths = new ArrayList<>(looked.plan().replacements());
        paths.addAll(also);
        copy(paths, looked.givesAttributes() && !paths.isEmpty(), looked, listener, done);
    }

    /** Both endpoints are opened again: much may have happened since they were compared. */
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
            new SyncTarget(session, source, destination, trees, named).check(true);
            CopyRules meant = options.deleteExcluded ? rules : rules.with(EntryFilter.ALL);
            return new Removal(trees, meant, opened(trees)).run(looked.plan().unwanted());
        }
    }

    /** How many equal files have got the permissions of their sources. */
    long permissionsGiven() {
        return permissionsGiven;
    }

    /** What of the files is not kept and was to be. */
    Stream<String> notKept() {
        return Stream.concat(transfers.stream().flatMap(copy -> copy.notKept().stream()), permissionsNotKept.stream());
    }

    Removal.Result gone() {
        return gone;
    }
}
