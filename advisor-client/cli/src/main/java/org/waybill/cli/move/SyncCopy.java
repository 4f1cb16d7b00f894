package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.sync.EqualFiles;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.OpenedDirectories;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.Permissions;

/**
 * The copies of a sync's source: of what is new or changed, and after the deletion of what the deleted entries were in
 * the way of. What is equal gets the times and permissions of its source.
 */
final class SyncCopy {
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

    final SyncComparison looked;
    final List<MoveDocument> transfers = new ArrayList<>();
    private final SyncSource asked;
    private final TreePair trees;
    private long permissionsGiven;
    private List<String> permissionsNotKept = List.of();

    SyncCopy(SyncComparison looked) {
        this.looked = looked;
        this.asked = looked.asked();
        this.trees = looked.trees();
    }

    /**
     * Copies what is new or changed.
     *
     * @param also other paths, which are equal
     * @param done gets how each transfer went
     */
    void changed(List<String> also, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        List<String> paths = new ArrayList<>(looked.plan().copies());
        paths.addAll(also);
        paths.addAll(looked.equalByTransfer());
        try {
            copy(paths, looked.givesAttributes() && looked.plan().inTheWay().isEmpty(), listener, done);
        } catch (TransferException e) {
            if (isOfSome(e)) {
                after(e, () -> giveToEqual(listener));
            }
            throw e;
        }
        giveToEqual(listener);
        closeWhatIsLeftOpen();
        looked.keepInMind();
    }

    /** Read-only directories that an earlier run has opened, and was killed; a copy has closed them already. */
    private void closeWhatIsLeftOpen() throws TransferException, InterruptedException {
        OpenedDirectories left = asked.opened(trees);
        if (left.isEmpty()) {
            return;
        }
        try (EndpointStores.Opened open = asked.session().stores().open(asked.destination())) {
            left.closeThoseLeft(open.store());
        } finally {
            left.leave(); // also where the destination cannot be opened
        }
    }

    /** Copies what the deleted entries were in the way of. */
    void replacements(List<String> also, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        List<String> paths = new ArrayList<>(looked.plan().replacements());
        paths.addAll(also);
        copy(paths, looked.givesAttributes() && !paths.isEmpty(), listener, done);
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
    private void copy(List<String> paths, boolean whole, TransferListener listener, Consumer<TransferResult> done)
            throws TransferException, InterruptedException {
        boolean some = trees.there() != null && !whole; // others are there already, and nothing else is to be copied
        if (!whole && paths.isEmpty() && (some || !transfers.isEmpty())) {
            return;
        }
        boolean tellable = trees.here().isDirectory()
                && some
                && (paths.size() <= MOST_CHOSEN || asked.source().isLocal());
        TransferOrder order = looked.order(tellable ? asked.only(paths) : looked.rulesWithoutMissing());
        NotKept notKept = new NotKept(listener);
        TransferResult result;
        try {
            result = new CopyRunner(
                            asked.session(),
                            UnaryOperator.identity(),
                            asked.names().made())
                    .move(order, notKept);
        } catch (TransferException e) {
            if (tellable && isOfSome(e)) {
                after(e, this::giveRootTime);
            }
            throw e;
        }
        transfers.add(MoveDocument.succeeded(looked.from(), looked.to(), result, null, List.of(), notKept.texts()));
        if (tellable) {
            giveRootTime();
        }
        done.accept(result);
    }

    /** The list of what differs does not name the directory itself, which is synced, too; a node gives it its time. */
    private void giveRootTime() throws TransferException, InterruptedException {
        if (asked.rules().filter().choosesRoot() && !(trees.destination() instanceof NodeStore)) {
            try (EndpointStores.Opened open = asked.session().stores().open(asked.destination())) {
                Entry here = trees.here().as(open.store());
                open.store().metadata().giveTime(here.at(trees.path()), here);
            }
        }
    }

    /**
     * Gives equal files the permissions of their sources, and directories their times; files to which a node should have
     * given them are looked at.
     */
    private void giveToEqual(TransferListener listener) throws TransferException, InterruptedException {
        List<Difference> equal = looked.found().otherPermissions();
        if (equal.isEmpty() && looked.found().otherTimes().isEmpty()) {
            return;
        }
        NotKept notKept = new NotKept(listener);
        try (EndpointStores.Opened open = asked.session().stores().open(asked.destination())) {
            EqualFiles files = new EqualFiles(
                    open.store(), why -> notKept.onEvent(Permissions.NOT_KEPT, Permissions.notKept(why)));
            String root = trees.here().isDirectory() ? trees.path() : StorePath.parent(trees.path());
            files.giveTimes(root, looked.found().otherTimes());
            permissionsGiven =
                    looked.equalByTransfer().isEmpty() ? files.givePermissions(root, equal) : files.count(equal);
        }
        permissionsNotKept = notKept.texts();
    }

    /** How many equal files have got the permissions of their sources. */
    long permissionsGiven() {
        return permissionsGiven;
    }

    /** What of the files is not kept and was to be. */
    Stream<String> notKept() {
        return Stream.concat(transfers.stream().flatMap(copy -> copy.notKept().stream()), permissionsNotKept.stream());
    }
}
