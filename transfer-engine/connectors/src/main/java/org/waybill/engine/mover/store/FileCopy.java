package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.Sha256;

/**
 * Copies one file from store to store: into a partial file, on from where an earlier run stopped, hashed on the way,
 * checked against a change of the source, verified at the destination, and only then given its name.
 */
final class FileCopy {
    private static final long ONE_GO_BYTES = 256 << 10;

    private final Store source;
    private final Store target;
    private final Context context;
    /** What lies under the final name after it was written there; null where there is a partial file. */
    private @Nullable Entry written;
    /** Whether an earlier run's bytes were kept: they are of the source as it was then. */
    private boolean resumed;

    private @Nullable String leftOver;
    /** Whether the hash is of the source's own storage or of a second reading, not of what was moved. */
    private boolean asked;

    /**
     * What all files of a transfer have in common.
     *
     * @param remote keeps transfers to one target apart
     * @param names what the target makes of names
     * @param finished what earlier runs have moved
     * @param expected checksums that the file is said to have, where there is but one
     * @param backups where what is replaced is kept
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
            Backups backups) {
        Context knowing(FinishedFiles files) {
            return new Context(meter, limit, verify, events, expected, remote, names, files, backups);
        }

        Context keeping(Backups replaced) {
            return new Context(meter, limit, verify, events, expected, remote, names, finished, replaced);
        }
    }

    FileCopy(Store source, Store target, Context context) {
        this.source = source;
        this.target = target;
        this.context = context;
    }

    /**
     * Moves the file.
     *
     * @return its SHA-256 in lower-case hex; empty when nobody asked for it and the data never came this way
     */
    String copy(FileItem item) throws TransferException, InterruptedException {
        context.meter.check();
        target.checkName(item.target());
        Store.Lock own;
        try {
            own = target.lock(item.target());
        } catch (TransferException e) {
            return unlessUnwritable(item, e);
        }
        try (own;
                Store.Lock _ = context.remote.lock(target, item.target(), context.events)) {
            context.names.refuseAnothers(target, item);
            Entry before = item.source().exact() ? item.source() : current(item);
            Optional<String> there = new SkipUnchanged(source, target, context).hash(item, before);
            if (there.isPresent()) {
                context.remote.begin(target, item.target(), "", context.events);
                return found(item, before, there.get());
            }
            String hash = moveAndPublish(item, before);
            if (context.verify) {
                context.finished.add(item, before, hash);
            }
            context.meter.fileDone();
            return hash;
        }
    }

    private String found(FileItem item, Entry before, String hash) throws TransferException, InterruptedException {
        new ExpectedChecksumCheck(target, context).require(item, item.target(), hash);
        context.meter.resume(before.sizeBytes());
        context.meter.fileDone();
        return hash;
    }

    /** What is there already needs no writing: that this user may not write there is no failure then. */
    private String unlessUnwritable(FileItem item, TransferException refusal)
            throws TransferException, InterruptedException {
        if (refusal.reason() != Reason.PERMISSION && refusal.reason() != Reason.READ_ONLY) {
            throw refusal;
        }
        Entry before = item.source().exact() ? item.source() : current(item);
        return found(
                item,
                before,
                new SkipUnchanged(source, target, context).hash(item, before).orElseThrow(() -> refusal));
    }

    private String moveAndPublish(FileItem item, Entry before) throws TransferException, InterruptedException {
        boolean renames = target.features().contains(Feature.RENAME);
        String partial = renames
                ? context.remote.partial(target, item.target(), PartialName.origin(before, source.label()))
                : item.target();
        if (!renames && target.features().contains(Feature.READ_BACK)) {
            context.events.tell(
                    "NO_RENAME",
                    target.label() + " renames nothing: files are written under their final names and verified there");
        }
        context.remote.begin(target, item.target(), renames ? partial : "", context.events);
        @Nullable
        PrefixLedger ledger = before.sizeBytes() >= PrefixLedger.INTERVAL_BYTES
                ? target.ledger(partial).orElse(null)
                : null;
        try (ledger) {
            try {
                return verifiedAndPublished(item, before, partial, ledger);
            } catch (TransferException e) {
                TransferException why = meaning(e, item, before, renames ? partial : "");
                if (why.reason() == Reason.SOURCE_CHANGED && renames) {
                    discardAsFarAsPossible(partial, ledger);
                }
                throw why;
            }
        }
    }

