package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ErrorText;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.attributes.OwnerNames;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.Permissions;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * What a source's files have of owners, extended attributes and access control lists, where these are kept. The source
 * lists it after each part of the manifest; files are requested then, so that none is complete before.
 */
final class ListedAttributes {
    private final SinkContext shared;
    private final Set<Extra> wanted;
    private final Set<Extra> beforeMode;
    private final Set<Extra> afterMode;
    /** What the source could not read of some entry. */
    private final Set<Extra> notRead = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean permissionsRefused = new AtomicBoolean();
    private final Map<Integer, FileAttributes> listed = new ConcurrentHashMap<>();
    private final OwnerNames names = new OwnerNames();
    private final Map<FileAttributes, FileAttributes> owners = new HashMap<>();
    /** The examining thread's. */
    private int next;

    private int upTo;
    private boolean awaited;

    ListedAttributes(SinkContext shared) {
        this.shared = shared;
        this.wanted = shared.settings.rules().attributes();
        this.beforeMode = FileAttributes.beforeMode(wanted);
        this.afterMode = FileAttributes.afterMode(wanted);
    }

    /** Whether the source has not said all of the manifest's last part. */
    boolean areAwaited() {
        return awaited;
    }

    /** The manifest goes up to that entry by now. */
    void await(int count) {
        next = upTo;
        upTo = count;
        awaited = !wanted.isEmpty();
    }

    /** Takes note of what the source says. */
    void add(Message.Attributes part) throws TransferException, WireException {
        if (!awaited || part.entries().isEmpty() && !part.last()) {
            throw new WireException("attributes that were not requested");
        }
        for (Message.Attributed one : part.entries()) {
            if (one.entry() < next || one.entry() >= upTo) {
                throw new WireException("attributes of entry " + one.entry() + " out of turn");
            }
            next = one.entry() + 1;
            listed.put(one.entry(), noted(one.of()));
        }
        awaited = !part.last();
    }

    /** Nothing of this is removed any more from entries of which the source lists none. */
    void notRead(Extra extra) {
        notRead.add(extra);
    }

    /** Most files have the owner of another one, and nothing more. */
    private FileAttributes noted(FileAttributes of) throws TransferException {
        FileAttributes same = owners.get(of);
        if (same != null) {
            return same;
        }
        shared.limits.take(of.bytes() + of.userName().length() + of.groupName().length());
        if (of.named().isEmpty()) {
            owners.put(of, of);
        }
        return of;
    }

    /** What a file gets before its mode, which may forbid it. */
    PartialFile.Finish beforeMode(ReceivingFile file) {
        return (path, links) -> report(
                file.entry, LocalAttributes.write(path, of(file.number), known(file.number, beforeMode), names, links));
    }

    /** What it gets after it: a list decides on the mode. */
    PartialFile.Finish afterMode(ReceivingFile file) {
        return (path, links) -> report(
                file.entry, LocalAttributes.write(path, of(file.number), known(file.number, afterMode), names, links));
    }

    /** Gives a directory its own, when all is in it. */
    void give(int number, TreeEntry directory) throws IOException {
        update(number, directory, directory.permissions());
    }

    /** Gives a file that was there and is equal its own; that it cannot have them is not a failure. */
    void giveFound(ReceivingFile file) throws IOException {
        try {
            update(file.number, file.entry, file.permissions());
            givePermissions(file);
        } catch (FileSystemException | BadNameException e) {
            report(
                    file.entry,
                    known(file.number, wanted).stream()
                            .collect(Collectors.toMap(
                                    Function.identity(), _ -> "it cannot be changed: " + ErrorText.of(e))));
        }
    }

    /** Not where the list that it gets decides on them, nor where this writer must not change it. */
    private void givePermissions(ReceivingFile file) throws IOException {
        if (wanted.contains(Extra.ACLS) && of(file.number).has(Extra.ACLS)) {
            return;
        }
        shared.tree.update(file.entry, (path, refusal, links) -> {
            try {
                if (refusal.isEmpty()) {
                    Permissions.update(path, file.permissions(), links);
                }
            } catch (FileSystemException e) {
                if (permissionsRefused.compareAndSet(false, true)) {
                    shared.settings.event(
                            Permissions.NOT_KEPT,
                            Permissions.notKept(shared.names.of(file.entry) + ": " + ErrorText.of(e)));
                }
            }
        });
    }

    private void update(int number, TreeEntry entry, int permissions) throws IOException {
        if (wanted.isEmpty()) {
            return;
        }
        FileAttributes of = of(number);
        Set<Extra> known = known(number, wanted);
        shared.tree.update(entry, (path, refusal, links) -> {
            if (refusal.isEmpty()) {
                report(entry, LocalAttributes.update(path, permissions, of, known, names, links));
            } else {
                report(
                        entry,
                        LocalAttributes.differing(path, of, known, names, links).stream()
                                .collect(Collectors.toMap(Function.identity(), _ -> refusal)));
            }
        });
    }

    private FileAttributes of(int number) {
        return listed.getOrDefault(number, FileAttributes.NONE);
    }

    /** Those that an entry gets: not what it may have at the source, which could not read it. */
    private Set<Extra> known(int number, Set<Extra> of) {
        Set<Extra> known = EnumSet.copyOf(of);
        known.removeIf(extra -> notRead.contains(extra) && !of(number).has(extra));
        return known;
    }

    private void report(TreeEntry entry, Map<Extra, String> refused) throws IOException {
        shared.source.notKept(entry.path(), refused);
    }
}
