package org.waybill.engine.mover.store;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.mover.meter.CopyTimes;
import org.waybill.engine.mover.meter.TransferMeter;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.Permissions;

/**
 * Copies one file from store to store: into a partial file, on from where an earlier run stopped, hashed on the way,
 * checked against a change of the source, verified at the destination, and only then given its name.
 */
final class FileCopy {
    private static final long LARGE_BYTES = 1 << 20;

    private final Store source;
    private final Store target;
    private final Context context;
    private final FileItem item;
    private final boolean renames;
    /** The source when the copy began. */
    private Entry before;
    /** What was there before and is equal. */
    private @Nullable Entry there;

    private List<FileItem> apart = List.of();

    private @Nullable String leftOver;

    /**
     * What all files of a transfer have in common.
     *
     * @param remote keeps transfers to one target apart
     * @param names what the target makes of names
     * @param finished what earlier runs have copied
     * @param expected checksums that the file is said to have, where there is but one
     * @param backups the destination, and where below it what is replaced is kept
     * @param opened read-only directories of the destination
     * @param extras what else of the files is kept on request
     * @param copied names of files with hard links that the same command has made
     */
    record Context(
            TransferMeter meter,
            RateLimit limit,
            boolean verify,
            StoreProvider.Events events,
            List<ExpectedChecksum> expected,
            RemoteTargets remote,
            TargetNames names,
            FinishedFiles finished,
            Backups backups,
            OpenedDirectories opened,
            Set<Extra> extras,
            CopiedNames.Transfer copied) {
        void tell(String code, String text) {
            events.tell(code, text);
        }

        Context knowing(FinishedFiles files) {
            return new Context(
                    meter, limit, verify, events, expected, remote, names, files, backups, opened, extras, copied);
        }

        Context keeping(Backups replaced) {
            return new Context(
                    meter, limit, verify, events, expected, remote, names, finished, replaced, opened, extras, copied);
        }

        Context opening(OpenedDirectories directories) {
            return new Context(
                    meter,
                    limit,
                    verify,
                    events,
                    expected,
                    remote,
                    names,
                    finished,
                    backups,
                    directories,
                    extras,
                    copied);
        }

        /** Whether zeros become holes. */
        boolean sparse() {
            return extras.contains(Extra.HOLES);
        }

        void tellNotKept(String path, Map<Extra, String> refused) {
            refused.forEach((extra, why) -> tell(extra.event(), extra.notKept(StorePath.shown(path) + ": " + why)));
        }
    }

    FileCopy(Store source, Store target, Context context, FileItem item) {
        this.source = source;
        this.target = target;
        this.context = context;
        this.item = item;
        this.before = item.source();
        this.renames = target.has(Feature.RENAME);
    }

    /**
     * Copies the file.
     *
     * @return its SHA-256 in lower-case hex; empty when it was not requested and the data never came this way
     */
    String copy() throws TransferException, InterruptedException {
        context.meter.check();
        target.checkName(item.target());
        Store.Lock own;
        try {
            own = target.lock(item.target());
        } catch (TransferException e) {
            return unlessUnwritable(e);
        }
        try (own;
                Store.Lock _ = context.remote.lock(target, item.target(), context.events)) {
            context.names.refuseAnothers(target, item);
            Optional<String> there = unchanged();
            OtherNames others = OtherNames.of(source, target, context, item);
            Optional<String> whole = there.isPresent() && others.areThere() ? there : others.complete(before, there);
            if (whole.isPresent()) {
                context.remote.begin(target, item.target(), context.events);
                others.tidy();
                others.note(false);
                return found(whole.get());
            }
            String hash = copyAndPublish(others);
            apart = others.apart();
            others.note(true);
            if (context.verify) {
                context.finished.add(source, item, before, hash);
            }
            context.meter.fileDone();
            return hash;
        }
    }

