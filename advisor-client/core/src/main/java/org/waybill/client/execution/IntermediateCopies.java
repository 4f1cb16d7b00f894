package org.waybill.client.execution;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.FileTree;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.storage.EntryNames;

/**
 * What a staged transfer stores at the hosts between its endpoints: directories that are closed to others where hosts
 * know permissions, and that are removed at the end. For one thread.
 */
final class IntermediateCopies {
    private static final int PRIVATE_DIRECTORY = 0700;

    private final EndpointStores stores;
    private final List<Location> stops;
    private final long bytes;
    private final TransferListener listener;
    /** Those of the directories that this run has made. */
    private final Set<Location> fresh = new HashSet<>();

    /**
     * @param stops the directories
     * @param bytes how much each is to hold, -1 if unknown
     * @param listener hears what stays
     */
    IntermediateCopies(EndpointStores stores, List<Location> stops, long bytes, TransferListener listener) {
        this.stores = stores;
        this.stops = stops;
        this.bytes = bytes;
        this.listener = listener;
    }

    /** How a host is called in messages. */
    static String host(Location stop) {
        return EndpointFormat.bracketed(stop.host());
    }

    /** What is said of a host that cannot keep the data. */
    static String noRoom(Location stop, TransferException why) {
        return host(stop) + " cannot keep the intermediate copy: " + why.getMessage();
    }

    /** Makes the directories, so that a host without room or permission is known before anything is sent. */
    void makeRoom() throws TransferException, InterruptedException {
        for (Location stop : stops) {
            try {
                makeRoom(stop);
            } catch (TransferException e) {
                removeAll(fresh);
                throw new TransferException(e.reason(), noRoom(stop, e), e);
            } catch (InterruptedException e) {
                removeAll(fresh);
                throw e;
            }
        }
    }

    /** One that is there is closed again: the run that made it may have ended before it could do so. */
    private void makeRoom(Location stop) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = open(stop)) {
            boolean exists = at.store().stat(at.path()).isPresent();
            if (!exists) {
                fresh.add(stop);
                at.store().createDirectories(at.path());
            }
            at.store().metadata().narrow(at.path(), PRIVATE_DIRECTORY);
            OptionalLong free = exists ? OptionalLong.empty() : at.store().freeBytes(at.path());
            if (free.isPresent() && free.getAsLong() < bytes) {
                throw new TransferException(
                        Reason.DISK_FULL,
                        HumanUnits.binarySize(bytes) + " needed, " + HumanUnits.binarySize(free.getAsLong()) + " free");
            }
        }
    }

    private EndpointStores.Opened open(Location place) throws TransferException, InterruptedException {
        return stores.open(new Endpoint(place, true));
    }

    /** Whether there is something at a place in one of the directories. */
    boolean holds(Location place) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = open(place)) {
            return at.store().stat(at.path()).isPresent();
        }
    }

    /** Empties a directory that an earlier run has made, if it holds more files than the source. */
    boolean beginAgainIfMore(int stop, long files) throws TransferException, InterruptedException {
        Location directory = stops.get(stop);
        if (fresh.contains(directory) || count(stop, Entry.Kind.FILE) <= files) {
            return false;
        }
        listener.onEvent(
                "STAGED_AGAIN",
                "the copy at " + host(directory) + " is made again: an earlier run left files that the source does not"
                        + " have");
        remove(directory);
        makeRoom(directory);
        return true;
    }

    /** How many entries of a kind a directory holds. */
    long count(int stop, Entry.Kind kind) throws TransferException, InterruptedException {
        long[] found = {0};
        try (EndpointStores.Opened at = open(stops.get(stop))) {
            FileTree.walk(at.store(), at.path(), entry -> {
                if (entry.kind() == kind && !EntryNames.isOwn(entry.name())) {
                    found[0]++;
                }
            });
        }
        return found[0];
    }

    /** Says that a re-run can use what the hops up to one have stored. */
    void keep(int lastHop) {
        String urls = stops.stream()
                .limit(lastHop + 1L)
                .map(stop -> new Endpoint(stop, true).format())
                .collect(Collectors.joining(" "));
        listener.onEvent(
                "STAGED_KEPT",
                "the intermediate copies are kept: re-run the command to resume, or remove them with 'waybill rm -r "
                        + urls + "'");
    }

    /** Removes them all, also for an interrupted thread, whose calls would fail. */
    void removeAll() {
        removeAll(stops);
    }

    private void removeAll(Iterable<Location> directories) {
        boolean interrupted = Thread.interrupted();
        for (Location stop : directories) {
            String why = "";
            try {
                remove(stop);
            } catch (TransferException e) {
                why = e.getMessage();
            } catch (InterruptedException _) {
                interrupted = true;
                why = notRemoved(stop, "interrupted");
            }
            if (!why.isEmpty()) {
                listener.onEvent(
                        "STAGED_KEPT",
                        why + "; remove it with 'waybill rm -r " + new Endpoint(stop, true).format() + "'");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** @throws TransferException where any of it stays */
    private void remove(Location stop) throws TransferException, InterruptedException {
        RemovedTree removed = new RemovedTree();
        try (EndpointStores.Opened at = open(stop)) {
            if (at.store().stat(at.path()).isPresent()) {
                at.store().removeTree(at.path(), removed);
            }
        } catch (TransferException e) {
            throw new TransferException(e.reason(), notRemoved(stop, e.getMessage()), e);
        }
        if (removed.keptCount() > 0) {
            NotTransferred first = removed.kept().getFirst();
            throw new TransferException(Reason.valueOf(first.reason()), notRemoved(stop, first.text()));
        }
    }

    private static String notRemoved(Location stop, String why) {
        return "the intermediate copy at " + host(stop) + " is not removed: " + why;
    }
}
