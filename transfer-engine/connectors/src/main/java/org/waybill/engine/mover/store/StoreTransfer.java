package org.waybill.engine.mover.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.PrefixLedger;
import org.waybill.engine.mover.meter.TransferMeter;
import org.waybill.engine.mover.store.Store.Feature;

/** One transfer between two open stores, from the listing of the source to the report. */
record StoreTransfer(TransferRequest request, ConnectionPair ends, FileCopy.Context context) {
    /** Connections that hide the round trips of many small files, and that servers usually grant one user. */
    static final int USUAL_SESSIONS = 8;
    /** Whether there is room for less is not asked of a remote host. */
    private static final long LEAST_ROOM_BYTES = 1 << 20;

    /** Why a directory cannot be made while others can. */
    private static final Set<Reason> ALONE = EnumSet.of(
            Reason.BAD_INPUT, Reason.PERMISSION, Reason.NOT_FOUND, Reason.TARGET_BUSY, Reason.UNSAFE, Reason.GAVE_UP);

    /** What was done; {@link StoreMover} adds the time it took. */
    record Outcome(long bytes, long files, @Nullable String sha256, int sessions, List<NotTransferred> leftOut) {
        Outcome(long bytes, long files, @Nullable String sha256, int sessions) {
            this(bytes, files, sha256, sessions, List.of());
        }

        /** @param verified whether files were to be compared; a server that compares its copies need not say a SHA-256 */
        TransferReport report(
                double seconds, String transport, TransferMeter meter, TransferReport.Cause cause, boolean verified) {
            boolean compared = sha256 != null || verified && files > 0;
            return new TransferReport(
                    bytes,
                    files,
                    seconds,
                    sha256,
                    compared ? meter.compared() : Compared.NOTHING,
                    transport,
                    List.of(),
                    sessions,
                    meter.repeatedBytes(),
                    meter.resumedBytes(),
                    cause,
                    List.of(),
                    0,
                    leftOut,
                    meter.unsent());
        }
    }

    Outcome run() throws TransferException, InterruptedException {
        context.meter().enter(Phase.LISTING);
        CopyRoot root = CopyRoot.of(request, ends.source(), ends.target(), context.remote());
        Entry entry = root.source();
        kept().lacking(context.extras(), entry.isDirectory())
                .forEach((extra, text) -> context.tell(extra.event(), text));
        if (entry.isFile()
                && !request.rules().filter().acceptsFile(entry.name(), entry.sizeBytes(), entry.modified())) {
            context.meter().expect(0, 0);
            return new Outcome(0, 0, null, 0);
        }
        return entry.isDirectory() ? tree(root) : single(root);
    }

    private KeptExtras kept() {
        return new KeptExtras(ends.source(), ends.target());
    }

    private boolean linksNames() {
        return kept().hardLinks(context.extras());
    }

    /** Files to send: one of several names once, where they stay names of one file. */
    private List<FileItem> toSend(SourceTree.Plan plan) throws TransferException {
        return linksNames() ? FileItem.byFile(plan.items(), ends.source()) : plan.items();
    }

    private Outcome single(CopyRoot target) throws TransferException, InterruptedException {
        Entry entry = target.source();
        context.meter().expect(entry.sizeBytes(), 1);
        FileItem item = new FileItem(
                entry.name(),
                entry,
                target.path(),
                target.exists() ? FileItem.Earlier.SAME_HASH : FileItem.Earlier.NONE);
        SourceTree.Plan alone = new OverwriteCheck(ends.source(), ends.target(), request.rules())
                .without(
                        new SourceTree.Plan(new TreeMap<>(), List.of(item), List.of(), List.of(), List.of()),
                        target.exists());
        if (alone.items().isEmpty()) {
            context.meter().expect(0, 0);
            return new Outcome(0, 0, null, 0, alone.notTransferred());
        }
        Backups backups = backups(StorePath.parent(target.path()));
        if (request.dryRun()) {
            return planned(List.of(item), entry.sizeBytes(), List.of());
        }
        prepareDirectory(StorePath.parent(target.path()), Math.max(0, entry.sizeBytes()), List.of(item));
        SortedMap<String, String> hashes = copy(context.keeping(backups), alone, 1);
        return new Outcome(
                Math.max(entry.sizeBytes(), context.meter().doneBytes()),
                1,
                request.verify() == TransferRequest.Verify.NONE || isUnknown(hashes) ? null : hashes.get(item.name()),
                Math.max(ends.source().connections(), ends.target().connections()));
    }