    /** The hash of what is there already. */
    private Optional<String> unchanged() throws TransferException, InterruptedException {
        before = item.source().exact() ? atStart(item.source()) : item.now(source);
        Optional<SkipUnchanged.Equal> equal = new SkipUnchanged(source, target, context).find(item, before);
        there = equal.map(SkipUnchanged.Equal::there).orElse(null);
        return equal.map(SkipUnchanged.Equal::hash);
    }

    /** A tag may have changed since the source was listed: a large file is not to be read again for that. */
    private Entry atStart(Entry listed) throws TransferException, InterruptedException {
        return listed.sizeBytes() < LARGE_BYTES || !source.has(Feature.CHEAP_READ)
                ? listed
                : source.stat(listed.path()).filter(listed::sameVersionAs).orElse(listed);
    }

    private String found(String hash) throws TransferException, InterruptedException {
        new ExpectedChecksumCheck(target, context).require(item, item.target(), hash);
        giveAttributes(item);
        for (FileItem twin : item.twins()) {
            giveAttributes(twin);
        }
        context.meter.fileFound(before.sizeBytes());
        item.twins().forEach(_ -> context.meter.linked(before.sizeBytes()));
        return hash;
    }

    /** To a file that was there and is equal. */
    private void giveAttributes(FileItem equal) throws TransferException, InterruptedException {
        String root = context.backups.root();
        KeptExtras kept = new KeptExtras(source, target);
        try {
            Optional<Entry> copy = equal == item && there != null
                    ? Optional.of(there)
                    : target.look(equal.target()).filter(Entry::isFile);
            if (copy.isPresent()) {
                context.tellNotKept(equal.source().path(), kept.give(root, copy.get(), equal.source(), context.extras));
                kept.givePermissions(root, equal.source(), copy.get(), context.extras);
            }
        } catch (TransferException e) {
            if (e.isRetriable()) {
                throw e;
            }
            context.tell(Permissions.NOT_KEPT, Permissions.notKept(e.getMessage()));
        }
    }

    /** The other names of the file that have not become links: each must be copied as a file of its own. */
    List<FileItem> apart() {
        return apart;
    }

    /** What is there already needs no writing: that this user may not write there is not a failure then. */
    private String unlessUnwritable(TransferException refusal) throws TransferException, InterruptedException {
        if (refusal.reason() != Reason.PERMISSION && refusal.reason() != Reason.READ_ONLY) {
            throw refusal;
        }
        return found(unchanged().orElseThrow(() -> refusal));
    }

    private String copyAndPublish(OtherNames others) throws TransferException, InterruptedException {
        String usual = renames
                ? context.remote.partial(target, item.target(), PartialName.origin(before, source, context.verify))
                : "";
        if (!renames && target.has(Feature.READ_BACK)) {
            context.tell(
                    "NO_RENAME",
                    target.label() + " cannot rename: files are written under their final names and verified there");
        }
        String begun = context.remote.begin(target, item.target(), usual, renames ? before : null, context.events);
        String path = renames ? begun : item.target();
        DataCopy data = new DataCopy(source, target, context, item, before);
        try (PartialCopy part = PartialCopy.open(target, path, before.sizeBytes())) {
            try {
                return verifiedAndPublished(part, data, others);
            } catch (TransferException e) {
                TransferException why = meaning(e, path);
                if (data.isSentInVain()
                        || renames && (why.reason() == Reason.SOURCE_CHANGED || !source.canReadAgain())) {
                    discardAsFarAsPossible(part);
                }
                throw why;
            } catch (InterruptedException e) {
                if (renames && !source.canReadAgain()) {
                    discardAsFarAsPossible(part);
                }
                throw e;
            }
        }
    }