    private String verifiedAndPublished(FileItem item, Entry before, String partial, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        boolean renames = target.features().contains(Feature.RENAME);
        String hash = moved(item, before, partial, ledger);
        written = renames ? null : target.stat(partial).orElse(null);
        refuseChangedSource(item, before, partial, hash, ledger);
        if (context.verify) {
            context.meter.enter(Phase.VERIFYING, item.name());
            long movedNs = context.meter.work().nowNs();
            verify(item, partial, hash, ledger);
            compare(item, partial, hash, ledger);
            compareWithSource(item, before, partial, hash, ledger);
            context.meter.work().did(CopyTimes.Task.VERIFYING, movedNs);
        }
        context.meter.enter(Phase.FINISHING, item.name());
        target.setAttributes(partial, before);
        if (renames) {
            publish(partial, item.target());
        }
        drop(ledger);
        context.remote.end(target, item.target());
        return hash;
    }

    /** What has the name steps aside before, where it is to be kept, and back if the new one does not get it. */
    private void publish(String partial, String path) throws TransferException, InterruptedException {
        String aside = context.backups.setAside(target, path);
        try {
            target.publish(partial, path);
        } catch (TransferException e) {
            if (!aside.isEmpty() && target.stat(path).isEmpty()) {
                target.rename(aside, path, false);
            }
            throw e;
        }
    }

    /**
     * A source that vanished or became a directory is the reason of what failed, whatever was said of it. Else, where
     * what had arrived is gone: servers without locks let anybody rename or remove what another one has not finished.
     *
     * @param partial empty where there is no partial file
     */
    private TransferException meaning(TransferException e, FileItem item, Entry before, String partial)
            throws InterruptedException {
        if (e.reason() != Reason.NOT_FOUND && e.reason() != Reason.PERMISSION && e.reason() != Reason.BAD_INPUT) {
            return e;
        }
        try {
            Optional<Entry> now = source.stat(item.source().path());
            if (now.isEmpty() || now.get().kind() != before.kind()) {
                return now.isEmpty() ? vanished(item) : changed(item);
            }
            boolean taken = e.reason() == Reason.NOT_FOUND
                    && !partial.isEmpty()
                    && target.stat(partial).isEmpty();
            return !taken
                    ? e
                    : new TransferException(
                            Reason.TARGET_BUSY,
                            StorePath.shown(item.target()) + " at "
                                    + target.label()
                                    + ": what had arrived of it has been renamed or removed, by another transfer it"
                                    + " seems; wait for it, or choose another name",
                            e);
        } catch (TransferException _) {
            return e;
        }
    }

    private String moved(FileItem item, Entry before, String partial, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        long startNs = context.meter.work().beginMoving();
        try {
            String hash = directly(item, before, partial);
            return hash == null ? Sha256.hex(move(item, before, partial, ledger).digest()) : hash;
        } finally {
            context.meter.work().endMoving(startNs);
        }
    }

    /** The source's hash, or null when its server does not send straight to the target's. */
    private @Nullable String directly(FileItem item, Entry before, String partial)
            throws TransferException, InterruptedException {
        context.meter.enter(Phase.MOVING, item.name());
        String path = item.source().path();
        if (context.limit.isLimited() || before.sizeBytes() < 0 || !copiedDirectly(path, partial)) {
            return null;
        }
        context.meter.advance(before.sizeBytes());
        context.events.tell("SERVER_TO_SERVER", source.label() + " sends straight to " + target.label());
        if (!context.verify) {
            return "";
        }
        context.meter.enter(Phase.VERIFYING, item.name());
        asked = true;
        Optional<String> farEnd = source.sha256(path, -1);
        return farEnd.isPresent() ? farEnd.get() : Verifier.readHash(source, path, context.meter);
    }

