package org.waybill.engine.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Operation;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.session.source.ManifestSender;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.Message;
import org.waybill.platform.FreeSpace;

/**
 * The one directory whose content a node serves and writes, as one client may use it; paths from the wire never lead
 * out of it, nor out of the part that the client was granted, nor to our own files in it.
 *
 * @param own the names of our own files there, keyed for the client
 * @param guard judges what the client may replace
 */
record DataDirectory(Path path, TemporaryNames own, RequestAuthorization permit, WriteGuard guard) {
    private static final CopyRules WITHOUT_LINKS = CopyRules.USUAL.with(CopyRules.Links.SKIP);

    ConfinedRoot root() throws TransferException {
        return root(false);
    }

    /** @param writing makes the granted directory if it is not there */
    ConfinedRoot root(boolean writing) throws TransferException {
        List<String> granted = permit.grant().path();
        try {
            ConfinedRoot root = ConfinedRoot.open(path);
            if (writing && !granted.isEmpty()) {
                root.openOrCreate(granted).close();
            }
            return root.narrowed(granted);
        } catch (IOException e) {
            throw StorageErrors.map(e, "opening", permit.grant().pathText());
        }
    }

    /** What is at a path of it, and how much room there is. */
    Message.Status status(String inner) throws TransferException {
        List<String> names = permit.check(Operation.Kind.STATUS, inner);
        try (ConfinedRoot root = root()) {
            long free;
            try (Directory top = root.open(permit.grant().path())) {
                free = guard.usableBytes(() -> FreeSpace.bytes(top.path()), 0);
                free = free == FreeSpace.UNKNOWN ? -1 : free;
            }
            try (Directory at = root.pin(names)) {
                BasicFileAttributes now = Files.readAttributes(at.path(), BasicFileAttributes.class);
                Message.Kind kind = now.isDirectory()
                        ? Message.Kind.DIRECTORY
                        : now.isRegularFile() ? Message.Kind.FILE : Message.Kind.OTHER;
                return new Message.Status(
                        kind, now.size(), now.lastModifiedTime().to(TimeUnit.NANOSECONDS), free);
            } catch (NoSuchFileException _) {
                return new Message.Status(Message.Kind.ABSENT, 0, 0, free);
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "looking at", inner);
        }
    }

    /** Lists what is below a path of it. */
    void list(Message.ListRequest request, ControlLink link)
            throws TransferException, InterruptedException, IOException {
        try (SourceTree tree = openSource(Operation.Kind.LIST, request.path(), WITHOUT_LINKS)) {
            ManifestSender manifest = new ManifestSender(link);
            tree.walk(
                    entry -> {
                        if (request.deep() || entry.names().size() <= 1) {
                            manifest.add(entry);
                        }
                    },
                    SourceTree.LeftOut.NONE);
            manifest.finish();
        }
    }

    /** @param kind what it is read for */
    SourceTree openSource(Operation.Kind kind, String inner, CopyRules rules) throws TransferException {
        List<String> names = permit.check(kind, inner);
        ConfinedRoot root = root();
        try {
            return SourceTree.beneath(root, names, rules);
        } catch (IOException e) {
            root.close();
            throw StorageErrors.map(e, "reading", inner);
        }
    }

    TargetTree openTarget(Message.Terms terms) throws TransferException {
        return openTarget(terms.path(), terms.name(), terms.directory());
    }

    /** @param name what the client calls the thing, likewise whether it is a directory */
    TargetTree openTarget(String inner, String name, boolean directory) throws TransferException {
        permit.check(Operation.Kind.UPLOAD, inner);
        ConfinedRoot root = root(true);
        try {
            return TargetTree.beneath(root, own, inner, name, directory, guard);
        } catch (IOException e) {
            root.close();
            throw StorageErrors.map(e, "writing", inner);
        }
    }
}
