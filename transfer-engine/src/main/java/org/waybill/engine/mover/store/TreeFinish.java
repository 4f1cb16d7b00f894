package org.waybill.engine.mover.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * What a tree gets after its files: its links, through which nothing is written any more, and then the times of its
 * directories (decision 0277).
 */
final class TreeFinish {
    private final ConnectionPair ends;
    private final FileCopy.Context context;
    private final CopyRules rules;
    private final List<NotTransferred> missing = new ArrayList<>();
    private final Map<String, Map<String, Entry>> listings = new HashMap<>();
    private @Nullable TransferException firstFailure;

    TreeFinish(ConnectionPair ends, FileCopy.Context context, CopyRules rules) {
        this.ends = ends;
        this.context = context;
        this.rules = rules;
    }

    /** Makes the links of a plan; returns those that are not there now. */
    List<NotTransferred> links(SourceTree.Plan plan) throws TransferException, InterruptedException {
        context.names().waves(plan.links());
        for (FileItem link : plan.links()) {
            context.meter().check();
            try {
                make(link);
            } catch (TransferException failure) {
                TransferException e = ends.judged(failure, link.source().path(), link.target());
                switch (e.reason()) {
                    case NOT_FOUND, PERMISSION, BAD_INPUT, TARGET_BUSY, UNSAFE, GAVE_UP, INTERNAL -> {
                        context.events().tell("FILE_FAILED", StorePath.shown(link.name()) + ": " + e.getMessage());
                        missing.add(NotTransferred.failed(link.name(), e));
                        firstFailure = firstFailure == null ? e : firstFailure;
                    }
                    default -> throw e;
                }
            }
        }
        return missing;
    }

    /** Why the first of those is not there; null if that was wished. */
    @Nullable TransferException firstFailure() {
        return firstFailure;
    }

    private void make(FileItem link) throws TransferException, InterruptedException {
        Store target = ends.target();
        String path = link.target();
        String text = ends.source().readLink(link.source().path());
        @Nullable Entry there = there(path);
        if (there == null && context.names().isDoubtful(path) && target.look(path).isPresent()) {
            throw context.names().altered(target, path);
        }
        if (there != null && there.isDirectory()) {
            throw new TransferException(Reason.BAD_INPUT, StorePath.shown(path) + " at " + target.label()
                    + ": a directory is where a link is meant; name another target, or remove what is there");
        }
        if (there != null && there.kind() == Entry.Kind.LINK && target.readLink(path).equals(text)) {
            return;
        }
        if (there != null && rules.keeps(there.modified(), link.source().modified())) {
            missing.add(NotTransferred.kept(link.name()));
            return;
        }
        boolean aside = there != null && !context.backups().setAside(target, path).isEmpty();
        target.createLink(path, text, link.source().modified(), there != null && !aside);
    }

    /** What has the name now: each directory is listed once. */
    private @Nullable Entry there(String path) throws TransferException, InterruptedException {
        String directory = StorePath.parent(path);
        Map<String, Entry> listing = listings.get(directory);
        if (listing == null) {
            listing = new HashMap<>();
            for (Entry entry : ends.target().list(directory)) {
                listing.put(entry.name(), entry);
            }
            listings.put(directory, listing);
        }
        return listing.get(StorePath.name(path));
    }

    /** Gives directories their sources' times, the deepest first. */
    static void times(Store target, SourceTree.Plan plan, FileCopy.Context context)
            throws TransferException, InterruptedException {
        for (Map.Entry<String, Entry> each : new TreeMap<>(plan.directories()).descendingMap().entrySet()) {
            context.meter().check();
            @Nullable Instant modified = each.getValue().modified();
            if (modified != null) {
                target.setDirectoryTime(each.getKey(), modified);
            }
        }
    }
}