    /** Whether a file's data never came this way, and its server has no SHA-256 of the whole. */
    private static boolean isUnknown(SortedMap<String, String> hashes) {
        return hashes.containsValue("");
    }

    private Backups backups(String root) throws TransferException {
        return Backups.of(root, request.rules().backupDirectory(), ends.target());
    }

    private Outcome tree(CopyRoot target) throws TransferException, InterruptedException {
        Backups backups = backups(target.path());
        SourceTree.Plan plan = new OverwriteCheck(ends.source(), ends.target(), request.rules())
                .without(
                        new SourceTree(ends.source(), ends.target(), context.events(), context.meter(), request.rules())
                                .of(target.source(), target.path(), target.exists()),
                        target.exists());
        List<FileItem> files = toSend(plan);
        long bytes = files.stream().mapToLong(FileItem::sizeBytes).sum();
        context.meter().expect(plan.sizesKnown() ? bytes : -1, files.size());
        if (request.dryRun()) {
            return planned(plan.items(), bytes, plan.notTransferred());
        }
        // one more character than a file's: its files are locked one by one too
        try (Store.Lock _ = context.remote().lock(ends.target(), target.path() + "/", context.events())) {
            return copied(target, plan, bytes, backups);
        } catch (TransferException e) {
            throw e.notTransferred().isEmpty() ? e.lacking(plan.missing(e)) : e;
        }
    }

    private Outcome copied(CopyRoot target, SourceTree.Plan plan, long bytes, Backups backups)
            throws TransferException, InterruptedException {
        Entry root = target.source();
        boolean markNeeded = !target.exists()
                && !request.source().saysDirectory()
                && !StorePath.name(target.path()).equals(root.name());
        if (markNeeded) {
            context.remote().beginTree(ends.target(), target.path(), context.events());
        }
        if (!target.exists()) {
            context.names().withoutLink(ends.target(), target.path(), Backups.NONE);
        }
        prepareDirectory(target.path(), bytes, plan.items());
        if (markNeeded) {
            mark(target.path());
        }
        int sessions = request.streams() > 0 ? request.streams() : USUAL_SESSIONS;
        FinishedFiles finished = context.remote()
                .finished(
                        ends.source(),
                        root.path(),
                        ends.target(),
                        target.path(),
                        context.meter().clock());
        SortedMap<String, String> hashes;
        OpenedDirectories opened =
                OpenedDirectories.below(ends.target(), target.path(), context.remote(), context.events());
        FileCopy.Context with = context.knowing(finished).opening(opened).keeping(backups.opening(opened));
        try {
            hashes = copied(target, plan, with, sessions);
        } catch (TransferException e) {
            if (!e.isRetriable() && !context.meter().isCancelled()) {
                try {
                    finishRoot(target); // all but some files
                } catch (TransferException also) {
                    e.addSuppressed(also);
                }
            }
            throw e;
        }
        finishRoot(target);
        return new Outcome(
                plan.bytes() - context.meter().linkedBytes(),
                plan.items().size(),
                request.verify() == TransferRequest.Verify.NONE || isUnknown(hashes) ? null : Sha256.ofFiles(hashes),
                Math.max(1, Math.min(sessions, plan.items().size())),
                plan.notTransferred());
    }

    private SortedMap<String, String> copied(CopyRoot target, SourceTree.Plan plan, FileCopy.Context with, int sessions)
            throws TransferException, InterruptedException {
        try {
            SortedMap<String, String> hashes = copy(with, withDirectories(target, plan, with), sessions);
            with.opened().writing(ends.target(), target.path(), () -> {
                ends.target().unmark(target.path());
                return hashes;
            });
            context.remote().endTree(ends.target(), target.path());
            return hashes;
        } finally {
            with.opened().closeAll(ends);
        }
    }

    private void finishRoot(CopyRoot target) throws TransferException, InterruptedException {
        if (request.rules().filter().choosesRoot()) { // else it is not what was named, and stays as it is
            ParallelCopier.finishDirectory(ends, target.path(), target.path(), target.source(), context);
        }
    }

