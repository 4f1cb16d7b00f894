package org.waybill.engine.node;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;

/**
 * Directories made, files and directories removed and renamed for a client (decision 0230): what a transfer writes is
 * left alone, links are never followed at a path's end, and what others wrote requires the right to change it.
 *
 * @param stop whether the client has gone
 */
record FileChanges(DataDirectory data, WritePolicy writes, BooleanSupplier stop) {
    private static final System.Logger LOG = System.getLogger(FileChanges.class.getName());
    /** Each level keeps a directory open. */
    private static final int DEEPEST = 200;

    void makeDirectory(String path) throws TransferException {
        List<String> names = data.permit().check(Operation.Kind.UPLOAD, path);
        try (ConfinedRoot root = data.root(true)) {
            root.openOrCreate(names).close();
        } catch (IOException e) {
            throw StorageErrors.map(e, "making the directory", path);
        }
    }

    /** As by a transfer to a tree: a directory may be anyone's, a link one that this client may replace. */
    void setTimes(Message.SetTimes times) throws TransferException {
        List<String> tree = data.permit().check(Operation.Kind.UPLOAD, times.path());
        int granted = data.permit().grant().path().size();
        try (ConfinedRoot root = data.root()) {
            for (Message.Timed entry : times.entries()) {
                List<String> names = new ArrayList<>(tree);
                names.addAll(EntryNames.split(entry.path()));
                if (names.size() > granted) {
                    setTime(root, names, Instant.EPOCH.plus(entry.modifiedNanos(), ChronoUnit.NANOS));
                }
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "setting times at", times.path());
        }
    }

    private void setTime(ConfinedRoot root, List<String> names, Instant modified) {
        String name = names.getLast();
        try (Directory above = root.open(parent(names))) {
            if (Files.isSymbolicLink(above.entry(name))) {
                writes.require(Operation.Kind.OVERWRITE, above.entry(name));
                FileState.setDirectoryTime(above.entry(name), modified, LinkOption.NOFOLLOW_LINKS);
            } else {
                try (Directory at = above.pin(name)) {
                    if (Files.isDirectory(at.path(), at.links())) {
                        FileState.setDirectoryTime(at.path(), modified, at.links());
                    }
                }
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "no time for " + EntryNames.printable(name) + ": " + e);
        }
    }

    /** What this client's transfer has left of a copy that is complete. */
    void giveUp(Message.GiveUp left) throws TransferException {
        try (TargetTree target = data.openTarget(left.path(), left.name(), left.directory())) {
            target.giveUp(TargetLock.thisProcess());
        } catch (IOException e) {
            throw StorageErrors.map(e, "removing what is unfinished at", left.path());
        }
    }

