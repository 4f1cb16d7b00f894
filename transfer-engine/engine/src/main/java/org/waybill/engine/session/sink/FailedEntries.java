package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.Missing;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/**
 * What of a tree a sink cannot write while it writes the rest: the source hears of each, and each is named at the
 * end. For the examining thread, except {@link #isOfAll}.
 */
final class FailedEntries {
    /** What is true of every other file too. */
    private static final Set<Reason> OF_ALL = EnumSet.of(Reason.READ_ONLY, Reason.DISK_FAILED, Reason.INTERRUPTED);
    /** Of what is said of a file that does not come: in the report, and in the failure. */
    private static final long COPIES_OF_TEXT = 6;

    private final Missing missing;
    private final SinkFiles.Source source;
    private final PeerLimits limits;
    private final boolean needsAll;
    private volatile boolean isTree;
    private final Set<List<String>> lostDirectories = ConcurrentHashMap.newKeySet();
    private List<String> lostDirectory = List.of();
    private @Nullable TransferException lostDirectoryWhy;

    /**
     * For one session.
     *
     * @param limits what everything that is listed may take
     * @param needsAll whether it is of no use without each of its files
     */
    FailedEntries(Missing missing, SinkFiles.Source source, PeerLimits limits, boolean needsAll) {
        this.missing = missing;
        this.source = source;
        this.limits = limits;
        this.needsAll = needsAll;
    }

    /** There are other files, which can come though one does not. */
    void ofTree() {
        isTree = true;
    }

    boolean isTree() {
        return isTree;
    }

    /** Whether a file's failure ends the session; for many threads. */
    boolean isOfAll(TransferException why) {
        return !isTree || needsAll || OF_ALL.contains(why.reason()) || !source.hearsOfOne();
    }

    /** A directory, and so everything below it, which is listed next. */
    void directory(TreeEntry entry, TransferException why) {
        lostDirectory = entry.names();
        lostDirectoryWhy = why;
        lostDirectories.add(lostDirectory);
    }

    boolean isLost(List<String> directory) {
        return lostDirectories.contains(directory);
    }

    /** Why a directory above an entry is not there; null if it is. */
    @Nullable
    TransferException above(TreeEntry entry) {
        int depth = lostDirectory.size();
        return depth > 0
                        && entry.names().size() > depth
                        && entry.names().subList(0, depth).equals(lostDirectory)
                ? lostDirectoryWhy
                : null;
    }

    /** One that cannot be written. */
    void unwritable(int entry, String path, TransferException why)
            throws IOException, InterruptedException, TransferException {
        // first: all may be done without it
        source.unwritable(new Message.Unwritable(entry, why.reason(), why.getMessage()));
        note(why.reason() == Reason.NOTHING_TO_DO ? NotTransferred.kept(path) : NotTransferred.failed(path, why), why);
    }

    /** One that does not come, for a reason of either side. */
    void note(NotTransferred one, TransferException why) throws TransferException {
        limits.take(COPIES_OF_TEXT * (one.path().length() + one.text().length()));
        missing.add(one, why);
    }
}
