package org.waybill.engine.mover.store;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * Read-only directories of this user's own at a destination, as by rsync: each is opened when something in it was refused,
 * and closed again as soon as nothing more of it is expected. For many threads.
 */
public final class OpenedDirectories {
    /** Nothing is opened. */
    public static final OpenedDirectories NONE = new OpenedDirectories("", OpenedNotes.NONE, (_, _) -> {});

    private static final int OWNER_WRITES = 0200;

    private final String root;
    private final OpenedNotes notes;
    private final StoreProvider.Events events;
    private final SequencedMap<String, Metadata.Opened> opened = new LinkedHashMap<>();
    /** How many entries of a directory are still to be written. */
    private final Map<String, Integer> expected = new HashMap<>();
    /** How many do now what was refused before. */
    private final Map<String, Integer> users = new HashMap<>();
    /** What the last user closes. */
    private final Set<String> unused = new HashSet<>();

    private OpenedDirectories(String root, OpenedNotes notes, StoreProvider.Events events) {
        this.root = root;
        this.notes = notes;
        this.events = events;
    }

    /** Those of a destination, without what a run that was killed has left. */
    public static OpenedDirectories below(String root) {
        return new OpenedDirectories(root, OpenedNotes.NONE, (_, _) -> {});
    }

    /** Those of a destination; also those that a run from this home which was killed has left open there. */
    public static OpenedDirectories below(
            Store target, String root, RemoteTargets remote, StoreProvider.Events events) {
        OpenedNotes notes = remote.opened(target, root);
        OpenedDirectories all = new OpenedDirectories(root, notes, events);
        for (String path : notes.takeOver()) {
            String directory = path.isEmpty() ? root : StorePath.join(root, path);
            all.opened.put(directory, by -> by.metadata().closeToOwner(root, directory));
        }
        return all;
    }

    /** Something that changes what a directory holds. */
    @FunctionalInterface
    public interface Action<T> {
        T run() throws TransferException, InterruptedException;
    }

    /** Does it; where it is refused, and the directory is a read-only one of this user's own, that is opened for it. */
    public <T> T writing(Store target, String directory, Action<T> action)
            throws TransferException, InterruptedException {
        try {
            return action.run();
        } catch (TransferException e) {
            if (e.reason() != Reason.PERMISSION || !enters(target, directory)) {
                throw e;
            }
            try {
                return action.run();
            } finally {
                leave(target, directory);
            }
        }
    }

    private synchronized boolean enters(Store target, String directory) throws TransferException, InterruptedException {
        boolean opens = opens(target, directory);
        if (opens) {
            users.merge(directory, 1, Integer::sum);
        }
        return opens;
    }

    private synchronized void leave(Store target, String directory) {
        int left = users.getOrDefault(directory, 0) - 1;
        if (left > 0) {
            users.put(directory, left);
            return;
        }
        users.remove(directory);
        if (unused.remove(directory)) {
            tryToClose(target, directory);
        }
    }

    /** Whether its entries can be changed now; also if another thread has opened it meanwhile. */
    synchronized boolean opens(Store target, String directory) throws TransferException, InterruptedException {
        if (root.isEmpty() || !target.metadata().opensDirectories() || !StorePath.isWithin(root, directory)) {
            return false;
        }
        try {
            boolean closed = target.stat(directory)
                    .filter(there -> there.permissions() >= 0 && (there.permissions() & OWNER_WRITES) == 0)
                    .isPresent();
            if (closed) {
                note(directory);
            }
            Optional<Metadata.Opened> now = target.metadata().openToOwner(root, directory);
            if (now.isPresent()) {
                Metadata.@Nullable Opened before = opened.put(directory, now.get());
                if (before != null) {
                    before.drop();
                }
            } else if (closed) {
                keepNotes();
            }
            return opened.containsKey(directory);
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            keepNotes();
            return false;
        }
    }

