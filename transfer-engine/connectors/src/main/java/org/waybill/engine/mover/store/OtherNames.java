package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * The other names of a file of the source: its twins, which are copied with it, and those that earlier transfers of the
 * same command have made. They become names of what is made of it, or of what is there of it already: of a file that is
 * equal and has no names but those of the source, so that none is reached that is not of this copy.
 */
final class OtherNames {
    /** What ends the copy of a file, whatever was being done for it. */
    private static final Set<Reason> ENDING = EnumSet.of(
            Reason.INTERRUPTED, Reason.DEADLINE_MISSED, Reason.CONNECTION_LOST, Reason.UNREACHABLE, Reason.DISK_FULL);

    private final Store source;
    private final Store target;
    private final FileCopy.Context context;
    private final FileItem item;
    /** What all names have in common at the source; empty for a file of one name, and where links are not kept. */
    private final Optional<String> file;

    private final List<CopiedNames.Name> earlier;
    private final List<FileItem> apart = new ArrayList<>();

    private OtherNames(
            Store source,
            Store target,
            FileCopy.Context context,
            FileItem item,
            Optional<String> file,
            List<CopiedNames.Name> earlier) {
        this.source = source;
        this.target = target;
        this.context = context;
        this.item = item;
        this.file = file;
        this.earlier = earlier;
    }

    static OtherNames of(Store source, Store target, FileCopy.Context context, FileItem item) throws TransferException {
        Optional<String> file = new KeptExtras(source, target).hardLinks(context.extras())
                ? source.sharedFile(item.source().path())
                : Optional.empty();
        List<CopiedNames.Name> earlier = new ArrayList<>();
        if (file.isPresent()) {
            for (CopiedNames.Name one : context.copied().earlier(key(file.get(), target))) {
                boolean own = one.item().target().equals(item.target())
                        || item.twins().stream()
                                .anyMatch(
                                        twin -> twin.target().equals(one.item().target()));
                if (!own && source.sharedFile(one.item().source().path()).equals(file)) {
                    earlier.add(one);
                }
            }
        }
        return new OtherNames(source, target, context, item, file, earlier);
    }

    private static String key(String file, Store target) {
        return file + '\0' + target.label();
    }

    /** Those that have not become links: each must be copied as a file of its own. */
    List<FileItem> apart() {
        return apart;
    }

    /** Whether they are names of the file that is there; where that cannot be told, whether they are equal. */
    boolean areThere() throws TransferException, InterruptedException {
        for (FileItem twin : item.twins()) {
            boolean there = target.isRemote()
                    ? new SkipUnchanged(source, target, context)
                            .hash(twin, twin.now(source))
                            .isPresent()
                    : areOneFile(item, twin);
            if (!there) {
                return false;
            }
        }
        for (CopiedNames.Name one : earlier) {
            if (target.isRemote() ? one.written() : !areOneFile(item, one.item()) && isThere(one.item())) {
                return false;
            }
        }
        return true;
    }

    private boolean areOneFile(FileItem one, FileItem other) throws TransferException {
        return target.sharedFile(one.target())
                .filter(target.sharedFile(other.target()).orElse("")::equals)
                .isPresent();
    }

    private boolean isThere(FileItem other) throws TransferException, InterruptedException {
        return target.look(other.target())
                .filter(there -> there.isFile() && there.sizeBytes() == other.sizeBytes())
                .isPresent();
    }

    /**
     * Gives names that are missing to a file that has others of them already and is equal to the source: nothing is
     * sent. A file that may have names elsewhere is not linked to.
     *
     * @param now the source
     * @param hash of what has the file's own name; empty where that is not equal to the source
     * @return the file's hash; empty where it must be written
     */
    Optional<String> complete(Entry now, Optional<String> hash) throws TransferException, InterruptedException {
        List<FileItem> all = new ArrayList<>(List.of(item));
        all.addAll(item.twins());
        earlier.forEach(one -> all.add(one.item()));
        if (all.size() == 1) {
            return Optional.empty();
        }
        Map<FileItem, String> equal = new LinkedHashMap<>();
        hash.ifPresent(own -> equal.put(item, own));
        for (FileItem other : all.subList(1, all.size())) {
            // one proves what is on this machine; a server shows only how many names each file has
            if (target.isRemote() || equal.isEmpty()) {
                new SkipUnchanged(source, target, context)
                        .hash(other, other.now(source))
                        .ifPresent(own -> equal.put(other, own));
            }
        }
        if (equal.isEmpty()) {
            return Optional.empty();
        }
        Map.Entry<FileItem, String> first = equal.entrySet().iterator().next();
        FileItem there = first.getKey();
        String probe = context.remote().partial(target, item.target(), "names");
        if (target.isRemote()) {
            target.delete(probe); // of a run that was killed
        }
        int names = target.names(there.target());
        List<FileItem> lacking = new ArrayList<>();
        for (FileItem one : all) {
            if (!isName(one, there, names, equal.keySet())) {
                lacking.add(one);
            }
        }
        if (names == 0 || names > all.size() - lacking.size()) {
            return Optional.empty();
        }
        all.removeAll(lacking);
        if (target.isRemote() && !hasOnly(there, names, all, probe)) {
            return Optional.empty();
        }
        return areLinked(there, lacking, now, first.getValue()) ? Optional.of(first.getValue()) : Optional.empty();
    }

