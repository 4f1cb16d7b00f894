package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
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
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.Sha256;

/**
 * Copies one file from store to store: into a partial file, on from where an earlier run stopped, hashed on the way,
 * checked against a change of the source, verified at the destination, and only then given its name.
 */
final class FileCopy {
    /** What ends the copy of a file, whatever was being done for it. */
    private static final Set<Reason> ENDING = EnumSet.of(
            Reason.INTERRUPTED, Reason.DEADLINE_MISSED, Reason.CONNECTION_LOST, Reason.UNREACHABLE, Reason.DISK_FULL);

    private final Store source;
    private final Store target;
    private final Context context;
    private final FileItem item;
    private final boolean renames;
    /** The source when the copy began. */
    private Entry before;
    /** Whether an earlier run's bytes were kept: they are of the source as it was then. */
    private boolean resumed;
    /** Whether the hash is of the source's own storage or of a second reading, not of what was copied. */
    private boolean asked;

    private @Nullable String leftOver;
    private final List<FileItem> apart = new ArrayList<>();

    /**
     * What all files of a transfer have in common.
     *
     * @param remote keeps transfers to one target apart
     * @param names what the target makes of names
     * @param finished what earlier runs have copied
     * @param expected checksums that the file is said to have, where there is but one
     * @param backups where what is replaced is kept
     * @param extras what else of the files is kept on request
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
            Set<Extra> extras) {
        void tell(String code, String text) {
            events.tell(code, text);
        }

        Context knowing(FinishedFiles files) {
            return new Context(meter, limit, verify, events, expected, remote, names, files, backups, extras);
        }

        Context keeping(Backups replaced) {
            return new Context(meter, limit, verify, events, expected, remote, names, finished, replaced, extras);
        }

        /** Whether zeros become holes. */
        boolean sparse() {
            return extras.contains(Extra.HOLES);
        }

