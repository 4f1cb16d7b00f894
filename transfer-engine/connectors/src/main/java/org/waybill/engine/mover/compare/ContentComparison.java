package org.waybill.engine.mover.compare;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Comparison.How;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.ConnectionPair;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Distinguishes files of one size by their SHA-256. Without a chosen comparison, the first pair of files shows
 * whether both endpoints can hash without sending the data here; else sizes and times are compared.
 */
final class ContentComparison {
    private static final String ELSEWHERE = "leads elsewhere";
    private static final Set<Reason> FOREIGN = EnumSet.of(Reason.BAD_INPUT, Reason.UNSAFE);

    private final @Nullable CompareBy asked;
    private @Nullable CompareBy decided;
    private boolean timesKept;
    private volatile boolean withoutHashes;

    ContentComparison(@Nullable CompareBy asked) {
        this.asked = asked;
        this.decided = asked;
    }

    void start(boolean destinationKeepsTimes) {
        timesKept = destinationKeepsTimes;
    }

    /** How two listings are compared: where nothing is decided yet, all of one size is looked at again. */
    synchronized How how() {
        return new How(decided == null ? CompareBy.CHECKSUM : decided, timesKept);
    }

    /** What was compared. */
    synchronized CompareBy by() {
        return decided == null ? CompareBy.CHECKSUM : decided;
    }

    /** @param alike files of one size, or links */
    Difference judged(Difference alike, ConnectionPair ends) throws TransferException, InterruptedException {
        Entry source = alike.source();
        Entry destination = alike.destination();
        if (source == null || destination == null) {
            return Comparison.byTime(alike, timesKept);
        } else if (source.kind() == Entry.Kind.LINK) {
            return links(alike, source, destination, ends);
        }
        Verdict unreadable = Verdict.DESTINATION_UNREADABLE;
        try {
            if (how().by() == CompareBy.MTIME) {
                return timed(alike, source, destination, ends);
            }
            Optional<String> there = hash(ends.target(), destination.path());
            unreadable = Verdict.SOURCE_UNREADABLE;
            Optional<String> here = there.isPresent() ? hash(ends.source(), source.path()) : Optional.empty();
            decide(here.isPresent() ? CompareBy.CHECKSUM : CompareBy.MTIME);
            if (here.isEmpty()) {
                return timed(alike, source, destination, ends);
            }
            return here.equals(there) ? alike.judged(Verdict.EQUAL, "") : alike.judged(Verdict.DIFFERENT, "content");
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return new Difference(alike.path(), unreadable, source, destination, e.getMessage(), e.reason());
        }
    }

    /** By their texts: one has no time that counts, and says nothing of what it leads to. */
    private static Difference links(Difference alike, Entry source, Entry destination, ConnectionPair ends)
            throws TransferException, InterruptedException {
        Verdict unreadable = Verdict.SOURCE_UNREADABLE;
        try {
            String here = ends.source().readLink(source.path());
            unreadable = Verdict.DESTINATION_UNREADABLE;
            return here.equals(ends.target().readLink(destination.path()))
                    ? alike.judged(Verdict.EQUAL, "")
                    : alike.judged(Verdict.DIFFERENT, ELSEWHERE);
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            // what no copy would have made there: a text that is not UTF-8, or that leads out of a node's data
            // directory
            return unreadable == Verdict.DESTINATION_UNREADABLE && FOREIGN.contains(e.reason())
                    ? alike.judged(Verdict.DIFFERENT, ELSEWHERE)
                    : new Difference(alike.path(), unreadable, source, destination, e.getMessage(), e.reason());
        }
    }

    /** By times that are asked for one by one where a listing has none; where they prove nothing, by hashes. */
    private Difference timed(Difference alike, Entry source, Entry destination, ConnectionPair ends)
            throws TransferException, InterruptedException {
        Entry here = exact(ends.source(), source);
        Entry there = exact(ends.target(), destination);
        Difference judged = Comparison.byTime(alike.of(here.as(ends.target()), there.as(ends.source())), timesKept);
        if (!Comparison.isUntimed(judged) || withoutHashes) {
            return judged.of(here, there);
        }
        // the end that may have no hash is asked first: no data are read needlessly
        boolean sourceFirst = ends.target().has(Feature.CHEAP_READ);
        Optional<String> first =
                sourceFirst ? hash(ends.source(), source.path()) : hash(ends.target(), destination.path());
        Optional<String> second = first.isEmpty()
                ? Optional.empty()
                : sourceFirst ? hash(ends.target(), destination.path()) : hash(ends.source(), source.path());
        withoutHashes = second.isEmpty();
        return second.isEmpty()
                ? judged.of(here, there)
                : new Difference(
                        alike.path(),
                        first.equals(second) ? Verdict.EQUAL : Verdict.DIFFERENT,
                        here,
                        there,
                        first.equals(second) ? "" : "content",
                        null);
    }

    /** A listing whose times can be compared, or are none. */
    static List<Entry> list(Store store, String directory) throws TransferException, InterruptedException {
        List<Entry> entries = store.list(directory);
        return store.listsTimes()
                ? entries
                : entries.stream()
                        .map(entry -> entry.isFile() ? entry.untimed() : entry)
                        .toList();
    }

    /** As a listing has it, with the time that it does not show. */
    static Entry exact(Store store, Entry entry) throws TransferException, InterruptedException {
        return entry.exact() ? entry : store.stat(entry.path()).orElse(entry);
    }

    private synchronized void decide(CompareBy by) {
        decided = decided == null ? by : decided;
    }

    /** Empty where the data would have to come here, unless hashes are asked for. */
    private Optional<String> hash(Store store, String path) throws TransferException, InterruptedException {
        if (!store.has(Feature.CHEAP_READ)) {
            Optional<String> told = store.sha256(path, -1);
            if (told.isPresent() || asked != CompareBy.CHECKSUM) {
                return told;
            }
        }
        return Optional.of(store.readSha256(path, () -> {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }));
    }
}
