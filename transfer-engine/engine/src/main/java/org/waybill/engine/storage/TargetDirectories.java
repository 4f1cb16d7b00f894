package org.waybill.engine.storage;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The directories of a tree: made, given their modes and times, made durable, and found where they were opened. */
final class TargetDirectories {
    private static final System.Logger LOG = System.getLogger(TargetDirectories.class.getName());

    private final TargetPlace place;
    private final DirectoryCache open;
    private final NameFidelityCheck exact;
    private final StaleFileCleanup leftovers;
    /** Whether nothing was at the tree's place before. */
    private final boolean isNew;
    /** The directories that were not there before. */
    private final Set<List<String>> made = new HashSet<>();
    /** Read-only ones of this user's own that were opened, to be closed again while the tree is locked; by their names. */
    private final SequencedMap<List<String>, Optional<Object>> opened = new LinkedHashMap<>();

    private @Nullable TargetLock lock;

    TargetDirectories(TargetPlace place, DirectoryCache open, NameFidelityCheck exact, StaleFileCleanup leftovers)
            throws IOException {
        this.place = place;
        this.open = open;
        this.exact = exact;
        this.leftovers = leftovers;
        this.isNew = place.directory() && !place.isThere();
    }

    /** @see TargetTree#createDirectory */
    void create(List<String> names, int permissions) throws IOException {
        List<String> all = place.names(names);
        boolean top = names.isEmpty();
        boolean fresh = top ? isNew : writing(EntryNames.above(all), () -> isFree(all));
        try (Directory there = top ? open.acquire(all) : writing(EntryNames.above(all), () -> open.acquire(all))) {
            leftovers.sweep(there, all);
            if (fresh) {
                restrict(there, permissions);
                synchronized (made) {
                    made.add(all);
                }
            }
        } catch (NotDirectoryException e) {
            // its parent was opened above
            throw top ? e : new FileAlreadyExistsException(names.getLast());
        }
    }

    /**
     * Takes the tree's lock, for which its own directory is opened if it is read-only, and with it what a killed run has
     * left open.
     */
    TargetLock locked(Directory top, StorageErrors.Operation<TargetLock> taking) throws IOException {
        try (Directory.Gate _ = Directory.Gate.enter(top)) {
            boolean opens = mayOpen(place.base()) && Permissions.letOwnerWrite(top, true);
            TargetLock held = null;
            try {
                held = taking.run();
                takeOver(held, opens);
                return held;
            } catch (IOException e) {
                if (held != null) {
                    held.close();
                }
                if (opens) {
                    Permissions.letOwnerWrite(top, false);
                }
                throw e;
            }
        }
    }

    private synchronized void takeOver(TargetLock held, boolean topOpened) throws IOException {
        for (String line : held.left()) {
            try {
                List<String> names = place.names(EntryNames.split(URLDecoder.decode(line, StandardCharsets.UTF_8)));
                try (Directory at = place.root().open(names)) {
                    opened.put(names, inode(at));
                }
                note(names, held);
            } catch (IllegalArgumentException | IOException _) {
                // torn when the machine went down, or not there any more
            }
        }
        if (topOpened) {
            try (Directory at = place.root().open(place.base())) {
                opened.put(place.base(), inode(at));
            }
            note(place.base(), held);
        }
        lock = held;
    }

    /** For the next run, if this one is killed. */
    private void note(List<String> names, TargetLock held) throws IOException {
        String within = String.join("/", names.subList(place.base().size(), names.size()));
        held.note(URLEncoder.encode(within.isEmpty() ? "." : within, StandardCharsets.UTF_8));
    }

    private static Optional<Object> inode(Directory at) throws IOException {
        return Optional.ofNullable(FileState.of(at.path(), at.links()).inode());
    }

    /** Never what all is confined to, nor the directory of a single file; only where others' files may be changed. */
    private boolean mayOpen(List<String> directory) {
        return place.directory()
                && directory.size() >= place.base().size()
                && directory.size() > place.root().depth()
                && place.guard().changesOthers();
    }

    /**
     * Does what changes a directory: where that is this user's own and read-only, it is opened until the lock of the
     * tree is freed, as by rsync.
     */
    <T> T writing(List<String> directory, StorageErrors.Operation<T> change) throws IOException {
        try {
            return change.run();
        } catch (AccessDeniedException e) {
            if (!opens(directory)) {
                throw e;
            }
            return change.run();
        }
    }