    private void note(String directory) {
        try {
            notes.add(within(directory));
        } catch (IOException e) {
            events.tell(
                    "NOT_NOTED",
                    StorePath.shown(directory)
                            + " would stay writable if this is killed, because nothing can be written to the home: "
                            + e.getMessage());
        }
    }

    private String within(String directory) {
        return directory.equals(root)
                ? ""
                : directory.substring(StorePath.join(root, "").length());
    }

    private void keepNotes() {
        try {
            notes.keep(opened.sequencedKeySet().stream().map(this::within).toList());
        } catch (IOException _) {
            // the next run closes again what is closed
        }
    }

    /** These are written next, and each is {@link #done}; directories of which none is are closed. */
    synchronized void expect(Store target, Stream<FileItem> items) {
        if (root.isEmpty()) {
            return;
        }
        expected.clear();
        items.forEach(item -> expected.merge(StorePath.parent(item.target()), 1, Integer::sum));
        for (String directory : List.copyOf(opened.sequencedKeySet().reversed())) {
            if (!expected.containsKey(directory)) {
                tryToClose(target, directory);
            }
        }
    }

    /** One that was expected is written, or has failed. */
    synchronized void done(Store target, FileItem item) {
        if (root.isEmpty()) {
            return;
        }
        String directory = StorePath.parent(item.target());
        int left = expected.getOrDefault(directory, 0) - 1;
        if (left > 0) {
            expected.put(directory, left);
        } else {
            expected.remove(directory);
            tryToClose(target, directory);
        }
    }

    /** Nothing is changed but in one directory. */
    synchronized void closeAllBut(Store target, String directory) {
        for (String one : List.copyOf(opened.sequencedKeySet().reversed())) {
            if (!one.equals(directory)) {
                tryToClose(target, one);
            }
        }
    }

    /** What fails is tried again at the end. */
    synchronized void tryToClose(Store target, String directory) {
        if (users.containsKey(directory)) {
            unused.add(directory);
            return;
        }
        try {
            close(target, directory);
        } catch (TransferException _) {
            // as said
        }
    }

    /** Closes one again, if it was opened; one that is not there any more is not. */
    public synchronized void close(Store target, String directory) throws TransferException {
        Metadata.@Nullable Opened one = opened.get(directory);
        if (one == null) {
            return;
        }
        try {
            one.close(target);
        } catch (TransferException e) {
            if (e.reason() != Reason.NOT_FOUND) {
                throw e;
            }
        }
        opened.remove(directory);
        if (opened.isEmpty()) {
            keepNotes();
        }
    }

    /** Whether none is open. */
    public synchronized boolean isEmpty() {
        return opened.isEmpty();
    }

    /** Nothing more is written: closes all; one that cannot be closed is named, and the next run tries it again. */
    synchronized void closeAll(ConnectionPair ends) throws InterruptedException {
        try {
            closeAll(ends.target());
            if (!opened.isEmpty() && ends.canRepeat()) {
                ends.renew(false);
                closeAll(ends.target());
            }
        } catch (TransferException _) {
            // named below
        } finally {
            nameThoseLeft();
        }
    }

    /** The same by one connection. */
    public synchronized void closeThoseLeft(Store target) {
        closeAll(target);
        nameThoseLeft();
    }

    private void closeAll(Store target) {
        List.copyOf(opened.sequencedKeySet().reversed()).forEach(directory -> tryToClose(target, directory));
    }

    private void nameThoseLeft() {
        opened.sequencedKeySet()
                .forEach(directory -> events.tell(
                        "NOT_CLOSED",
                        StorePath.shown(directory)
                                + " could not be made read-only again; re-run this command, or 'chmod" + " u-w' it"));
        if (!opened.isEmpty()) {
            keepNotes();
        }
        leave();
    }

    /** Nothing more is closed by this run: what is still open is noted, and the next run's to close. */
    public synchronized void leave() {
        notes.leave();
        opened.sequencedValues().forEach(Metadata.Opened::drop);
        opened.clear();
    }
}