    /** Whether two names are of one file; where a server does not show that, whether they may be. */
    private boolean isName(FileItem one, FileItem there, int names, Set<FileItem> equal) throws TransferException {
        if (one.equals(there)) {
            return true;
        }
        return target.isRemote()
                ? names > 1 && equal.contains(one) && target.names(one.target()) == names
                : areOneFile(one, there);
    }

    /**
     * Whether a server's file has these names and no others: the count of each rises with one more name. Equal files of
     * equally many names do not: each may have names elsewhere, in a snapshot for example.
     */
    private boolean hasOnly(FileItem there, int names, List<FileItem> found, String probe)
            throws TransferException, InterruptedException {
        if (names != found.size()) {
            return false;
        }
        try {
            target.link(there.target(), probe, false);
            try {
                for (FileItem one : found) {
                    if (target.names(one.target()) != names + 1) {
                        return false;
                    }
                }
                return true;
            } finally {
                target.delete(probe);
            }
        } catch (TransferException e) {
            if (ENDING.contains(e.reason())) {
                throw e;
            }
            return false;
        }
    }

    private boolean areLinked(FileItem there, List<FileItem> lacking, Entry now, String hash)
            throws TransferException, InterruptedException {
        try {
            for (FileItem one : lacking) {
                boolean before = earlier.stream().anyMatch(known -> known.item().equals(one));
                if (before && !isThere(one)) {
                    continue;
                }
                if (!isOf(one, now)) {
                    return false;
                }
                Backups backups = before ? Backups.NONE : context.backups();
                if (one.equals(item)) {
                    name(there.target(), one, backups);
                } else {
                    locked(one, () -> name(there.target(), one, backups));
                }
                if (context.verify() && !before) {
                    context.finished().add(source, one, now.at(one.source().path()), hash);
                }
            }
            return true;
        } catch (TransferException e) {
            if (ENDING.contains(e.reason())) {
                throw e;
            }
            return false; // it is written, and what becomes of its names is reported then
        }
    }

    private void name(String from, FileItem other, Backups backups) throws TransferException, InterruptedException {
        context.names().refuseAnothers(target, other);
        context.remote().begin(target, other.target(), context.events());
        backups.inPlaceOf(
                target,
                other.target(),
                there -> target.link(
                        from,
                        other.target(),
                        there && target.look(other.target()).isPresent()));
    }

    /** Locks a name other than the file's own, and does what is to be done with it. */
    private void locked(FileItem other, Naming naming) throws TransferException, InterruptedException {
        context.opened().writing(target, StorePath.parent(other.target()), () -> {
            try (Store.Lock _ = target.lock(other.target());
                    Store.Lock _ = context.remote().lock(target, other.target(), context.events())) {
                naming.run();
            }
            return other;
        });
    }

    private interface Naming {
        void run() throws TransferException, InterruptedException;
    }

    /** All is at the target: what earlier runs left beside the twins is removed, as it is beside the file itself. */
    void tidy() throws TransferException, InterruptedException {
        for (FileItem twin : item.twins()) {
            try {
                locked(twin, () -> context.remote().begin(target, twin.target(), context.events()));
            } catch (TransferException e) {
                if (ENDING.contains(e.reason())) {
                    throw e;
                } // what another transfer is writing, or this user may not, is left to that
            }
        }
    }

    /**
     * Gives what was written and verified the other names.
     *
     * @param copied the source as it was copied
     */
    void link(String partial, Entry copied, String hash) throws TransferException, InterruptedException {
        for (FileItem twin : item.twins()) {
            if (!link(partial, twin, copied, context.backups())) {
                apart.add(twin);
                context.meter().expectMore(copied.sizeBytes());
                continue;
            }
            if (context.verify()) {
                context.finished().add(source, twin, copied.at(twin.source().path()), hash);
            }
            context.meter().linked(copied.sizeBytes());
        }
        for (CopiedNames.Name one : earlier) {
            if (isThere(one.item())) {
                // what has the name is the same content from a moment ago, and no backup
                link(partial, one.item(), copied, Backups.NONE);
            }
        }
    }

    private boolean link(String partial, FileItem other, Entry copied, Backups backups)
            throws TransferException, InterruptedException {
        try {
            if (!isOf(other, copied)) {
                return false;
            }
            locked(other, () -> name(partial, other, backups));
            return true;
        } catch (TransferException e) {
            if (ENDING.contains(e.reason())) {
                throw e;
            }
            context.tell(
                    Extra.HARD_LINKS.event(),
                    Extra.HARD_LINKS.notKept(
                            (target.isRemote() ? target.label() + " did not make all of them" : e.getMessage())
                                    + "; such names become files of their own"));
            return false;
        }
    }

    /** Whether it is still a name of the file that was copied: its tag changes with each new name of the file. */
    private boolean isOf(FileItem other, Entry copied) throws TransferException, InterruptedException {
        Entry now = other.now(source);
        return now.sameContentAs(copied)
                || now.sameVersionAs(copied)
                        && file.isPresent()
                        && source.sharedFile(item.source().path()).equals(file)
                        && source.sharedFile(other.source().path()).equals(file);
    }

    /**
     * The file is at the target under all names but those apart.
     *
     * @param written whether it was written now; false if it was there
     */
    void note(boolean written) {
        if (file.isPresent()) {
            String key = key(file.get(), target);
            context.copied().add(key, new CopiedNames.Name(item, written));
            item.twins().stream()
                    .filter(twin -> !apart.contains(twin))
                    .forEach(twin -> context.copied().add(key, new CopiedNames.Name(twin, written)));
        }
    }
}
