package org.waybill.engine.mover.compare;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.ConnectionPair;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.KeptExtras;
import org.waybill.engine.mover.store.ResendCheck;
import org.waybill.engine.mover.store.SourceTree;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;

/**
 * Compares two trees, directory by directory over several connections at once: what is equal is counted and forgotten.
 * Links of the source are kept, followed or left out as a copy would (decision 0277); those of the destination are
 * never followed.
 */
public final class TreeComparison {
    private static final int DEEPEST = 500;
    private static final int SESSIONS = 8;
    private static final int SESSIONS_HERE = 4;
    /** What is a directory's own fault, even if the server works otherwise. */
    static final Set<Reason> OWN =
            EnumSet.of(Reason.PERMISSION, Reason.NOT_FOUND, Reason.BAD_INPUT, Reason.UNSAFE, Reason.LIMIT);

    private final Wanted wanted;
    private final ComparisonTally tally;
    private final ContentComparison contents;
    private final @Nullable ResendCheck resend;
    /** Of the paths that a list chose those that the source has, and with {@code deletes} the destination. */
    private final Set<String> met = ConcurrentHashMap.newKeySet();

    private String sourceRoot = "/";
    private String destinationRoot = "/";
    private ComparedLinks links;
    private boolean keepsNames;

    /**
     * What is to be compared.
     *
     * @param by null for the contents where both endpoints can hash them without sending them here, else size and time
     * @param rules of the copy: what their filter leaves out of the source is compared with nothing
     * @param deletes whether what only the destination has is to go, so that a list may name it
     * @param excludedToo whether what the filter leaves out counts where the destination has it
     * @param times whether directories and links are looked for whose time a copy would change
     */
    public record Wanted(@Nullable CompareBy by, CopyRules rules, boolean deletes, boolean excludedToo, boolean times) {
        /** Where nothing is deleted. */
        public Wanted(@Nullable CompareBy by, CopyRules rules) {
            this(by, rules, false, false, false);
        }
    }

    /** One directory of the tree, at one or both endpoints; the real paths of its parents, to notice cycles. */
    private record Pair(
            String path, @Nullable Entry source, @Nullable Entry destination, Set<String> open, String real) {}

    public TreeComparison(Wanted wanted) {
        this(wanted, null);
    }

    /** @param resend finds equal files that a copy sends again, which count as different; null for none */
    public TreeComparison(Wanted wanted, @Nullable ResendCheck resend) {
        this.wanted = wanted;
        this.resend = resend;
        this.tally = new ComparisonTally();
        this.contents = new ContentComparison(wanted.by());
        this.links = new ComparedLinks(wanted.rules().filter(), tally, Links.KEEP, false, false, "/", "/");
    }

    /**
     * Compares what two paths lead to, which are resolved and of one kind if both are there.
     *
     * @param there null when the destination has nothing yet
     */
    public ComparisonResult run(Store source, Entry here, Store destination, @Nullable Entry there)
            throws TransferException, InterruptedException {
        return run(source, here, destination, there, there == null ? "" : there.path());
    }

    /** @param copy the path of the destination, whether it is there or not */
    ComparisonResult run(Store source, Entry here, Store destination, @Nullable Entry there, String copy)
            throws TransferException, InterruptedException {
        if (resend != null) {
            resend.begin(source, here, destination, copy);
        }
        keepsNames =
                new KeptExtras(source, destination).hardLinks(wanted.rules().extras());
        boolean kept = destination.has(Feature.TIMES);
        contents.start(kept);
        if (!here.isDirectory()) {
            CopyRoot.requireChosen(wanted.rules().filter(), here);
            return accepts(wanted.rules().filter(), here.name(), here)
                    ? single(new ConnectionPair(source, destination), here, there)
                    : tally.findings(contents.by());
        }
        sourceRoot = here.path();
        destinationRoot = copy;
        String real = source.realPath(sourceRoot);
        links = ComparedLinks.of(wanted.rules(), tally, source, real, destination, copy);
        int sessions = source.isRemote() || destination.isRemote() ? SESSIONS : SESSIONS_HERE;
        WorkQueue work = new WorkQueue();
        Pair root = new Pair("", here, there, Set.of(real), real);
        if (wanted.rules().filter().choosesRoot()) {
            compareTimes(Difference.of("", Verdict.EQUAL, here.as(destination), there, ""), destination);
        }
        work.add(ends -> walk(root, ends, work, 0));
        ConnectionPair first = new ConnectionPair(source, destination);
        work.run(first, sessions);
        missing(first.source());
        return tally.findings(contents.by());
    }

    /** What a list names and the source does not have, or only behind a link. */
    private void missing(Store source) throws TransferException, InterruptedException {
        for (String path : wanted.rules().filter().missing(met)) {
            TransferException why = SourceTree.whyNotMet(source, sourceRoot, path);
            tally.add(new Difference(
                    path, Verdict.SOURCE_UNREADABLE, null, null, String.valueOf(why.getMessage()), why.reason()));
        }
    }