    /** Makes the directories; the plan without those that cannot be made, and what is in them. */
    private SourceTree.Plan withDirectories(CopyRoot target, SourceTree.Plan plan, FileCopy.Context with)
            throws TransferException, InterruptedException {
        SourceTree.Plan possible = plan;
        List<String> lost = new ArrayList<>();
        String real = target.exists() ? ends.target().realPath(target.path()) : "";
        for (Map.Entry<String, Entry> each : plan.directories().entrySet()) {
            String directory = each.getKey();
            context.meter().check();
            try {
                if (directory.equals(target.path())) {
                    ends.target().createDirectories(directory);
                    narrow(directory, each.getValue().permissions(), !target.exists());
                } else if (lost.stream().noneMatch(above -> StorePath.isWithin(above, directory))) {
                    String above = StorePath.parent(directory);
                    with.opened().closeAllBut(ends.target(), above);
                    Optional<Entry> there = with.opened()
                            .writing(
                                    ends.target(),
                                    above,
                                    () -> context.names()
                                            .create(ends.target(), directory, target.exists(), with.backups()));
                    narrow(directory, each.getValue().permissions(), there.isEmpty());
                    if (target.exists()) {
                        requireWithin(real, directory);
                    }
                }
            } catch (TransferException failure) {
                TransferException e = ends.judged(failure, "/", directory);
                if (directory.equals(target.path()) || !ALONE.contains(e.reason())) {
                    throw e;
                }
                lost.add(directory);
                possible = possible.without(
                        directory, directory.substring(target.path().length() + 1), e);
            }
        }
        return possible;
    }

    private void narrow(String directory, int permissions, boolean made)
            throws TransferException, InterruptedException {
        if (made) {
            ends.target().metadata().narrow(directory, permissions);
        }
    }

    /** Others may have put a link into the destination, for this user's files to be written where it leads. */
    private void requireWithin(String rootReal, String directory) throws TransferException, InterruptedException {
        String real = ends.target().realPath(directory);
        if (!StorePath.isWithin(rootReal, real)) {
            throw StorePath.failure(
                    Reason.UNSAFE,
                    directory,
                    " at " + ends.target().label()
                            + " is a link that leads out of the destination, to " + StorePath.shown(real)
                            + "; remove it, or name that directory as the destination");
        }
    }

    private SortedMap<String, String> copy(FileCopy.Context with, SourceTree.Plan plan, int sessions)
            throws TransferException, InterruptedException {
        return new ParallelCopier(
                        with,
                        plan,
                        plan.directories().isEmpty() ? "" : plan.directories().firstKey(),
                        linksNames())
                .run(ends, sessions);
    }

    private void mark(String directory) throws TransferException, InterruptedException {
        try {
            ends.target().mark(directory);
        } catch (IOException e) {
            throw ends.target().failure(e, directory);
        }
    }

    private void prepareDirectory(String directory, long bytes, List<FileItem> items)
            throws TransferException, InterruptedException {
        Store target = ends.target();
        if (target.has(Feature.DIRECTORIES)) {
            try {
                target.createDirectories(directory);
            } catch (TransferException e) {
                throw ends.judged(e, "/", directory);
            }
        }
        if (bytes < LEAST_ROOM_BYTES && target.isRemote()) {
            return; // the question takes as long as most such files, and a full disk refuses them at once
        }
        OptionalLong free = target.freeBytes(directory);
        // how much of the files is holes shows when they are written
        if (free.isPresent()
                && !kept().holes(context.extras())
                && free.getAsLong() < bytes - alreadyThere(items, PrefixLedger.INTERVAL_BYTES)
                && free.getAsLong() < bytes - alreadyThere(items, 0)) {
            throw new TransferException(
                    Reason.DISK_FULL,
                    "not enough space in " + StorePath.shown(directory) + " at " + target.label() + ": " + bytes
                            + " bytes needed, " + free.getAsLong() + " free");
        }
    }

    /** Bytes of partial files, and of files that are there, that need no new room; those of files from a size on. */
    private long alreadyThere(List<FileItem> items, long leastBytes) throws TransferException, InterruptedException {
        long bytes = 0;
        for (FileItem item : items) {
            if (item.sizeBytes() >= leastBytes) {
                String partial = context.remote()
                        .partial(
                                ends.target(),
                                item.target(),
                                PartialName.origin(item.source(), ends.source(), context.verify()));
                bytes += ends.target().stat(partial).map(Entry::sizeBytes).orElse(0L);
                if (item.earlier() == FileItem.Earlier.SAME_TIME) {
                    bytes += ends.target()
                            .stat(item.target())
                            .map(Entry::sizeBytes)
                            .orElse(0L);
                }
            }
        }
        return bytes;
    }

    private Outcome planned(List<FileItem> items, long bytes, List<NotTransferred> notTransferred) {
        items.stream()
                .limit(1000)
                .forEach(item -> context.tell(
                        "WOULD_MOVE",
                        item.sizeBytes() + " bytes: "
                                + StorePath.shown(item.source().path()) + " -> "
                                + StorePath.shown(item.target())));
        return new Outcome(Math.max(0, bytes), items.size(), null, 0, notTransferred);
    }
}