    private boolean copiedDirectly(String path, String partial) throws TransferException, InterruptedException {
        context.meter.beginUnseen();
        try {
            return target.copyDirectly(source, path, partial);
        } finally {
            context.meter.endUnseen();
        }
    }

    private MessageDigest move(FileItem item, Entry before, String partial, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        Resume.Point from = new Resume(source, target, context).find(item, before, partial, ledger);
        context.meter.enter(Phase.MOVING, item.name());
        context.meter.resume(from.bytes());
        resumed = from.bytes() > 0;
        if (from.bytes() > 0 && from.bytes() == before.sizeBytes()) {
            return complete(item, partial, from, ledger);
        }
        SourceStream data = null;
        boolean sent = false;
        boolean done = false;
        try (InputStream in = source.read(item.source().path(), from.bytes())) {
            data = new SourceStream(
                    in,
                    source,
                    item.source().path(),
                    from.running(),
                    context.meter,
                    context.limit,
                    ledger,
                    from.bytes(),
                    before.sizeBytes());
            long length = before.sizeBytes() < 0 ? -1 : before.sizeBytes() - from.bytes();
            target.write(partial, from.bytes(), data, length);
            sent = true;
            data.requireEnd();
            requireWhole(item, before, data.positionBytes());
            done = true;
            return from.running();
        } catch (IOException | TransferException e) {
            TransferException why = failureOf(e, item);
            // an old file has the name until the new one is written
            if (why.reason() == Reason.SOURCE_CHANGED
                    && sent
                    && !target.features().contains(Feature.RENAME)) {
                discardAsFarAsPossible(partial, ledger);
            }
            throw why;
        } finally {
            if (!done) {
                context.meter.fallBack(data == null ? from.bytes() : data.positionBytes(), from.bytes());
            }
        }
    }

    /** An earlier run had everything: there is no byte left to ask for, but what it wrote may not be on the disk. */
    private MessageDigest complete(FileItem item, String partial, Resume.Point at, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        if (ledger != null) {
            try {
                target.write(partial, at.bytes(), InputStream.nullInputStream(), 0);
            } catch (IOException e) {
                throw failureOf(e, item);
            }
        }
        return at.running();
    }

    private TransferException failureOf(Exception e, FileItem item) {
        @Nullable TransferException own = TransferIOException.in(e);
        return own != null ? own : e instanceof TransferException known ? known : target.failure(e, item.target());
    }

    private void requireWhole(FileItem item, Entry before, long readBytes)
            throws TransferException, InterruptedException {
        if (before.sizeBytes() >= 0 && readBytes < before.sizeBytes()) {
            if (!current(item).sameContentAs(before)) {
                throw changed(item);
            }
            // the server says that this is all and that the file is longer: asked again it says the same
            throw new TransferException(
                    Reason.SOURCE_CHANGED,
                    "only " + readBytes + " of " + before.sizeBytes() + " bytes that were announced came from "
                            + StorePath.shown(item.source().path()));
        }
    }

    private void refuseChangedSource(
            FileItem item, Entry before, String partial, String hash, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        if (before.sizeBytes() >= 0 && (!current(item).sameContentAs(before) || (resumed && isAnother(item, hash)))) {
            if (!target.features().contains(Feature.RENAME)) {
                discard(partial, ledger);
            }
            throw changed(item);
        }
    }

    /** A time that was put back hides a change from protocols that tell no more; a hash of the far end does not. */
    private boolean isAnother(FileItem item, String hash) throws TransferException, InterruptedException {
        if (!context.verify || source.features().contains(Feature.CHEAP_READ)) {
            return false;
        }
        Optional<String> farEnd = source.sha256(item.source().path(), -1);
        return farEnd.isPresent() && !farEnd.get().equals(hash);
    }

    private static TransferException changed(FileItem item) {
        return new TransferException(
                Reason.SOURCE_CHANGED,
                StorePath.shown(item.source().path())
                        + " changed while it was read; move it again when nobody writes it");
    }