    /** Also if another thread has opened it meanwhile. */
    private synchronized boolean opens(List<String> directory) throws IOException {
        TargetLock held = lock;
        if (held == null || !mayOpen(directory)) {
            return false;
        }
        try (Directory at = place.root().open(directory);
                Directory.Gate _ = Directory.Gate.enter(at)) {
            if (!Permissions.isClosedToOwner(at)) {
                return opened.containsKey(directory);
            }
            note(directory, held);
            opened.put(List.copyOf(directory), inode(at));
            return Permissions.letOwnerWrite(at, true);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return false;
        }
    }

    /**
     * Has the directories read-only again that were: by who still has the lock, when nothing more is written.
     *
     * @param top the tree's own one, which {@link TargetLock#gate} is held of; else those below it
     */
    synchronized void closeAgain(boolean top) {
        for (Map.Entry<List<String>, Optional<Object>> each :
                List.copyOf(opened.sequencedEntrySet().reversed())) {
            List<String> names = each.getKey();
            if (names.equals(place.base()) == top) {
                closeAgain(names, each.getValue(), top);
                opened.remove(names);
            }
        }
    }

    private void closeAgain(List<String> names, Optional<Object> inode, boolean top) {
        try (Directory at = place.root().open(names);
                Directory.Gate _ = top ? null : Directory.Gate.enter(at)) {
            if (!inode(at).equals(inode)) {
                throw new IOException("another process has replaced it");
            }
            Permissions.letOwnerWrite(at, false);
        } catch (NoSuchFileException | NotDirectoryException _) {
            // it was removed meanwhile
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    EntryNames.printable(String.join("/", names)) + " stays writable: " + e);
        }
    }

    /** Whether nothing is at the directory's place; a link that is there is removed first. */
    private boolean isFree(List<String> directory) throws IOException {
        List<String> parent = EntryNames.above(directory);
        String name = directory.getLast();
        try (Directory at = open.acquire(parent)) {
            exact.refuseAnothers(at, parent, name);
            if (Files.isSymbolicLink(at.entry(name))) {
                // what the tree holds goes into the tree, not where a link leads
                place.guard().mayReplace(at.entry(name), name);
                Files.delete(at.entry(name));
            }
            return !Files.exists(at.entry(name), LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Opens it to no one whom its source is closed to. */
    private void restrict(Directory made, int permissions) throws IOException {
        if (place.guard().keepsPermissions()) {
            Permissions.give(made.path(), Permissions.narrowed(Permissions.ALL, permissions), made.links());
        } else {
            Permissions.narrow(made.path(), permissions, made.links());
        }
    }

    /** Makes what got its name in a directory last durable. */
    void sync(List<String> names) throws IOException {
        try (Directory at = open.acquire(place.names(names))) {
            at.sync();
        }
    }

    /** @see TargetTree#setModified */
    void setModified(TreeEntry entry) throws IOException {
        Instant modified = Instant.EPOCH.plus(entry.modifiedNanos(), ChronoUnit.NANOS);
        List<String> names = place.names(entry.names());
        if (names.size() > place.root().depth()) {
            try (Directory at = open.acquire(names)) {
                FileState.setDirectoryTime(at.path(), modified, at.links());
            }
        }
    }

    /** Has a directory changed, or looked at. */
    void update(TreeEntry entry, TargetTree.Update update) throws IOException {
        List<String> names = place.names(entry.names());
        String refusal = refusal(names);
        if (refusal.isEmpty()) {
            opens(names); // some attributes are written only where the owner may write
        }
        try (Directory at = open.acquire(names)) {
            update.run(at.path(), refusal, at.links());
        }
    }

    /** A directory that was made for this tree is always this writer's; the root that all is confined to never. */
    private String refusal(List<String> directory) {
        synchronized (made) {
            return directory.size() <= place.root().depth()
                    ? "it is the top directory of what this client may write, which stays as it is"
                    : place.guard().changesOthers() || made.contains(directory)
                            ? ""
                            : "the directory was there before, and this client's pairing does not include changing it";
        }
    }

    /** @see TargetTree#displaced */
    Set<List<String>> displaced() throws IOException {
        List<String> base = place.base();
        Set<List<String>> lost = new HashSet<>();
        for (List<String> each : open.displaced()) {
            lost.add(each.size() <= base.size() ? List.of() : each.subList(base.size(), each.size()));
        }
        Path path = place.opened();
        if (path != null) {
            try (Directory top = place.root().open(List.of())) {
                if (!top.isAt(path)) {
                    lost.add(List.of());
                }
            }
        }
        return lost;
    }
}