    private void meet(Pair above, Entry entry) {
        String path = Comparison.below(above.path(), entry.name());
        if (wanted.rules().filter().isChosen(path)) {
            met.add(path);
        }
    }

    private ComparisonResult single(ConnectionPair ends, Entry here, @Nullable Entry there)
            throws TransferException, InterruptedException {
        List<Entry> named = there == null ? List.of() : List.of(renamed(there, here.name()));
        List<Entry> copies =
                named.stream().map(entry -> entry.as(ends.source())).toList();
        for (Difference one : Comparison.of("", List.of(here.as(ends.target())), copies, contents.how())) {
            judge(there == null ? one : one.of(here, there), ends);
        }
        return tally.findings(contents.by());
    }

    /** A copy of one file may bear another name. */
    private static Entry renamed(Entry entry, String name) {
        return entry.at(StorePath.join(StorePath.parent(entry.path()), name));
    }

    private void walk(Pair pair, ConnectionPair ends, WorkQueue work, int depth)
            throws TransferException, InterruptedException {
        if (depth > DEEPEST) {
            throw StorePath.failure(Reason.LIMIT, pair.path(), " is more than " + DEEPEST + " directories deep");
        }
        @Nullable Entry here = pair.source();
        @Nullable Entry copy = pair.destination();
        Optional<List<Entry>> source = here == null
                ? Optional.of(List.of())
                : listed(ends, true, here.path(), pair, Verdict.SOURCE_UNREADABLE);
        Optional<List<Entry>> destination = copy == null
                ? Optional.of(List.of())
                : listed(ends, false, copy.path(), pair, Verdict.DESTINATION_UNREADABLE);
        if (source.isEmpty() || destination.isEmpty()) {
            return;
        }
        List<Entry> named = judgeable(ends.source(), withHidden(ends.source(), here, source.get(), destination.get()));
        List<Entry> copies = judgeable(ends.target(), withHidden(ends.target(), copy, destination.get(), source.get()));
        Map<String, String> reals = new HashMap<>();
        List<Entry> resolved = new ArrayList<>(named.size());
        Set<String> accepted = new HashSet<>(); // what is in the place of these counts, of whatever kind it is
        Set<String> excluded = new HashSet<>();
        Set<String> unselected = new HashSet<>(); // by size or age: the source has them, and their copies do not go
        if (wanted.deletes()) {
            copies.forEach(entry -> meet(pair, entry));
        }
        for (Entry entry : named) {
            meet(pair, entry);
            Entry meant =
                    entry.kind() == Entry.Kind.LINK ? links.followed(pair.path(), entry, ends.source(), reals) : entry;
            if (accepts(pair, meant, entry.name())) {
                resolved.add(meant.as(ends.target()));
                accepted.add(entry.name());
            } else {
                excluded.add(entry.name());
                if (meant.isFile()
                        && wanted.rules().filter().acceptsFile(Comparison.below(pair.path(), entry.name()), -1, null)) {
                    unselected.add(entry.name());
                }
            }
        }
        List<Entry> there = copies.stream()
                .filter(entry -> accepted.contains(entry.name())
                        || (wanted.excludedToo()
                                ? !unselected.contains(entry.name()) && isListed(pair, entry)
                                : !excluded.contains(entry.name()) && accepts(pair, entry, entry.name())))
                .map(entry -> entry.as(ends.source()))
                .toList();
        if (there.size() < copies.size()) {
            tally.stays(pair.path());
        }
        tally.seen(resolved, copies);
        for (Difference one : Comparison.of(pair.path(), resolved, there, contents.how())) {
            String real = reals.getOrDefault(
                    StorePath.name(one.path()), StorePath.join(pair.real(), StorePath.name(one.path())));
            if (!links.leftOut(one, pair.open().contains(real)) && !links.isRefused(one, ends)) {
                descend(one, pair, real, work, depth);
                if (one.verdict() == Verdict.ALIKE) {
                    work.add(also -> judge(one, also));
                } else {
                    judge(one, ends);
                }
            }
        }
    }

    /** With the times that a filter judges files by, where a listing does not show them. */
    private List<Entry> judgeable(Store store, List<Entry> listed) throws TransferException, InterruptedException {
        if (!wanted.rules().filter().judgesFiles() || listed.stream().allMatch(Entry::exact)) {
            return listed;
        }
        List<Entry> known = new ArrayList<>(listed.size());
        for (Entry entry : listed) {
            known.add(entry.isFile() ? ContentComparison.exact(store, entry) : entry);
        }
        return known;
    }

