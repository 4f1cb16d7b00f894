package org.waybill.engine.mover.store;

import java.util.Optional;
import org.waybill.engine.TransferException;

/** Makes a symbolic link, after all files of its tree, in the place of a file or link that is there (decision 0277). */
final class LinkCopy {
    private LinkCopy() {}

    static void copy(FileItem link, Store source, Store target, FileCopy.Context context)
            throws TransferException, InterruptedException {
        context.meter().check();
        String path = link.target();
        String text = source.readLink(link.source().path());
        boolean doubtful = context.names().isDoubtful(path);
        Optional<Entry> found =
                doubtful || link.earlier() != FileItem.Earlier.NONE ? target.look(path) : Optional.empty();
        if (found.isEmpty()) {
            target.createLink(path, text, link.source().modified(), false);
            return;
        }
        Entry there = found.get();
        if (doubtful && !context.names().isListed(target, path)) {
            throw context.names().altered(target, path);
        } else if (there.isDirectory()) {
            throw StorePath.badInput(
                    path,
                    " at " + target.label()
                            + ": expected a link, found a directory; choose another destination, or remove the"
                            + " directory");
        } else if (there.kind() != Entry.Kind.LINK || !target.readLink(path).equals(text)) {
            boolean aside = !context.backups().setAside(target, path).isEmpty();
            target.createLink(path, text, link.source().modified(), !aside);
        }
    }
}
