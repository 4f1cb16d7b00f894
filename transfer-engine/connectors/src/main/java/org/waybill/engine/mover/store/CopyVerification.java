package org.waybill.engine.mover.store;

import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Compares a copy with its source before it gets its name, and discards one that differs.
 *
 * @param before the source when the copy began
 * @param resumed whether some of it came in an earlier run
 */
record CopyVerification(
        Store source, Store target, FileCopy.Context context, FileItem item, Entry before, boolean resumed) {
    /** What is read at once is not rewritten meanwhile. */
    private static final long ONE_GO_BYTES = 256 << 10;

    private static final int MOST_READINGS = 2;

    /** @return the source with the content that was read, as it is now where that shows all that a listing does */
    Entry unchangedSource(PartialCopy part, String hash) throws TransferException, InterruptedException {
        if (before.sizeBytes() < 0) {
            return before;
        }
        Entry now = item.now(source);
        if (!isOfThisContent(now, hash) || (resumed && isAnother(hash))) {
            if (!target.has(Feature.RENAME)) {
                part.discard();
            }
            throw item.changed();
        }
        return source.isRemote() ? before : now;
    }

    /**
     * Whether the source has the content that was read. Where it costs no network, it is read again if only its tag
     * changed, as after {@code chmod} or a new hard link: what changes that all the time is not followed for ever.
     */
    private boolean isOfThisContent(Entry found, String hash) throws TransferException, InterruptedException {
        Entry known = before;
        Entry now = found;
        for (int readings = 0; readings < MOST_READINGS && !now.sameContentAs(known); readings++) {
            if (!now.sameVersionAs(before) || !source.has(Feature.CHEAP_READ)) {
                return false;
            }
            context.meter().enter(Phase.VERIFYING, item.name());
            if (!source.readSha256(now.path(), context.meter()::check).equals(hash)) {
                return false;
            }
            known = now;
            now = item.now(source);
        }
        return now.sameVersionAs(before);
    }

    /** A time that was put back hides a change from protocols that show no more; a hash made by the server does not. */
    private boolean isAnother(String hash) throws TransferException, InterruptedException {
        if (!context.verify() || source.has(Feature.CHEAP_READ)) {
            return false;
        }
        Optional<String> atSource = source.sha256(before.path(), -1);
        return atSource.isPresent() && !atSource.get().equals(hash);
    }

    /** @param written what has the final name, where the copy was written under that; empty for a partial file */
    void verify(PartialCopy part, String sent, Optional<Entry> written) throws TransferException, InterruptedException {
        Optional<String> actual = hashAtDestination(target, context, part.path());
        if (actual.isEmpty() || actual.get().equals(sent)) {
            return;
        }
        if (written.isPresent()
                && target.stat(part.path()).filter(written.get()::sameContentAs).isEmpty()) {
            throw StorePath.failure(
                    Reason.TARGET_BUSY,
                    item.target(),
                    " at " + target.label()
                            + " was replaced by another writer while it was verified; it was left as it is");
        }
        part.discard();
        throw StorePath.failure(
                Reason.VERIFICATION_FAILED,
                item.target(),
                " at " + target.label() + " differs from what was sent: SHA-256 " + actual.get() + " instead of "
                        + sent);
    }

    /**
     * The SHA-256 of what is at the destination now: from the remote host when it computes one, else by reading back. Empty
     * where it was compared as it arrived, and, with an event, where nothing can be read back (a stream).
     */
    static Optional<String> hashAtDestination(Store target, FileCopy.Context context, String path)
            throws TransferException, InterruptedException {
        boolean compared = target.comparesWhatArrives(path);
        Optional<String> farEnd = compared ? Optional.empty() : target.sha256(path, -1);
        if (compared || farEnd.isPresent()) {
            context.tell("VERIFIED_BY_FAR_END", target.label() + " computed the SHA-256 of what it stored");
            return farEnd;
        }
        if (!target.has(Feature.READ_BACK)) {
            context.meter().compared(Compared.NOTHING);
            context.tell("NOT_VERIFIED", target.label() + " cannot be read back; the copy was not verified");
            return Optional.empty();
        }
        context.tell("VERIFIED_BY_READING", "reading back what was written to " + target.label());
        return Optional.of(target.readSha256(path, context.meter()::check));
    }

    /** @param described as {@link DataCopy#described} says */
    void compareExpected(PartialCopy part, String hash, Optional<String> described)
            throws TransferException, InterruptedException {
        try {
            new ExpectedChecksumCheck(target, context).require(item, part.path(), hash, described, source);
        } catch (TransferException e) {
            if (e.reason() == Reason.WRONG_CONTENT) {
                part.discard();
            }
            throw e;
        }
    }

    /**
     * Compares with the checksum that the source's server makes: nothing else shows a file that was rewritten in place
     * and had its time put back, or a byte that was altered on an unencrypted connection. The report says where there
     * is none for such a connection, or for a file that arrived in several runs.
     */
    void compareWithSource(PartialCopy part, String hash) throws TransferException, InterruptedException {
        boolean encrypted = source.has(Feature.PROTECTED);
        Optional<String> atSource =
                encrypted && before.sizeBytes() <= ONE_GO_BYTES ? Optional.empty() : source.sha256(before.path(), -1);
        if (atSource.isEmpty() && (!encrypted || resumed)) {
            context.meter().compared(Compared.ARRIVED);
            context.tell(
                    "SOURCE_TELLS_NO_CHECKSUM",
                    source.label() + " offers no checksum: the copy was compared with the data that arrived "
                            + (encrypted ? "in more than one run" : source.howUnprotected()));
        } else if (atSource.isPresent() && !atSource.get().equals(hash)) {
            part.discard();
            throw encrypted
                    ? item.changed()
                    : StorePath.failure(
                            Reason.VERIFICATION_FAILED,
                            before.path(),
                            " arrived with other content than " + source.label() + " has: SHA-256 " + hash
                                    + " instead of " + atSource.get());
        }
    }
}