        /** The attributes that are wanted, that the source has and that the target can have. */
        Set<Extra> attributes(Store source, Store target) {
            Set<Extra> kept = EnumSet.noneOf(Extra.class);
            kept.addAll(extras);
            kept.retainAll(source.shows());
            kept.retainAll(target.gives());
            return kept;
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
        this.renames = target.features().contains(Feature.RENAME);
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
            if (there.isPresent() && areTwinsThere()) {
                context.remote.begin(target, item.target(), "", context.events);
                return found(there.get());
            }
            String hash = copyAndPublish();
            if (context.verify) {
                context.finished.add(item, before, hash);
            }
            context.meter.fileDone();
            return hash;
        }
    }

    /** The hash of what is there already. */
    private Optional<String> unchanged() throws TransferException, InterruptedException {
        before = item.source().exact() ? item.source() : item.now(source);
        return new SkipUnchanged(source, target, context).hash(item, before);
    }

    private String found(String hash) throws TransferException, InterruptedException {
        new ExpectedChecksumCheck(target, context).require(item, item.target(), hash);
        for (int names = 1 + item.twins().size(); names > 0; names--) {
            context.meter.resume(before.sizeBytes());
            context.meter.fileDone();
        }
        return hash;
    }

    /** Whether the other names are names of the file that is there; where that cannot be told, whether they are equal. */
    private boolean areTwinsThere() throws TransferException, InterruptedException {
        for (FileItem twin : item.twins()) {
            boolean there = target.isRemote()
                    ? new SkipUnchanged(source, target, context)
                            .hash(twin, twin.now(source))
                            .isPresent()
                    : target.sharedFile(item.target())
                            .filter(target.sharedFile(twin.target()).orElse("")::equals)
                            .isPresent();
            if (!there) {
                return false;
            }
        }
        return true;
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

    private String copyAndPublish() throws TransferException, InterruptedException {
        String path = renames
                ? context.remote.partial(target, item.target(), PartialName.origin(before, source.label()))
                : item.target();
        if (!renames && target.features().contains(Feature.READ_BACK)) {
            context.tell(
                    "NO_RENAME",
                    target.label() + " cannot rename: files are written under their final names and verified there");
        }
        context.remote.begin(target, item.target(), renames ? path : "", context.events);
        try (PartialCopy part = PartialCopy.open(target, path, before.sizeBytes())) {
            try {
                return verifiedAndPublished(part);
            } catch (TransferException e) {
                TransferException why = meaning(e, path);
                if (renames && (why.reason() == Reason.SOURCE_CHANGED || !source.canReadAgain())) {
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

    private String verifiedAndPublished(PartialCopy part) throws TransferException, InterruptedException {
        String hash = hashed(part);
        Optional<Entry> written = renames ? Optional.empty() : target.stat(part.path());
        CopyVerification verification = new CopyVerification(source, target, context, item, before, resumed);
        verification.refuseChangedSource(part, hash);
        if (context.verify) {
            context.meter.enter(Phase.VERIFYING, item.name());
            long copiedNs = context.meter.work().nowNs();
            verification.verify(part, hash, written);
            verification.compareExpected(part, hash);
            if (!asked && source.isRemote() && context.expected.isEmpty()) {
                verification.compareWithSource(part, hash);
            }
            context.meter.work().did(CopyTimes.Task.VERIFYING, copiedNs);
        }
        context.meter.enter(Phase.FINISHING, item.name());
        @Nullable Instant modified = before.modified();
        if (modified != null && !target.canKeep(modified)) {
            context.tell(
                    "TIME_NOT_KEPT",
                    target.label() + " cannot keep times before 1970 or after 2106: such files have the time of the"
                            + " copy");
        }
        setAttributes(part.path());
        for (FileItem twin : item.twins()) {
            link(part.path(), twin, hash);
        }
        if (renames) {
            publish(part.path(), item.target());
        }
        part.drop();
        context.remote.end(target, item.target());
        return hash;
    }

    private void setAttributes(String partial) throws TransferException, InterruptedException {
        Set<Extra> wanted = context.attributes(source, target);
        if (wanted.isEmpty()) {
            target.setAttributes(partial, before);
            return;
        }
        FileAttributes like = source.attributes(item.source().path(), wanted);
        // a mode can forbid writing, and with it extended attributes; an access control list decides on the mode
        boolean extended = wanted.remove(Extra.XATTRS);
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        if (extended) {
            refused.putAll(target.giveAttributes(partial, like, Set.of(Extra.XATTRS)));
        }
        target.setAttributes(partial, before);
        refused.putAll(target.giveAttributes(partial, like, wanted));
        context.tellNotKept(item.source().path(), refused);
    }

    private void publish(String partial, String path) throws TransferException, InterruptedException {
        inPlaceOf(path, _ -> target.publish(partial, path));
    }

    /** Gives a file its name. */
    @FunctionalInterface
    private interface Naming {
        /** @param there whether another may have it still */
        void run(boolean there) throws TransferException, InterruptedException;
    }

    /** What has the name steps aside before, where it is to be kept, and back if the new one does not get it. */
    private void inPlaceOf(String path, Naming naming) throws TransferException, InterruptedException {
        String aside = context.backups.setAside(target, path);
        try {
            naming.run(aside.isEmpty());
        } catch (TransferException e) {
            if (!aside.isEmpty() && target.stat(path).isEmpty()) {
                target.rename(aside, path, false);
            }
            throw e;
        }
    }

    /**
     * Gives what was written and verified the name of a twin: that of no other file, so that none is reached that this
     * transfer did not write.
     */
    private void link(String partial, FileItem twin, String hash) throws TransferException, InterruptedException {
        try {
            if (!twin.now(source).sameContentAs(before)) {
                apart.add(twin); // it is a name of another file by now
                return;
            }
            try (Store.Lock _ = target.lock(twin.target());
                    Store.Lock _ = context.remote.lock(target, twin.target(), context.events)) {
                context.names.refuseAnothers(target, twin);
                inPlaceOf(
                        twin.target(),
                        there -> target.link(
                                partial,
                                twin.target(),
                                there && target.look(twin.target()).isPresent()));
            }
        } catch (TransferException e) {
            if (ENDING.contains(e.reason())) {
                throw e;
            }
            context.tell(
                    Extra.HARD_LINKS.event(),
                    Extra.HARD_LINKS.notKept(target.label() + " did not make all of them; the other names become files"
                            + " of their own"));
            apart.add(twin);
            return;
        }
        if (context.verify) {
            context.finished.add(twin, before.at(twin.source().path()), hash);
        }
        context.meter.linked(before.sizeBytes());
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

    private String hashed(PartialCopy part) throws TransferException, InterruptedException {
        long startNs = context.meter.work().beginMoving();
        try {
            String hash = directly(part.path());
            return hash == null ? Sha256.hex(copied(part).digest()) : hash;
        } finally {
            context.meter.work().endMoving(startNs);
        }
    }

    /** The source's hash, or null when its server does not send straight to the target's. */
    private @Nullable String directly(String partial) throws TransferException, InterruptedException {
        context.meter.enter(Phase.MOVING, item.name());
        String path = item.source().path();
        if (context.limit.isLimited() || before.sizeBytes() < 0 || !copiedDirectly(path, partial)) {
            return null;
        }
        context.meter.advance(before.sizeBytes());
        context.tell("SERVER_TO_SERVER", source.label() + " sends straight to " + target.label());
        if (!context.verify) {
            return "";
        }
        context.meter.enter(Phase.VERIFYING, item.name());
        asked = true;
        Optional<String> atSource = source.sha256(path, -1);
        return atSource.isPresent() ? atSource.get() : source.readSha256(path, context.meter::check);
    }

    private boolean copiedDirectly(String path, String partial) throws TransferException, InterruptedException {
        context.meter.beginUnseen();
        try {
            return target.copyDirectly(source, path, partial);
        } finally {
            context.meter.endUnseen();
        }
    }

    private MessageDigest copied(PartialCopy part) throws TransferException, InterruptedException {
        Resume.Point from = new Resume(source, target, context).find(item, before, part.path(), part.ledger());
        context.meter.enter(Phase.MOVING, item.name());
        context.meter.resume(from.bytes());
        resumed = from.bytes() > 0;
        if (resumed && from.bytes() == before.sizeBytes()) {
            return complete(part, from);
        }
        SourceStream data = null;
        boolean sent = false;
        boolean done = false;
        try (InputStream in = source.read(item.source().path(), from.bytes())) {
            data = new SourceStream(in, source, before, context.meter, context.limit, from, part.ledger());
            long length = before.sizeBytes() < 0 ? -1 : before.sizeBytes() - from.bytes();
            if (context.sparse()) {
                target.writeSparse(part.path(), from.bytes(), data, length);
            } else {
                target.write(part.path(), from.bytes(), data, length);
            }
            sent = true;
            data.requireEnd();
            requireWhole(data.positionBytes());
            done = true;
            return from.running();
        } catch (IOException | TransferException e) {
            TransferException why = failureOf(e);
            // an old file has the name until the new one is written
            if (why.reason() == Reason.SOURCE_CHANGED && sent && !renames) {
                discardAsFarAsPossible(part);
            }
            throw why;
        } finally {
            if (!done) {
                context.meter.fallBack(data == null ? from.bytes() : data.positionBytes(), from.bytes());
            }
        }
    }

    /** An earlier run had everything: there is no byte left to ask for, but what it wrote may not be on the disk. */
    private MessageDigest complete(PartialCopy part, Resume.Point at) throws TransferException, InterruptedException {
        if (part.ledger() != null) {
            try {
                target.write(part.path(), at.bytes(), InputStream.nullInputStream(), 0);
            } catch (IOException e) {
                throw failureOf(e);
            }
        }
        return at.running();
    }

    private TransferException failureOf(Exception e) {
        @Nullable TransferException own = TransferIOException.in(e);
        return own != null ? own : e instanceof TransferException known ? known : target.failure(e, item.target());
    }

    private void requireWhole(long readBytes) throws TransferException, InterruptedException {
        if (before.sizeBytes() >= 0 && readBytes < before.sizeBytes()) {
            if (!item.now(source).sameContentAs(before)) {
                throw item.changed();
            }
            // the server says that this is all and that the file is longer: asked again it says the same
            throw StorePath.failure(
                    Reason.SOURCE_CHANGED,
                    item.source().path(),
                    ": the server announced " + before.sizeBytes() + " bytes and sent only " + readBytes);
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
