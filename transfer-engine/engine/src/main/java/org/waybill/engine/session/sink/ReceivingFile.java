package org.waybill.engine.session.sink;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.session.Block;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TargetHardLinks.Found;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.WireException;

/** One file that is being received: what has been learnt of it so far. Guarded by its own monitor. */
final class ReceivingFile {
    final int number;
    final TreeEntry entry;

    private @Nullable PartialFile part;
    private @Nullable OutOfOrderHash hash;
    private @Nullable Kept kept;
    private int permissions;
    private byte @Nullable [] sourceDigest;
    private byte @Nullable [] ownDigest;
    private boolean comparing;
    private @Nullable Found there;
    private @Nullable Object inode;
    private boolean furtherName;
    private boolean noNames;
    private long foundBytes;
    private boolean written;
    private boolean settled;
    private boolean over;
    private boolean arrived;
    private int attempts;

    /** What to do after something new was learnt. */
    enum Verdict {
        WAIT,
        COMMIT,
        SAME,
        AGAIN
    }

    /** The content of a small file, in the block that it came with. */
    record Kept(Block block, int start) {}

    ReceivingFile(int number, TreeEntry entry) {
        this(number, entry, false);
    }

    /** @param furtherName whether it is to become a hard link to another one, and does not come itself */
    ReceivingFile(int number, TreeEntry entry, boolean furtherName) {
        this.number = number;
        this.entry = entry;
        this.permissions = entry.permissions();
        this.furtherName = furtherName;
    }

    synchronized boolean isFurtherName() {
        return furtherName;
    }

    /** It comes as a file of its own after all. @param known the source's SHA-256; null if that is not known */
    synchronized void becomesFile(byte @Nullable [] known) {
        furtherName = false;
        sourceDigest = known;
    }

    /** Whether the source's SHA-256 is known. */
    synchronized boolean knowsSource() {
        return sourceDigest != null;
    }

    /** The source says again what its SHA-256 is. */
    synchronized void forgetSource() {
        sourceDigest = null;
    }

    /** It has become a link to a file. */
    synchronized void linked(ReceivingFile to) {
        ownDigest = to.digest();
        arrived();
    }

    /** Whether it has arrived, and other names of its file can become links to it. */
    synchronized boolean mayHaveNames() {
        return arrived && !furtherName && !noNames;
    }

    /** No other names can be made of it. */
    synchronized void hasNoNames() {
        noNames = true;
    }

    /** What got its name, or was compared; null if that cannot be known. */
    synchronized @Nullable Object inode() {
        return inode;
    }

    /** It got its name. */
    synchronized void inode(@Nullable Object named) {
        inode = named;
    }

    /** Its source has these by now. */
    synchronized void permissions(int now) {
        permissions = now;
    }

    /** What it is to get with its name. */
    synchronized int permissions() {
        return permissions;
    }

    synchronized @Nullable PartialFile part() {
        return part;
    }

    synchronized @Nullable OutOfOrderHash hash() {
        return hash;
    }

    /** The target may be there already: its digest is compared before anything is sent. */
    synchronized void compare() {
        comparing = true;
        foundBytes = entry.sizeBytes();
    }

    /** The same with a file that may have another name yet. */
    synchronized void compare(Found other) {
        there = other;
        inode = other.inode();
        compare();
    }

    /** What it is compared with; null for what has its name. */
    synchronized @Nullable Found there() {
        return there;
    }

    synchronized boolean isCompared() {
        return comparing;
    }

    /** How much of it an earlier run has left. */
    synchronized void found(long bytes) {
        foundBytes = bytes;
    }

    synchronized void receiveInto(PartialFile file, @Nullable OutOfOrderHash ordered) {
        part = file;
        hash = ordered;
    }

    /** Keeps a small file's content until it is known to be right; false if it is here already. */
    synchronized boolean keep(Block block, int start) {
        if (kept != null || !wantsBlocks()) {
            return false;
        }
        kept = new Kept(block.retain(), start);
        return true;
    }

    /** What was kept, which the caller gives back to its pool. */
    synchronized @Nullable Kept takeKept() {
        Kept taken = kept;
        kept = null;
        return taken;
    }

    /** The file has its name: nothing of the partial one is left to close. */
    synchronized @Nullable PartialFile releasePart() {
        PartialFile released = part;
        part = null;
        hash = null;
        return released;
    }

    /** Whether blocks are still of use. */
    synchronized boolean wantsBlocks() {
        return !comparing && !written && !settled && !furtherName;
    }

    synchronized Verdict sourceDigest(byte[] sha256) throws WireException {
        if (sourceDigest != null) {
            throw new WireException("it says twice what the SHA-256 of entry " + number + " is");
        }
        sourceDigest = sha256;
        return verdict(true);
    }

    synchronized Verdict ownDigest(byte[] sha256, boolean verify) {
        ownDigest = sha256;
        return verdict(verify);
    }

    /** All bytes are in the partial file. */
    synchronized Verdict written(boolean verify) {
        written = true;
        return verdict(verify);
    }

    private Verdict verdict(boolean verify) {
        if (settled || (!comparing && !written)) {
            return Verdict.WAIT;
        }
        if (verify) {
            if (sourceDigest == null || ownDigest == null) {
                return Verdict.WAIT;
            }
            if (!Arrays.equals(sourceDigest, ownDigest)) {
                sourceDigest = null;
                ownDigest = null;
                written = false;
                attempts += comparing ? 0 : 1;
                return Verdict.AGAIN;
            }
        }
        if (part != null && part.isContradicted()) {
            written = false;
            attempts++;
            return Verdict.AGAIN;
        }
        settled = true;
        return comparing ? Verdict.SAME : Verdict.COMMIT;
    }

    /** The source cannot send it after all; false if all is settled already. */
    synchronized boolean withdraw() {
        return !settled && giveUp();
    }

    /** It cannot be written; false if that is known already, or if it has its name. */
    synchronized boolean giveUp() {
        if (over) {
            return false;
        }
        settled = true;
        over = true;
        Kept unwanted = takeKept();
        if (unwanted != null) {
            unwanted.block().release();
        }
        return true;
    }

    /** It has its name. */
    synchronized void arrived() {
        over = true;
        arrived = true;
    }

    synchronized boolean hasArrived() {
        return arrived;
    }

    /** Whether nothing more is done with it. */
    synchronized boolean isOver() {
        return over;
    }

    /** What of it counts as done. */
    synchronized long doneBytes() {
        return comparing || written ? entry.sizeBytes() : part == null ? 0 : part.presentBytes();
    }

    /** From now on blocks are needed; returns how many bytes had been taken for found, which have proved worthless. */
    synchronized long startAgain() {
        long worthless = foundBytes;
        foundBytes = 0;
        comparing = false;
        there = null;
        inode = null;
        settled = over;
        written = false;
        sourceDigest = null;
        ownDigest = null;
        Kept wrong = takeKept();
        if (wrong != null) {
            wrong.block().release();
        }
        return worthless;
    }

    synchronized int attempts() {
        return attempts;
    }

    synchronized byte @Nullable [] digest() {
        return ownDigest;
    }
}