    /** A listing, with what the other endpoint has and the store has too without listing it. */
    private static List<Entry> withHidden(
            Store store, @Nullable Entry directory, List<Entry> listed, List<Entry> others)
            throws TransferException, InterruptedException {
        if (directory == null || others.stream().noneMatch(other -> store.mayHide(other.name()))) {
            return listed;
        }
        Set<String> names = listed.stream().map(Entry::name).collect(Collectors.toSet());
        List<Entry> all = new ArrayList<>(listed);
        for (Entry other : others) {
            if (store.mayHide(other.name()) && !names.contains(other.name())) {
                store.stat(StorePath.join(directory.path(), other.name())).ifPresent(all::add);
            }
        }
        return all;
    }

    private boolean accepts(Pair above, Entry entry, String name) {
        return accepts(wanted.rules().filter(), Comparison.below(above.path(), name), entry);
    }

    /** What no list or source names is no part of the sync, and not excluded from it either. */
    private boolean isListed(Pair above, Entry entry) {
        EntryFilter list = EntryFilter.ALL.choosing(wanted.rules().filter().chosen());
        return accepts(list, Comparison.below(above.path(), entry.name()), entry);
    }

    static boolean accepts(EntryFilter filter, String path, Entry entry) {
        return entry.isDirectory()
                ? filter.acceptsDirectory(path)
                : entry.isFile()
                        ? filter.acceptsFile(path, entry.sizeBytes(), entry.modified())
                        : filter.acceptsFile(path, -1, null);
    }

    /** Empty for a directory that alone is at fault, which is noted. */
    private Optional<List<Entry>> listed(
            ConnectionPair ends, boolean atSource, String directory, Pair pair, Verdict unreadable)
            throws TransferException, InterruptedException {
        for (int attempt = 0; true; attempt++) {
            Store store = atSource ? ends.source() : ends.target();
            try {
                return Optional.of(ContentComparison.list(store, directory));
            } catch (TransferException e) {
                boolean own = OWN.contains(e.reason());
                if (!own && attempt == 0) {
                    ends.renew(atSource);
                } else if (!own
                        && store.stat(atSource ? sourceRoot : destinationRoot).isEmpty()) {
                    throw e;
                } else {
                    tally.add(new Difference(
                            pair.path(), unreadable, pair.source(), pair.destination(), e.getMessage(), e.reason()));
                    return Optional.empty();
                }
            }
        }
    }

    private void descend(Difference one, Pair pair, String real, WorkQueue work, int depth) {
        Entry source = one.source();
        Entry destination = one.destination();
        boolean here = source != null && source.isDirectory();
        boolean there = destination != null && destination.isDirectory();
        if (one.isUnreadable() || !here && !there) {
            return;
        }
        Set<String> open = new HashSet<>(pair.open());
        open.add(real);
        Pair below = new Pair(one.path(), here ? source : null, there ? destination : null, open, real);
        work.add(ends -> walk(below, ends, work, depth + 1));
    }

    private void judge(Difference one, ConnectionPair ends) throws TransferException, InterruptedException {
        Difference judged = resent(one.verdict() == Verdict.ALIKE ? contents.judged(one, ends) : one, ends);
        tally.add(judged);
        Entry source = judged.source();
        Entry copy = judged.destination();
        if (judged.verdict() == Verdict.EQUAL && source != null && copy != null) {
            compareTimes(judged, ends.target());
            comparePermissions(judged, source, copy, ends.target());
        }
        if (keepsNames && judged.verdict() == Verdict.EQUAL && source != null && source.isFile()) {
            Optional<String> file = ends.source().sharedFile(source.path());
            if (file.isPresent()) {
                tally.share(file.get());
            }
        }
    }

    /** Not where names alone are compared, nor where lists decide on permissions: those are not compared. */
    private void comparePermissions(Difference equal, Entry source, Entry copy, Store target) throws TransferException {
        if (contents.by() != CompareBy.EXISTS
                && !wanted.rules().keeps(Extra.ACLS)
                && KeptExtras.haveOthers(target, source, copy)) {
            tally.otherPermissions(equal.judged(
                    Verdict.EQUAL, "permissions %03o, %03o".formatted(source.permissions(), copy.permissions())));
        }
    }

    private void compareTimes(Difference equal, Store target) throws TransferException {
        Entry source = equal.source();
        boolean link = source != null && source.kind() == Entry.Kind.LINK;
        if (wanted.times()
                && (equal.isDirectory() && target.metadata().keepsDirectoryTimes()
                        || link && target.metadata().keepsLinkTimes())
                && Comparison.byTime(equal, true).verdict() == Verdict.DIFFERENT) {
            tally.otherTime(equal);
        }
    }

    private Difference resent(Difference one, ConnectionPair ends) throws TransferException, InterruptedException {
        Entry source = one.source();
        Entry copy = one.destination();
        if (resend == null || one.verdict() != Verdict.EQUAL || source == null || copy == null || !source.isFile()) {
            return one;
        }
        Optional<String> why = resend.why(ends, source, copy);
        return why.isEmpty() ? one : one.judged(Verdict.DIFFERENT, why.get());
    }
}
