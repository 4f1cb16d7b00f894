package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * One file to copy.
 *
 * @param name relative to what the user named; the file's own name for a single file
 * @param source as it was listed
 * @param target the final path at the destination
 * @param earlier what proves that an earlier run has copied it
 * @param twins the other names of this file of the source, which become hard links to what is made of this one
 */
record FileItem(String name, Entry source, String target, Earlier earlier, List<FileItem> twins) {
    /** A file that is copied for itself. */
    FileItem(String name, Entry source, String target, Earlier earlier) {
        this(name, source, target, earlier, List.of());
    }

    /** The first of several names of one file, with the others as its twins. */
    static FileItem of(List<FileItem> names) {
        FileItem first = names.getFirst();
        return new FileItem(
                first.name, first.source, first.target, first.earlier, List.copyOf(names.subList(1, names.size())));
    }

    /** The same files, those that are names of one file of the source together, at the place of the first. */
    static List<FileItem> byFile(List<FileItem> items, Store source) throws TransferException {
        Map<String, List<FileItem>> files = new LinkedHashMap<>();
        for (FileItem item : items) {
            String file = source.sharedFile(item.source().path()).orElse("name " + item.name());
            files.computeIfAbsent(file, _ -> new ArrayList<>(1)).add(item);
        }
        return files.values().stream().map(FileItem::of).toList();
    }

    /** What a file that is already there under the final name has to have in common with the source. */
    enum Earlier {
        /** Nothing is there. */
        NONE,
        /** Size, time and SHA-256: a file that the user named is rather copied again. */
        SAME_HASH,
        /** The same, or size and time where nothing is to be verified: a tree of many files is gone on with. */
        SAME_TIME
    }

    /** It and its twins. */
    Stream<FileItem> all() {
        return Stream.concat(Stream.of(this), twins.stream());
    }

    /** The source as it is now. */
    Entry now(Store store) throws TransferException, InterruptedException {
        return store.stat(source.path()).orElseThrow(this::vanished);
    }

    TransferException changed() {
        return StorePath.failure(
                Reason.SOURCE_CHANGED,
                source.path(),
                " changed while it was read; copy it again when no program writes it");
    }

    TransferException vanished() {
        return StorePath.failure(Reason.SOURCE_CHANGED, source.path(), " vanished while it was read");
    }

    /** Bytes to expect; 0 while not known. */
    long sizeBytes() {
        return Math.max(0, source.sizeBytes());
    }

    /**
     * Makes a symbolic link, after all files of its tree, in the place of a file or link that is there (decision 0277).
     *
     * @param from where the link is
     * @param to where it will be
     */
    void makeLink(Store from, Store to, FileCopy.Context context) throws TransferException, InterruptedException {
        context.meter().check();
        String text = from.readLink(source.path());
        boolean doubtful = context.names().isDoubtful(target);
        Optional<Entry> found = doubtful || earlier != Earlier.NONE ? to.look(target) : Optional.empty();
        if (found.isEmpty()) {
            to.createLink(target, text, source.modified(), false);
            return;
        }
        Entry there = found.get();
        if (doubtful && !context.names().isListed(to, target)) {
            throw context.names().altered(to, target);
        } else if (there.isDirectory()) {
            throw StorePath.badInput(
                    target,
                    " at " + to.label()
                            + ": expected a link, found a directory; choose another destination, or remove the"
                            + " directory");
        } else if (there.kind() != Entry.Kind.LINK || !to.readLink(target).equals(text)) {
            boolean aside = !context.backups().setAside(to, target).isEmpty();
            to.createLink(target, text, source.modified(), !aside);
        } else if (source.modified() != null && !source.modified().equals(there.modified())) {
            ParallelCopier.setTime(to, there, source, context);
        }
    }
}
