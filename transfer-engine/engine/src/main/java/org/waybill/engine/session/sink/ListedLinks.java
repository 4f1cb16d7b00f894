package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * What a sink does when all files are there: it makes the links, through which nothing is written any more, and gives
 * the directories their times (decision 0277).
 */
final class ListedLinks {
    private final SinkContext shared;
    private final List<TreeEntry> entries = new ArrayList<>();
    private final List<String> targets = new ArrayList<>();

    ListedLinks(SinkContext shared) {
        this.shared = shared;
    }

    /** Takes note of what the source lists; by the examining thread. */
    synchronized void add(List<Message.Link> some) throws TransferException, WireException {
        for (Message.Link link : some) {
            shared.limits.take(link.path().length() + link.target().length());
            entries.add(SinkNames.checked(
                    new Message.Entry(link.path(), Message.Kind.FILE, 0, link.modifiedNanos(), 0),
                    1,
                    shared.losses.isTree()));
            targets.add(link.target());
        }
    }

    /** Makes them; one that cannot be made is named to both sides. */
    synchronized void make() throws IOException, TransferException {
        if (entries.isEmpty()) {
            return;
        }
        // a link that was made a moment ago is not a directory of this tree, and leads nowhere from here
        Set<List<String>> directories = new HashSet<>();
        directories().forEach((_, one) -> directories.add(one.names()));
        Set<List<String>> parents = new LinkedHashSet<>();
        for (int i = 0; i < entries.size(); i++) {
            TreeEntry link = entries.get(i);
            List<String> parent = link.names().subList(0, link.names().size() - 1);
            @Nullable NotTransferred missing;
            TransferException why = new TransferException(Reason.NOTHING_TO_DO, "");
            try {
                missing = directories.contains(parent)
                        ? shared.tree.link(link, targets.get(i), shared.settings.rules())
                        : NotTransferred.leftOut(link.path(), "is a symbolic link in what is not there");
            } catch (IOException e) {
                why = shared.names.explain(e, link);
                if (shared.losses.isOfAll(why)) {
                    throw why;
                }
                missing = NotTransferred.failed(link.path(), why);
            }
            if (missing == null) {
                parents.add(parent);
            } else {
                shared.losses.note(missing, why);
                shared.source.notMade(missing);
            }
        }
        try {
            for (List<String> parent : parents) {
                shared.tree.sync(parent);
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "syncing the links of", shared.settings.name());
        }
    }

    /** After the last of our own files in them has gone. @param top the tree's own one, else those below it */
    void finishDirectories(boolean top) {
        boolean root = shared.settings.rules().filter().choosesRoot(); // else it stays as it is
        directories().reversed().forEach((number, directory) -> {
            if (directory.names().isEmpty() != top || top && !root) {
                return;
            }
            try {
                shared.attributes.give(number, directory);
                shared.tree.setModified(directory);
            } catch (IOException e) {
                shared.cannotClose(e);
            }
        });
    }

    /** By their numbers, in order. */
    private SequencedMap<Integer, TreeEntry> directories() {
        SequencedMap<Integer, TreeEntry> directories = new LinkedHashMap<>();
        for (int number = 0; shared.losses.isTree() && number < shared.files.count(); number++) {
            TreeEntry entry = shared.files.entry(number);
            if (entry.directory() && !shared.losses.isLost(entry.names())) {
                directories.put(number, entry);
            }
        }
        return directories;
    }
}
