package org.waybill.engine.mover.s3;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * What a bucket knows of the copy that it is the destination of: whether its server has the source too, and what this
 * user may not see. Of all threads of the copy.
 */
final class CopyDestination {
    private final StoreProvider.Events events;
    private final Set<String> made = ConcurrentHashMap.newKeySet();
    private final Set<String> marked = ConcurrentHashMap.newKeySet();
    /** The last object that the server would not copy; null where there is none. */
    private @Nullable String refused;
    /** Where the server has the source; null where the data go through this machine. */
    private volatile @Nullable S3Account server;

    private volatile boolean replaces;
    private volatile boolean blind;
    /** Whether the server's answer does not show that a small copy is equal: sent from here, it does. */
    private volatile boolean sendsSmall;

    CopyDestination(StoreProvider.Events events) {
        this.events = events;
    }

    /** What the server has made of a small object at once under its final name. */
    enum Small {
        /** Nothing: it was not asked, or refused. */
        NONE,
        /** A copy that its checksums show to be equal. */
        EQUAL,
        /** A copy that no checksum shows to be equal: it must not stay. */
        UNCOMPARED
    }

    void begin(@Nullable S3Account source, boolean replacesAll) {
        server = source;
        replaces = replacesAll;
    }

    /** Where the server has what is copied; empty where it is not asked to copy, or refused. */
    Optional<S3Account> server() {
        return Optional.ofNullable(server);
    }

    /** Has the server make a small copy. It is not asked where it cannot show that it is equal. */
    Small copySmall(S3Account own, CopySource source, String to, @Nullable Instant modified) {
        if (server == null || sendsSmall) {
            return Small.NONE;
        }
        if (!source.isSummed()) {
            sendSmall(own, source);
            return Small.NONE;
        }
        try {
            boolean equal = source.copyTo(own, to, modified);
            if (equal) {
                copied(own, source);
            } else {
                sendsSmall = true;
                sendSmall(own, source);
            }
            return equal ? Small.EQUAL : Small.UNCOMPARED;
        } catch (S3Exception e) {
            if (!S3Failures.isRefusal(e)) {
                throw e;
            }
            refuse(own, source.account(), source.path(), e);
            return Small.NONE;
        }
    }

    /** Said once, however many they are. */
    private void sendSmall(S3Account own, CopySource source) {
        events.tell(
                "SERVER_COPY_REFUSED",
                own.label() + " cannot show that its own copies of some small files from "
                        + source.account().label() + " are equal: their data go through this machine");
    }

    /** Says that the server copies. */
    void copied(S3Account own, CopySource source) {
        events.tell(
                "COPIED_BY_SERVER",
                own.label() + " copies from " + source.account().label() + " itself");
    }

    /** Says why the server does not copy an object; where it copies none, or refuses a second one, it is asked no more. */
    synchronized void refuse(S3Account own, S3Account source, String path, S3Exception why) {
        boolean ofOne = !S3Failures.copiesNothing(why) && (refused == null || refused.equals(path));
        refused = path;
        if (!ofOne) {
            server = null;
        }
        events.tell(
                "SERVER_COPY_REFUSED",
                own.label() + " does not copy " + (ofOne ? StorePath.shown(path) + " " : "") + "from " + source.label()
                        + " itself (" + S3Failures.said(why) + "): the data go through this machine");
    }

    /** Whether a failure only means that this user may not see what is to be replaced. */
    boolean isUnseen(S3Account own, TransferException failure) {
        if (!replaces || failure.reason() != Reason.PERMISSION || S3Failures.status(failure) != 403) {
            return false;
        }
        blind = true;
        events.tell(
                "DESTINATION_NOT_SEEN",
                "these credentials may not see what is in " + own.label()
                        + ": each name is taken for that of the copy, what has it is replaced, and empty directories"
                        + " are not made");
        return true;
    }

    boolean isBlind() {
        return blind;
    }

    /** A directory that would be made if this user could see that no object with content has its name. */
    void meant(String directory) {
        made.add(directory);
    }

    /** A directory that this run has marked as begun. */
    void marked(String directory) {
        marked.add(directory);
    }

    boolean isMarked(String directory) {
        return marked.contains(directory);
    }

    /** What is known of a path that cannot be seen. */
    Optional<Entry> known(String path) {
        return made.contains(path) ? Optional.of(Entry.directory(path)) : Optional.empty();
    }
}
