package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
        List<NotTransferred> notTransferred = new ArrayList<>(plan.notTransferred());
        return plan.of(others(plan.items(), notTransferred), others(plan.links(), notTransferred), notTransferred);
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

    private boolean keeps(FileItem item) throws TransferException, InterruptedException {
        Optional<Entry> there = there(item.target());
        if (there.isEmpty()) {
            return false;
        }
        Entry found = there.get();
        if (item.source().kind() == Entry.Kind.LINK) {
            return !found.isDirectory()
                    && rules.keeps(found.modified(), item.source().modified());
        }
        boolean vague = !found.isFile() || rules.overwrite() == Overwrite.NEWER && !found.exact();
        if (vague) {
            found = target.stat(item.target()).orElse(found);
        }
        Entry from = item.source();
        if (rules.overwrite() == Overwrite.NEWER && !from.exact()) {
            from = source.stat(from.path()).orElse(from);
        }
        return found.isFile() && rules.keeps(found.modified(), from.modified());
    }

    private Optional<Entry> there(String path) throws TransferException, InterruptedException {
        if (!target.features().contains(Store.Feature.DIRECTORIES)) {
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
