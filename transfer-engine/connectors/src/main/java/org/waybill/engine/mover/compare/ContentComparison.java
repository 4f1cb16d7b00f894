package org.waybill.engine.mover.compare;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Comparison.How;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.Sha256;

/**
 * Tells files of one size apart by their SHA-256. Where nobody said how to compare, the first pair of files shows
 * whether both ends can hash without sending the data here; else sizes and times are compared.
 */
final class ContentComparison {
    private static final int BUFFER_BYTES = 1 << 20;

    private final @Nullable CompareBy asked;
    private @Nullable CompareBy decided;
    private boolean timesKept;

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
    Difference judged(Difference alike, StorePair ends) throws TransferException, InterruptedException {
        Entry source = alike.source();
        Entry destination = alike.destination();
        if (source != null && destination != null && source.kind() == Entry.Kind.LINK) {
            return judgedLinks(alike, ends, source, destination);
        }
        if (source == null || destination == null || how().by() == CompareBy.MTIME) {
            return Comparison.byTime(alike, timesKept);
        }
        Verdict unreadable = Verdict.DESTINATION_UNREADABLE;
        try {
            Optional<String> there = hash(ends.destination(), destination.path());
            unreadable = Verdict.SOURCE_UNREADABLE;
            Optional<String> here = there.isPresent() ? hash(ends.source(), source.path()) : Optional.empty();
            decide(here.isPresent() ? CompareBy.CHECKSUM : CompareBy.MTIME);
            return here.isEmpty()
                    ? Comparison.byTime(alike, timesKept)
                    : alike.judged(
                            here.equals(there) ? Verdict.EQUAL : Verdict.DIFFERENT,
                            here.equals(there) ? "" : "content");
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return new Difference(
                    alike.path(), unreadable, source, destination, String.valueOf(e.getMessage()), e.reason());
        }
    }

    /** By their texts: no time, and nothing that they lead to. */
    private static Difference judgedLinks(Difference alike, StorePair ends, Entry source, Entry destination)
            throws TransferException, InterruptedException {
        Verdict unreadable = Verdict.DESTINATION_UNREADABLE;
        try {
            String there = ends.destination().readLink(destination.path());
            unreadable = Verdict.SOURCE_UNREADABLE;
            boolean same = ends.source().readLink(source.path()).equals(there);
            return alike.judged(same ? Verdict.EQUAL : Verdict.DIFFERENT, same ? "" : "leads elsewhere");
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            return new Difference(
                    alike.path(), unreadable, source, destination, String.valueOf(e.getMessage()), e.reason());
        }
    }

    private synchronized void decide(CompareBy by) {
        decided = decided == null ? by : decided;
    }

    /** Empty where the data would have to come here, unless hashes are asked for. */
    private Optional<String> hash(Store store, String path) throws TransferException, InterruptedException {
        if (!store.features().contains(Feature.CHEAP_READ)) {
            Optional<String> told = store.sha256(path, -1);
            if (told.isPresent() || asked != CompareBy.CHECKSUM) {
                return told;
            }
        }
        return Optional.of(read(store, path));
    }

    /** The SHA-256 of a file that is read from its beginning to its end. */
    static String read(Store store, String path) throws TransferException, InterruptedException {
        MessageDigest digest = Sha256.start();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = store.read(path, 0)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } catch (IOException e) {
            throw store.failure(e, path);
        }
        return Sha256.hex(digest.digest());
    }
}
