package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Leaves out of a plan what the target has and is not to be replaced. Lists each of its directories once. */
final class OverwriteCheck {
    private final Store source;
    private final Store target;
    private final CopyRules rules;
    private final Map<String, Map<String, Entry>> listings = new HashMap<>();
    /** Those of the copy, its root first. */
    private final SortedSet<String> directories = new TreeSet<>();

    OverwriteCheck(Store source, Store target, CopyRules rules) {
        this.source = source;
        this.target = target;
        this.rules = rules;
    }

    /** @param exists whether there is a tree at the target */
    SourceTree.Plan without(SourceTree.Plan plan, boolean exists) throws TransferException, InterruptedException {
        if (!exists || !rules.keepsSome()) {
            return rules.overwrite() == Overwrite.ALWAYS ? withoutEarlier(plan) : plan;
        }
        directories.addAll(plan.directories().keySet());
        SourceTree.Plan possible = rules.overwrite() == Overwrite.NEVER ? withoutBehindLinks(plan) : plan;
        List<NotTransferred> notTransferred = new ArrayList<>(possible.notTransferred());
        return possible.of(
                others(possible.items(), notTransferred), others(possible.links(), notTransferred), notTransferred);
    }

    /** Without the directories that would take the places of links, which stay. */
    private SourceTree.Plan withoutBehindLinks(SourceTree.Plan plan) throws TransferException, InterruptedException {
        SourceTree.Plan possible = plan;
        for (String directory : plan.directories().keySet()) {
            if (!directory.equals(directories.first())
                    && possible.directories().containsKey(directory)
                    && there(directory)
                            .filter(entry -> entry.kind() == Entry.Kind.LINK)
                            .isPresent()) {
                possible = possible.without(
                        directory,
                        directory.substring(
                                StorePath.join(directories.first(), "").length()),
                        StorePath.badInput(
                                directory,
                                " at " + target.label() + " is a link, which stays with --overwrite never: remove it"));
            }
        }
        return possible;
    }

    private List<FileItem> others(List<FileItem> all, List<NotTransferred> kept)
            throws TransferException, InterruptedException {
        List<FileItem> others = new ArrayList<>();
        for (FileItem item : all) {
            if (keeps(item)) {
                kept.add(NotTransferred.kept(item.name()));
            } else {
                others.add(item);
            }
        }
        return others;
    }

    /** Without a look at what is there. */
    private static SourceTree.Plan withoutEarlier(SourceTree.Plan plan) {
        return plan.of(
                plan.items().stream()
                        .map(item -> new FileItem(item.name(), item.source(), item.target(), FileItem.Earlier.NONE))
                        .toList(),
                plan.links(),
                plan.notTransferred());
    }

    /** As by rsync, a policy on times counts for files only, and that on what is there for all but directories. */
    private boolean keeps(FileItem item) throws TransferException, InterruptedException {
        Optional<Entry> there = there(item.target());
        if (there.isEmpty() || there.get().isDirectory()) {
            return false;
        } else if (rules.overwrite() == Overwrite.NEVER) {
            return true;
        }
        Entry found = there.get();
        Entry from = item.source();
        if (!found.isFile() || !from.isFile()) {
            return false;
        }
        if (!found.exact()) {
            found = target.stat(item.target()).orElse(found);
        }
        if (!from.exact()) {
            from = source.stat(from.path()).orElse(from);
        }
        return rules.keeps(found.modified(), from.modified());
    }

    private Optional<Entry> there(String path) throws TransferException, InterruptedException {
        if (!target.has(Store.Feature.DIRECTORIES)) {
            return target.stat(path);
        }
        String directory = StorePath.parent(path);
        Map<String, Entry> listing = listings.get(directory);
        if (listing == null) {
            listing = listed(directory);
            listings.put(directory, listing);
        }
        return Optional.ofNullable(listing.get(StorePath.name(path)));
    }

    private Map<String, Entry> listed(String directory) throws TransferException, InterruptedException {
        Map<String, Entry> byName = new HashMap<>();
        boolean below = directories.contains(directory) && !directory.equals(directories.first());
        if (below && there(directory).filter(Entry::isDirectory).isEmpty()) {
            return byName; // what a link leads to is not what is replaced
        }
        try {
            target.list(directory).forEach(entry -> byName.put(entry.name(), entry));
        } catch (TransferException e) {
            if (e.reason() != Reason.NOT_FOUND && target.stat(directory).isPresent()) {
                throw e;
            }
        }
        return byName;
    }
}
