package org.waybill.engine.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.ManifestSender;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.OwnNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.wire.Message;

/**
 * The one directory whose content a node serves and writes; paths from the wire never lead out of it, nor to our own
 * files in it.
 *
 * @param own what our own files there are called, keyed for one peer
 */
record DataDirectory(Path path, OwnNames own) {
    private ConfinedRoot root() throws TransferException {
        try {
            return ConfinedRoot.open(path);
        } catch (IOException e) {
            throw StorageErrors.map(e, "opening", path.toString());
        }
    }

    /** What is at a path of it, and how much room there is. */
    Message.Status status(String inner) throws TransferException {
        try (ConfinedRoot root = root()) {
            List<String> names = names(inner);
            long free;
            try (Directory top = root.open(List.of())) {
                free = Files.getFileStore(top.path()).getUsableSpace();
            }
            try (Directory at = root.pin(names)) {
                BasicFileAttributes now = Files.readAttributes(at.path(), BasicFileAttributes.class);
                Message.Kind kind = now.isDirectory() ? Message.Kind.DIRECTORY
                        : now.isRegularFile() ? Message.Kind.FILE : Message.Kind.OTHER;
                return new Message.Status(kind, now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS), free);
            } catch (NoSuchFileException _) {
                return new Message.Status(Message.Kind.ABSENT, 0, 0, free);
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "looking at", inner);
        }
    }

    /** Tells what lies beneath a path of it. */
    void list(Message.ListRequest request, ControlLink link)
            throws TransferException, InterruptedException, IOException {
        try (SourceTree tree = openSource(request.path())) {
            ManifestSender manifest = new ManifestSender(link);
            tree.walk(entry -> {
                if (request.deep() || entry.names().size() <= 1) {
                    manifest.add(entry);
                }
            }, SourceTree.LeftOut.NONE);
            manifest.finish();
        }
    }

    private static List<String> names(String inner) throws BadNameException {
        List<String> names = EntryNames.split(inner);
        for (String name : names) {
            EntryNames.refuseOwn(name);
        }
        return names;
    }

    SourceTree openSource(String inner) throws TransferException {
        ConfinedRoot root = root();
        try {
            return SourceTree.beneath(root, names(inner));
        } catch (IOException e) {
            root.close();
            throw StorageErrors.map(e, "reading", inner);
        }
    }

    TargetTree openTarget(Message.Terms terms) throws TransferException {
        ConfinedRoot root = root();
        try {
            return TargetTree.beneath(root, own, terms.path(), terms.name(), terms.directory());
        } catch (IOException e) {
            root.close();
            throw StorageErrors.map(e, "writing", terms.path());
        }
    }
}