    private String verifiedAndPublished(PartialCopy part, DataCopy data, OtherNames others)
            throws TransferException, InterruptedException {
        String hash = data.run(part);
        Optional<Entry> written = renames ? Optional.empty() : target.stat(part.path());
        CopyVerification verification = new CopyVerification(source, target, context, item, before, data.isResumed());
        before = verification.unchangedSource(part, hash);
        if (context.verify) {
            context.meter.enter(Phase.VERIFYING, item.name());
            long copiedNs = context.meter.work().nowNs();
            if (!data.isByServer()) {
                verification.verify(part, hash, written);
            }
            verification.compareExpected(part, hash, data.described());
            if (!data.isAsked() && source.isRemote() && context.expected.isEmpty()) {
                verification.compareWithSource(part, hash);
            }
            context.meter.work().did(CopyTimes.Task.VERIFYING, copiedNs);
        }
        context.meter.enter(Phase.FINISHING, item.name());
        @Nullable Instant modified = before.modified();
        if (modified != null && !target.metadata().canKeep(modified)) {
            context.tell(
                    "TIME_NOT_KEPT",
                    target.label() + " cannot keep times before 1970 or after 2106: such files have the time of the"
                            + " copy");
        }
        setAttributes(part.path());
        others.link(part.path(), before, hash);
        if (renames) {
            context.backups.inPlaceOf(target, item.target(), _ -> target.publish(part.path(), item.target()));
        }
        part.drop();
        context.remote.end(target, item.target());
        return hash;
    }

    private void setAttributes(String partial) throws TransferException, InterruptedException {
        Metadata to = target.metadata();
        Set<Extra> wanted = new KeptExtras(source, target).attributes(context.extras);
        if (wanted.isEmpty()) {
            to.setAttributes(partial, before);
            return;
        }
        FileAttributes like = source.metadata().attributes(item.source().path(), wanted);
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        Set<Extra> first = FileAttributes.beforeMode(wanted);
        if (!first.isEmpty()) {
            refused.putAll(to.giveAttributes(partial, like, first));
        }
        to.setAttributes(partial, before);
        refused.putAll(to.giveAttributes(partial, like, FileAttributes.afterMode(wanted)));
        context.tellNotKept(item.source().path(), refused);
    }

    /**
     * A source that vanished or became a directory is the reason of what failed, with any message. Else, where
     * what had arrived is gone: servers without locks let any client rename or remove what another one has not
     * finished.
     */
    private TransferException meaning(TransferException e, String partial) throws InterruptedException {
        if (e.reason() != Reason.NOT_FOUND && e.reason() != Reason.PERMISSION && e.reason() != Reason.BAD_INPUT) {
            return e;
        }
        try {
            Optional<Entry> now = source.stat(item.source().path());
            if (now.isEmpty() || now.get().kind() != before.kind()) {
                return now.isEmpty() ? item.vanished() : item.changed();
            }
            boolean taken = e.reason() == Reason.NOT_FOUND
                    && renames
                    && target.stat(partial).isEmpty();
            return !taken
                    ? e
                    : new TransferException(
                            Reason.TARGET_BUSY,
                            StorePath.shown(item.target()) + " at " + target.label()
                                    + ": the partial file was renamed or removed, perhaps by another transfer; wait for"
                                    + " it, or choose another name",
                            e);
        } catch (TransferException _) {
            return e;
        }
    }

    /**
     * Removes what cannot be resumed: what arrived of a source that has changed, or of a stream, whose bytes come once.
     * What is under way may have broken the connection to the target, and a server may have no place for another one
     * in addition: then it is left to the code that renews the connection.
     */
    private void discardAsFarAsPossible(PartialCopy part) throws InterruptedException {
        boolean interrupted = Thread.interrupted(); // else nothing more could be asked of the target
        try {
            part.drop();
            Store fresh = target.another();
            try {
                fresh.delete(part.path());
            } finally {
                if (fresh != target) {
                    fresh.close();
                }
            }
        } catch (TransferException _) {
            leftOver = part.path();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a failed copy could not remove at its target. */
    Optional<String> leftOver() {
        return Optional.ofNullable(leftOver);
    }
}