    private Entry current(FileItem item) throws TransferException, InterruptedException {
        String path = item.source().path();
        return source.stat(path).orElseThrow(() -> vanished(item));
    }

    private static TransferException vanished(FileItem item) {
        return new TransferException(
                Reason.SOURCE_CHANGED, StorePath.shown(item.source().path()) + " vanished while it was read");
    }

    private void verify(FileItem item, String partial, String expected, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        Optional<String> actual = new Verifier(target, context).hashAtDestination(partial, item);
        if (actual.isPresent() && !actual.get().equals(expected)) {
            Entry ours = written;
            if (ours != null && target.stat(partial).filter(ours::sameContentAs).isEmpty()) {
                throw new TransferException(
                        Reason.TARGET_BUSY,
                        StorePath.shown(item.target()) + " at " + target.label()
                                + " was replaced by another writer while it was verified; it is left so");
            }
            discard(partial, ledger);
            throw new TransferException(
                    Reason.VERIFICATION_FAILED,
                    "what arrived as "
                            + StorePath.shown(item.target()) + " is not what was sent: SHA-256 " + actual.get()
                            + " instead of " + expected);
        }
    }

    private void compare(FileItem item, String partial, String hash, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        try {
            new ExpectedChecksumCheck(target, context).require(item, partial, hash);
        } catch (TransferException e) {
            if (e.reason() == Reason.WRONG_CONTENT) {
                discard(partial, ledger);
            }
            throw e;
        }
    }

    /**
     * A source whose server tells a checksum is compared with it: nothing else shows a file that was rewritten in place
     * and had its time put back, or a byte that was altered on a connection in clear. Where there is none for such a
     * connection, or for a file that arrived in several runs, the report says so.
     */
    private void compareWithSource(
            FileItem item, Entry before, String partial, String hash, @Nullable PrefixLedger ledger)
            throws TransferException, InterruptedException {
        if (asked || !source.isRemote() || !context.expected.isEmpty()) {
            return;
        }
        boolean cipher = source.features().contains(Feature.PROTECTED);
        // a stream has no content to ask for, and what is read in one go nobody rewrites meanwhile
        Optional<String> farEnd = cipher && before.sizeBytes() <= ONE_GO_BYTES
                ? Optional.empty()
                : source.sha256(item.source().path(), -1);
        if (farEnd.isEmpty() && (!cipher || resumed)) {
            context.meter.compared(Compared.ARRIVED);
            context.events.tell(
                    "SOURCE_TELLS_NO_CHECKSUM",
                    source.label()
                            + " tells no checksum to compare with: the copy matches what arrived, "
                            + (cipher ? "in more than one run" : "over a connection in clear"));
        } else if (farEnd.isPresent() && !farEnd.get().equals(hash)) {
            discard(partial, ledger);
            throw cipher
                    ? changed(item)
                    : new TransferException(
                            Reason.VERIFICATION_FAILED,
                            "what arrived of "
                                    + StorePath.shown(item.source().path()) + " is not what " + source.label()
                                    + " has: SHA-256 "
                                    + hash + " instead of " + farEnd.get());
        }
    }

    private void discard(String partial, @Nullable PrefixLedger ledger) throws TransferException, InterruptedException {
        target.delete(partial);
        drop(ledger);
    }

    /**
     * What is under way may have broken the connection to the target, and a server may have no place for another one
     * beside it: then it is left to whoever renews the connection.
     */
    private void discardAsFarAsPossible(String partial, @Nullable PrefixLedger ledger) throws InterruptedException {
        try {
            drop(ledger);
            Store fresh = target.another();
            try {
                fresh.delete(partial);
            } finally {
                if (fresh != target) {
                    fresh.close();
                }
            }
        } catch (TransferException _) {
            leftOver = partial;
        }
    }

    /** What a failed copy could not remove at its target. */
    Optional<String> leftOver() {
        return Optional.ofNullable(leftOver);
    }

    private void drop(@Nullable PrefixLedger ledger) throws TransferException {
        if (ledger != null) {
            try {
                ledger.delete();
            } catch (IOException e) {
                throw target.failure(e, "the ledger");
            }
        }
    }
}