    /** The names along a path that may be changed: not the data directory itself, nor what was granted of it. */
    private List<String> changeable(String path) throws TransferException {
        List<String> names = data.permit().check(Operation.Kind.UPLOAD, path);
        if (names.size() <= data.permit().grant().path().size()) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "\"" + EntryNames.printable(path) + "\" is the top directory of this client at the node, which"
                            + " cannot be removed or renamed; name an entry in it");
        }
        return names;
    }

    private static List<String> parent(List<String> names) {
        return names.subList(0, names.size() - 1);
    }

    /** No one may be writing a tree that begins above it, or the file itself. */
    private void requireFree(ConfinedRoot root, List<String> names) throws IOException {
        for (int depth = data.permit().grant().path().size(); depth < names.size(); depth++) {
            try (Directory at = root.open(names.subList(0, depth))) {
                TargetLock.requireFree(at, data.own(), ".");
                if (depth == names.size() - 1) {
                    TargetLock.requireFree(at, data.own(), names.getLast());
                }
            }
        }
    }

    Message.Removed remove(String path, boolean tree) throws TransferException {
        List<String> names = changeable(path);
        Removal removal = new Removal();
        try (ConfinedRoot root = data.root();
                Directory at = root.open(parent(names))) {
            Path entry = at.entry(names.getLast());
            boolean directory = Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isDirectory();
            requireFree(root, names);
            if (!directory) {
                changing(at, () -> writes.remove(entry, names.getLast()));
                removal.files++;
            } else if (tree) {
                removal.directory(at, names.getLast(), path, 0);
            } else {
                changing(at, () -> Files.delete(entry));
                removal.directories++;
            }
            at.sync();
            return removal.told();
        } catch (DirectoryNotEmptyException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "\"" + EntryNames.printable(path) + "\": the directory is not"
                            + " empty; 'waybill rm -r' removes it with all that it holds",
                    e);
        } catch (IOException e) {
            throw StorageErrors.map(e, "removing", path);
        }
    }

    /**
     * Changes what a directory holds, and opens it for that moment if it is closed to its owner, this node's user, as
     * rsync does; only for a client that may change what others wrote.
     */
    private void changing(Directory at, WriteGuard.Rename change) throws IOException {
        if (writes.changesOthers()) {
            Directory.Gate.changing(at, change);
        } else {
            change.run();
        }
    }

    /** The same for what no one else is to do at the same time. */
    private void alone(Directory at, WriteGuard.Rename change) throws IOException {
        if (writes.changesOthers()) {
            Directory.Gate.alone(at, change);
        } else {
            change.run();
        }
    }

    /** One removal of a tree, deepest first: what cannot be removed stays, and so does its parent. */
    private final class Removal {
        private long files;
        private long directories;
        private long keptCount;
        private final List<Message.Kept> kept = new ArrayList<>();

        Message.Removed told() {
            return new Message.Removed(files, directories, keptCount, kept);
        }

        private void directory(Directory parent, String name, String path, int depth) throws IOException {
            if (depth > DEEPEST) {
                throw new RefusedException(Reason.LIMIT, "more than " + DEEPEST + " directories in one another");
            }
            long keptBefore = keptCount;
            try (Directory at = parent.pin(name)) {
                List<Path> children = children(at);
                List<String> own = children.stream()
                        .map(FileChanges::name)
                        .filter(EntryNames::isOwn)
                        .toList();
                TargetLock.requireNoneHeld(at, locks(own));
                for (Path child : children) {
                    if (!EntryNames.isOwn(name(child))) {
                        entry(at, child, path + "/" + name(child), depth);
                    }
                }
                boolean stays = keptCount > keptBefore;
                if (!own.isEmpty() && !stays) {
                    alone(at, () -> leftovers(at, own, path));
                }
            }
            if (keptCount == keptBefore) {
                changing(parent, () -> Files.delete(parent.entry(name)));
                directories++;
            }
        }

        private void entry(Directory at, Path child, String path, int depth) throws IOException {
            if (stop.getAsBoolean()) {
                throw new RefusedException(Reason.INTERRUPTED, "the client has gone");
            }
            try {
                String name = name(child);
                requireText(child);
                if (Files.isDirectory(at.entry(name), LinkOption.NOFOLLOW_LINKS)) {
                    directory(at, name, path, depth + 1);
                } else {
                    changing(at, () -> writes.remove(at.entry(name), name));
                    files++;
                }
            } catch (NoSuchFileException _) {
                // another process was quicker
            } catch (IOException e) {
                TransferException why = StorageErrors.map(e, "removing", path);
                if (why.reason() == Reason.INTERRUPTED) {
                    throw e;
                }
                keep(path, why.reason(), why.getMessage());
            }
        }

        private void keep(String path, Reason reason, String why) {
            keptCount++;
            if (kept.size() < Message.Removed.MOST_NAMED) {
                kept.add(new Message.Kept(MessageCodec.cut(path, MessageCodec.MAX_PATH), reason, why));
            }
        }

        /** What transfers that have ended left goes with their directory: none begins in it meanwhile. */
        private void leftovers(Directory at, List<String> own, String path) throws IOException {
            TargetLock.requireNoneHeld(at, locks(own));
            for (String name : own) {
                leftover(at, name, path);
            }
        }

        /** Unless it is another's. */
        private void leftover(Directory at, String name, String path) throws IOException {
            try (TemporaryFile file = TemporaryFile.find(at, name).orElse(null)) {
                if (file != null && EntryNames.isPartial(name)) {
                    writes.remove(at.entry(name), name);
                } else if (file != null) {
                    file.delete(); // a lock, a mark or a ledger, of no process that runs
                }
            } catch (NoSuchFileException _) {
                // another process was quicker
            } catch (RefusedException e) {
                keep(
                        path,
                        Reason.PERMISSION,
                        "it contains another client's unfinished transfer, and this client's"
                                + " pairing does not include changing that");
            }
        }
    }

    private static List<String> locks(List<String> own) {
        return own.stream().filter(one -> one.endsWith(".lock")).toList();
    }

    private static String name(Path child) {
        return String.valueOf(child.getFileName());
    }

    /** What has another name than text is not found by it. */
    private static void requireText(Path child) throws BadNameException {
        if (!child.resolveSibling(name(child)).equals(child)) {
            throw BadNameException.notUtf8(name(child));
        }
    }

    private static List<Path> children(Directory at) throws IOException {
        List<Path> children = new ArrayList<>();
        at.list(children::add);
        return children;
    }

    void rename(String path, String to, boolean replace) throws TransferException {
        List<String> names = changeable(path);
        List<String> target = changeable(to);
        if (target.size() >= names.size() && target.subList(0, names.size()).equals(names)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "\"" + EntryNames.printable(to)
                            + "\": nothing can be renamed to itself or to a place within itself");
        }
        try (ConfinedRoot root = data.root();
                Directory from = root.open(parent(names));
                Directory into = root.open(parent(target))) {
            requireFree(root, names);
            requireFree(root, target);
            if (Files.isDirectory(from.entry(names.getLast()), LinkOption.NOFOLLOW_LINKS)) {
                requireMovable(from, names, target, 0);
            } else {
                requireNotLedOut(from.entry(names.getLast()), names, target);
            }
            WriteGuard.Rename rename = () ->
                    writes.rename(from.entry(names.getLast()), into.entry(target.getLast()), target.getLast(), replace);
            changing(from, () -> changing(into, rename));
            from.sync();
            into.sync();
        } catch (IOException e) {
            throw StorageErrors.map(e, "renaming", path);
        }
    }

    /** A directory takes along what it holds: nothing that is written now, nor, without that right, another's. */
    private void requireMovable(Directory parent, List<String> names, List<String> target, int depth)
            throws IOException {
        String name = names.getLast();
        if (depth > DEEPEST) {
            throw new RefusedException(Reason.LIMIT, "more than " + DEEPEST + " directories in one another");
        }
        if (stop.getAsBoolean()) {
            throw new RefusedException(Reason.INTERRUPTED, "the client has gone");
        }
        try (Directory at = parent.pin(name)) {
            for (Path child : children(at)) {
                if (EntryNames.isOwn(name(child))) {
                    throw new TargetBusyException("\"" + EntryNames.printable(name) + "\" holds an unfinished transfer;"
                            + " wait for it, or finish or remove it first");
                }
                List<String> from = below(names, name(child));
                List<String> to = below(target, name(child));
                if (Files.isDirectory(child, LinkOption.NOFOLLOW_LINKS)) {
                    requireText(child);
                    requireMovable(at, from, to, depth + 1);
                    continue;
                }
                requireNotLedOut(child, from, to);
                if (!writes.changesOthers()) {
                    writes.require(Operation.Kind.RENAME, child);
                }
            }
        }
    }

    private static List<String> below(List<String> directory, String name) {
        List<String> names = new ArrayList<>(directory);
        names.add(name);
        return names;
    }

    /** No client gets a link here that leads out of what it was granted (decision 0277): neither by moving one up. */
    private void requireNotLedOut(Path entry, List<String> from, List<String> to) throws IOException {
        if (!Files.isSymbolicLink(entry)) {
            return;
        }
        int granted = data.permit().grant().path().size();
        String text = Files.readSymbolicLink(entry).toString();
        if (EntryNames.leadsOut(to.subList(granted, to.size()), text)
                && !EntryNames.leadsOut(from.subList(granted, from.size()), text)) {
            throw new RefusedException(
                    Reason.UNSAFE,
                    "the symbolic link \"" + EntryNames.printable(from.getLast())
                            + "\" would lead out of the node's data directory from there; remove it first");
        }
    }
}
