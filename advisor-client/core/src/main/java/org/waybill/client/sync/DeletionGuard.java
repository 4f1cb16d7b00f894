package org.waybill.client.sync;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.StorePath;

/** What keeps a sync from deleting anything (decision 0273). Each answer is the one line that says why. */
public final class DeletionGuard {
    /** Directories that hold homes, and what they hold. */
    private static final Set<String> ABOVE_HOMES = Set.of("/home", "/Users", "/export/home");

    private DeletionGuard() {}

    /**
     * Where a sync deletes, with all links resolved.
     *
     * @param destination its path
     * @param source of the same machine; empty where it is on another one
     * @param homes of users of the destination, as far as they are known
     */
    public record Place(String destination, Optional<String> source, List<String> homes) {}

    /** What is wrong with the place: nothing is copied there either. */
    public static Optional<String> refusal(Place place) {
        String at = place.destination();
        String shown = StorePath.shown(at);
        if (at.equals("/")) {
            return Optional.of("refusing --delete in /: use a directory below it");
        }
        boolean isHome = ABOVE_HOMES.contains(at) || ABOVE_HOMES.contains(StorePath.parent(at)) || at.equals("/root");
        if (isHome || place.homes().stream().anyMatch(home -> StorePath.isWithin(at, home))) {
            return Optional.of(
                    "refusing --delete: " + shown + " is or contains a home directory; use a directory below it");
        }
        return place.source()
                .flatMap(source -> StorePath.isWithin(at, source)
                        ? Optional.of("refusing --delete: the destination " + shown
                                + (at.equals(source) ? " is the source" : " contains the source"))
                        : StorePath.isWithin(source, at)
                                ? Optional.of("refusing --delete: the destination " + shown + " is inside the source")
                                : Optional.empty());
    }

    /** What is wrong with the source: another one may be meant, and nothing is copied of it either. */
    public static Optional<String> refusal(Optional<String> before, Optional<String> now) {
        return before.isPresent() && !before.equals(now)
                ? Optional.of("the source is on another file system than at the last sync (" + now.orElse("unknown")
                        + ", not " + before.get() + "); if this is intended, use --source-moved")
                : Optional.empty();
    }

    /**
     * What of the two trees forbids to delete.
     *
     * @param deletions that it would be
     */
    public static Optional<String> refusal(ComparisonResult found, long deletions, MaxDelete most) {
        Optional<Difference> unread =
                found.without(Verdict.DESTINATION_UNREADABLE).firstUnreadable();
        if (unread.isPresent()) {
            return Optional.of("nothing was deleted, because " + unseen(unread.get()));
        }
        if (deletions > 0 && found.atSource() == 0) {
            return Optional.of(
                    "nothing was deleted, because the source is empty: to delete everything, remove the destination"
                            + " yourself");
        }
        return most.allows(deletions, found.atDestination())
                ? Optional.empty()
                : Optional.of("nothing was deleted: " + deletions + " of " + found.atDestination()
                        + " entries exceed --max-delete " + most + "; --max-delete " + deletions
                        + " allows it");
    }

    private static String unseen(Difference one) {
        String path = StorePath.shown(one.path());
        return one.isUnmet() && one.reason() == Reason.NOT_FOUND
                ? "--files-from names '" + path + "', which neither SRC nor DST has"
                : (path.isEmpty() ? "the root" : path) + " of the source could not be read: " + one.why();
    }
}
