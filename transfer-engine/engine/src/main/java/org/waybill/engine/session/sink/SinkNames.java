package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.WireException;
import org.waybill.platform.FreeSpace;

/** What a sink's files are called, here and to people, and what to say when one cannot be written. */
final class SinkNames {
    /** Small files are counted together: the question how much is free costs more than such a file. */
    private static final long ASK_EVERY_BYTES = 64 << 20;

    private static final String UNKNOWN = "an unknown number";
    private static final long ASK_FOR_BYTES = 1 << 20;

    /** The bits that a source may give a file. */
    static final int PERMISSIONS = 0777;

    private final TargetTree tree;
    private final String target;
    private long claimedBytes;
    private volatile boolean full;

    /** @param target what the user calls it */
    SinkNames(TargetTree tree, String target) {
        this.tree = tree;
        this.target = target;
    }

    /**
     * A name from the wire becomes a path here: every part is checked, and a file's path is never the root's.
     *
     * @param number of the entry; the first one is the root
     * @param isTree whether the root is a directory
     */
    static TreeEntry checked(Message.Entry sent, int number, boolean isTree) throws TransferException, WireException {
        if (sent.kind() != Kind.FILE && sent.kind() != Kind.DIRECTORY) {
            throw new WireException("an entry of kind " + sent.kind());
        }
        boolean first = number == 0;
        try {
            List<String> names = EntryNames.split(sent.path());
            boolean root = names.isEmpty();
            if (root != first
                    || (!root && !isTree)
                    || sent.path().contains("//")
                    || sent.path().startsWith("/")) {
                throw new WireException("the manifest's entry " + number + " has a path out of place");
            }
            for (String name : names) {
                EntryNames.refuseOwn(name);
            }
            return new TreeEntry(
                    names,
                    sent.kind() == Kind.DIRECTORY,
                    sent.sizeBytes(),
                    sent.modifiedNanos(),
                    sent.permissions() & PERMISSIONS);
        } catch (BadNameException e) {
            throw StorageErrors.map(e, "writing", sent.path());
        }
    }

    /** For messages. */
    String of(TreeEntry entry) {
        return EntryNames.printable(entry.names().isEmpty() ? target : target + "/" + entry.path());
    }

    /** Fails before anything is sent when an entry of this size cannot fit. */
    void claim(TreeEntry entry, long bytes) throws TransferException {
        claimedBytes += bytes;
        if (full || bytes >= ASK_FOR_BYTES || claimedBytes % ASK_EVERY_BYTES < bytes) {
            long free;
            try {
                free = tree.usableBytes(bytes);
            } catch (IOException e) {
                throw explain(e, entry);
            }
            if (bytes > free) {
                full = true;
                throw new TransferException(
                        Reason.DISK_FULL,
                        "\"" + of(entry) + "\" needs " + bytes + " bytes and " + free
                                + " are free at the target; make room and run it again");
            }
        }
    }

    /** Why an entry could not be written. */
    TransferException explain(IOException error, TreeEntry entry) {
        TransferException failure = StorageErrors.map(error, "writing", of(entry));
        boolean lost = failure.reason() == Reason.NOT_FOUND || failure.reason() == Reason.UNSAFE;
        if (lost && isTargetGone()) {
            return new TransferException(Reason.NOT_FOUND, TargetTree.gone(EntryNames.printable(target)), error);
        }
        if (failure.reason() != Reason.DISK_FULL) {
            return failure;
        }
        full = true;
        if (error instanceof RefusedException) { // a quota's, which says it all
            return failure;
        }
        String free;
        try {
            long bytes = tree.usableBytes(entry.sizeBytes());
            free = bytes == FreeSpace.UNKNOWN ? UNKNOWN : String.valueOf(bytes);
        } catch (IOException _) {
            free = UNKNOWN;
        }
        return new TransferException(
                Reason.DISK_FULL,
                "writing \"" + of(entry) + "\": no space left; it needs " + entry.sizeBytes() + " bytes, " + free
                        + " are free; make room and run it again",
                error);
    }

    /** Whether no file can be written any more, since the place of all of them is not there. */
    boolean isTargetGone() {
        try {
            return tree.isGone();
        } catch (IOException _) {
            return false;
        }
    }
}
