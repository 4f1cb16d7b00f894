package org.waybill.engine.mover.store;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * What is copied, and where it goes: all that a copy between two stores refuses before it lists or writes anything. A
 * dry run looks in the same way, so that it refuses the same.
 *
 * @param source what is there to copy, a file or a directory
 * @param path the final path of the file, or of the tree's root
 * @param exists whether something is there now
 */
public record CopyRoot(Entry source, String path, boolean exists) {
    /**
     * Looks at both ends.
     *
     * @param remote knows the trees that this home has started
     * @throws TransferException what the copy ends with
     */
    public static CopyRoot of(TransferRequest request, Store source, Store target, RemoteTargets remote)
            throws TransferException, InterruptedException {
        String from = source.resolve(request.source().path());
        Entry entry = source.stat(from)
                .orElseThrow(() -> new TransferException(
                        Reason.NOT_FOUND,
                        "no such file or directory: " + StorePath.shown(from) + " at " + source.label()));
        if (entry.kind() != Entry.Kind.FILE && entry.kind() != Entry.Kind.DIRECTORY) {
            throw StorePath.badInput(from, " is neither a file nor a directory");
        }
        boolean contents = request.source().saysDirectory();
        if (entry.isFile() && contents) {
            throw StorePath.badInput(from, " is a file, not a directory");
        }
        target.checkName(target.resolve(request.destination().path()));
        Target place = Target.of(target, request.destination(), entry, contents, remote);
        refuseItself(request, source, from, target, place.path());
        if (entry.isDirectory()) {
            requireTree(request, source, target, entry);
        } else {
            requireChosen(request.rules().filter(), entry);
        }
        Backups.of(place.path(), request.rules().backupDirectory(), target);
        if (!place.exists()) {
            requireDirectoryAbove(target, place.path());
        }
        return new CopyRoot(entry, place.path(), place.exists());
    }

    /** What is at a path below what was named: a link in the place of a directory is replaced (decision 0277). */
    public static Optional<Entry> there(Store target, String path, Entry source)
            throws TransferException, InterruptedException {
        return source.isDirectory()
                ? target.look(path).filter(entry -> entry.kind() != Entry.Kind.LINK)
                : target.stat(path);
    }

    /** A list of paths does not leave out the single file that is named beside it. */
    public static void requireChosen(EntryFilter filter, Entry file) throws TransferException {
        if (filter.chosen() != null && !filter.acceptsFile(file.name(), file.sizeBytes(), file.modified())) {
            throw StorePath.badInput(file.path(), " is a file: a list of paths to copy is below a directory");
        }
    }

    private static void requireTree(TransferRequest request, Store source, Store target, Entry root)
            throws TransferException {
        for (Store store : List.of(source, target)) {
            if (!store.has(Feature.DIRECTORIES)) {
                throw new TransferException(
                        Reason.BAD_INPUT,
                        store.label() + " has no directories; copy a single file, or a tar of the directory");
            }
        }
        if (!request.checked().isEmpty()) {
            throw StorePath.badInput(root.path(), " is a directory, and a file was expected");
        }
    }

    private static void refuseItself(
            TransferRequest request, Store source, String sourcePath, Store target, String targetPath)
            throws TransferException, InterruptedException {
        if (!source.label().equals(target.label()) || request.source().isStream()) {
            return;
        }
        String from = source.realPath(sourcePath);
        String parent = StorePath.parent(targetPath);
        String to = target.stat(targetPath).isPresent()
                ? target.realPath(targetPath)
                : target.stat(parent).isPresent()
                        ? StorePath.join(target.realPath(parent), StorePath.name(targetPath))
                        : targetPath;
        @Nullable ChosenPaths chosen = request.rules().filter().chosen();
        boolean beside = chosen != null
                && !from.equals(to)
                && StorePath.isWithin(from, to)
                && !chosen.covers(to.substring(StorePath.join(from, "").length()));
        if (StorePath.isWithin(from, to) && !beside) {
            throw StorePath.badInput(targetPath, (from.equals(to) ? " is the source itself" : " is inside the source"));
        }
    }

    /**
     * No file, and no link that leads nowhere, is in place of a directory above a path. All else is left to the copy: some
     * servers show a link as such that leads to a directory.
     */
    private static void requireDirectoryAbove(Store target, String path)
            throws TransferException, InterruptedException {
        Optional<Entry> there = Optional.empty();
        boolean nowhere = false;
        String above = path;
        try {
            while (there.isEmpty() && target.has(Feature.DIRECTORIES) && !above.equals("/")) {
                above = StorePath.parent(above);
                there = target.stat(above);
                if (there.isEmpty() && target.has(Feature.LINKS)) {
                    there = target.look(above);
                    nowhere = there.isPresent() && there.get().kind() == Entry.Kind.LINK;
                }
            }
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
        }
        if (nowhere) {
            throw StorePath.badInput(above, " is a link that leads nowhere: remove it");
        } else if (there.isPresent() && there.get().isFile()) {
            throw StorePath.badInput(above, " is a file, and nothing can be put below it: choose another destination");
        }
    }
}
