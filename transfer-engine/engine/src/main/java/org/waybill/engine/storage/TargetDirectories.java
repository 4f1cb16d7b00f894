package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
    /** Read-only ones of this user that were opened, to be closed again. */
    private final List<List<String>> opened = new ArrayList<>();

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
        boolean fresh = names.isEmpty() ? isNew : isFree(all);
        try (Directory there = open.acquire(all)) {
            leftovers.sweep(there, all);
            if (fresh) {
                restrict(there, permissions);
                synchronized (made) {
                    made.add(all);
                }
            } else if (all.size() > place.root().depth()
                    && place.guard().changesOthers()
                    && Permissions.letOwnerWrite(there, true)) {
                opened.add(all);
            }
        } catch (NotDirectoryException e) {
            // its parent was opened above
            throw names.isEmpty() ? e : new FileAlreadyExistsException(names.getLast());
        }
    }

    /** Has the directories read-only again that were when the tree was opened; when nothing more is written. */
    void closeAgain() {
        for (List<String> names : opened.reversed()) {
            try (Directory at = open.acquire(names)) {
                Permissions.letOwnerWrite(at, false);
            } catch (IOException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        EntryNames.printable(String.join("/", names)) + " stays writable: " + e);
            }
        }
        opened.clear();
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
        try (Directory at = open.acquire(names)) {
            update.run(at.path(), refusal(names), at.links());
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
