package org.waybill.client.sync;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.KeptExtras;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/**
 * What is equal at a destination: files get the permissions of their sources, directories and links their times; nothing
 * is sent.
 */
public final class EqualFiles {
    private final Store destination;
    private final Consumer<String> refused;
    private boolean told;

    /** @param refused hears why the first one that keeps its own does */
    public EqualFiles(Store destination, Consumer<String> refused) {
        this.destination = destination;
        this.refused = refused;
    }

    /**
     * Gives each the permissions of its source.
     *
     * @param root of the copy: its directory, or that of a single file
     * @return how many have them now
     */
    public long givePermissions(String root, List<Difference> equal) throws TransferException, InterruptedException {
        for (Difference one : equal) {
            Entry source = one.source();
            Entry there = one.destination();
            if (source == null || there == null) {
                continue;
            }
            try {
                destination.metadata().givePermissions(root, there, source);
            } catch (TransferException e) {
                refuse(e);
            }
        }
        return count(equal);
    }

    /** Gives directories and links the times of their sources, as a copy does; that one cannot have it is not a failure. */
    public void giveTimes(String root, List<Difference> equal) throws TransferException, InterruptedException {
        List<Entry> like = new ArrayList<>();
        for (Difference one : equal) {
            Entry source = one.source();
            Entry there = one.destination();
            if (source != null && there != null) {
                like.add(source.at(there.path()));
            }
        }
        destination.metadata().giveTimes(root, like);
    }

    /** How many have the permissions of their sources now: some file systems and nodes keep others and report nothing. */
    public long count(List<Difference> equal) throws TransferException, InterruptedException {
        Map<String, Entry> sources = new HashMap<>();
        for (Difference one : equal) {
            Entry source = one.source();
            Entry there = one.destination();
            if (source != null && there != null) {
                sources.put(there.path(), source);
            }
        }
        long count = 0;
        for (String directory :
                sources.keySet().stream().map(StorePath::parent).collect(Collectors.toCollection(TreeSet::new))) {
            try {
                for (Entry now : destination.list(directory)) {
                    Entry source = sources.get(now.path());
                    count += source != null && now.isFile() && has(now, source) ? 1 : 0;
                }
            } catch (TransferException e) {
                refuse(e);
            }
        }
        return count;
    }

    private boolean has(Entry now, Entry source) {
        boolean others = KeptExtras.haveOthers(destination, source, now);
        if (others) {
            tell("%s: mode %03o stays, where the source has %03o"
                    .formatted(StorePath.shown(now.path()), now.permissions(), source.permissions()));
        }
        return !others;
    }

    private void refuse(TransferException e) throws TransferException {
        if (e.isRetriable()) {
            throw e;
        }
        tell(String.valueOf(e.getMessage()));
    }

    private void tell(String why) {
        if (!told) {
            told = true;
            refused.accept(why);
        }
    }
}
