package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.ManifestDigests;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.SerialWorker;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.Sha256;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message.Have;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.WireException;

/** The files of a sink's session, from the manifest to their final names. */
final class SinkFiles implements AutoCloseable {
    private static final int MAX_ENTRIES = 10_000_000;

    private final TargetTree tree;
    private final SessionSettings settings;
    private final boolean verify;
    private final SessionOutcome outcome;
    private final SessionScope scope;
    private final Source source;
    private final CutThroughListener arrival;
    private final Committer committer;
    private final SinkMeter meter = new SinkMeter();
    private final List<@Nullable ReceivingFile> entries = new ArrayList<>();
    private final ManifestDigests book = new ManifestDigests();
    private final SinkProgress tally = new SinkProgress();
    private final PeerLimits limits = PeerLimits.tree();
    private final SinkNames names;
    private final Missing missing;
    private final Losses losses;
    private final OpenPartialFiles parts;
    private final SinkWriter writer;
    private final TargetHold hold;
    private final AtomicBoolean finished = new AtomicBoolean();
    private final SerialWorker examiner;
    /** Listed and not looked at yet, since no place is free for a large file; the examiner's. */
    private final ArrayDeque<TreeEntry> unexamined = new ArrayDeque<>();
    /** Large files that were taken for found and are not: they wait for places too; the examiner's. */
    private final ArrayDeque<ReceivingFile> mistaken = new ArrayDeque<>();

    /** What the source has taken back; the examiner's. */
    private final Set<Integer> withdrawn = new HashSet<>();

    private final ManifestOrder order = new ManifestOrder();
    /** The examiner's, as is the next. */
    private int listed;
    private boolean isTree;

    /** What the source is told. */
    interface Source {
        void need(Message.Need need) throws IOException;

        void again(int entry) throws IOException;

        void committed(int entry);

        /** Whether it goes on with the others when it hears of one. */
        boolean hearsOfOne();

        void unwritable(Message.Unwritable news) throws IOException;

        void allCommitted() throws IOException, InterruptedException;
    }

    /** @param examiner the thread that looks at what is there; what it is given here must not wait */
    SinkFiles(TargetTree tree, SessionSettings settings, SessionOutcome outcome, SessionScope scope, Source source,
            CutThroughListener arrival, SerialWorker examiner) {
        this.tree = tree;
        this.settings = settings;
        this.verify = settings.verify();
        this.names = new SinkNames(tree, settings.name());
        this.examiner = examiner;
        this.parts = new OpenPartialFiles(tree, settings.owner(), () -> examiner.submit(this::examine));
        this.hold = new TargetHold(tree, settings.owner());
        this.missing = new Missing(settings.listener());
        this.losses = new Losses(missing, source, limits);
        Decisions decisions = new Decisions();
        this.writer = new SinkWriter(tree, parts, names, tally, meter, verify, arrival, decisions, outcome::isEnded);
        this.outcome = outcome;
        this.scope = scope;
        this.source = source;
        this.arrival = arrival;
        this.committer = new Committer(writer, decisions, meter);
    }

    void start() {
        outcome.whenEnded(parts::end);
        outcome.whenEnded(hold::leave);
        writer.start(outcome, scope);
        committer.start(outcome, scope);
    }

    /** Takes note of the next entries, and looks at them. */
    void examine(Message.Manifest manifest) throws IOException, InterruptedException, TransferException {
        if (manifest.entries().isEmpty() && !(manifest.last() && listed > 0)) {
            throw new WireException("a list of nothing");
        }
        if (tally.isListed() || listed + manifest.entries().size() > MAX_ENTRIES) {
            throw new WireException("more entries than announced or allowed");
        }
        if (listed == 0) {
            holdTarget(manifest);
        }
        limits.take(0);
        for (Message.Entry entry : manifest.entries()) {
            limits.take(entry.path().length());
            unexamined.add(order.checked(entry, listed++, isTree));
        }
        tally.announced(manifest.entries());
        if (manifest.last()) {
            tally.listed();
        }
        examine();
    }

    /** Says what is there already and what is needed, as far as large files find places. */
    private void examine() throws IOException, InterruptedException, TransferException {
        while (!mistaken.isEmpty() && parts.tryReserve()) {
            openAgain(mistaken.remove());
        }
        List<Have> exceptions = new ArrayList<>();
        while (!unexamined.isEmpty() && examineEntry(unexamined.element(), exceptions)) {
            unexamined.remove();
        }
        source.need(new Message.Need(entryCount(), exceptions));
        finishIfDone();
    }

    private void holdTarget(Message.Manifest first) throws TransferException {
        boolean large = false;
        for (Message.Entry entry : first.entries()) {
            isTree |= entry.kind() == Kind.DIRECTORY;
            large |= entry.sizeBytes() >= PartialFile.RESUMABLE_BYTES;
        }
        if (isTree) {
            losses.ofTree();
        }
        try {
            // a large single file is locked with its ledger
            if (isTree || !large) {
                hold.take();
            }
        } catch (IOException e) {
            // who may write nothing there may find everything; whatever is not there says the same when it is written
            if (!StorageErrors.isUnwritable(e)) {
                throw StorageErrors.map(e, "writing", settings.name());
            }
        }
    }

    /** False if it must wait for a place. */
    private boolean examineEntry(TreeEntry entry, List<Have> exceptions)
            throws IOException, InterruptedException, TransferException {
        ReceivingFile file = entry.directory() ? null : new ReceivingFile(entryCount(), entry);
        TransferException why = losses.above(entry);
        if (why == null) {
            try {
                if (!makeReady(entry, file, exceptions)) {
                    return false;
                }
            } catch (IOException e) {
                why = names.explain(e, entry);
            } catch (TransferException e) {
                why = e;
            }
        }
        synchronized (this) {
            entries.add(file);
        }
        if (why != null) {
            lostAtOnce(entry, file, why);
            return true;
        }
        // one of which a killed run had left all bytes wants no blocks either, and has no name yet
        if (file != null && file.isCompared()) {
            writer.hashExisting(file);
        } else if (file != null && entry.sizeBytes() == 0) {
            decide(file, file.ownDigest(Sha256.of(new byte[0], 0, 0), verify));
            decide(file, file.written(verify));
        } else if (file != null) {
            writer.hashFound(file);
        }
        return true;
    }

    /** Looks what is there, and takes room and place for what is not; false if there is no place now. */
    private boolean makeReady(TreeEntry entry, @Nullable ReceivingFile file, List<Have> exceptions)
            throws IOException, TransferException {
        if (file == null) {
            tree.createDirectory(entry.names());
        } else if (entry.version().equals(tree.existing(entry))) {
            file.compare();
            exceptions.add(new Have(file.number, true, List.of()));
            tally.resumed(entry.sizeBytes());
        } else if (!isLarge(entry)) {
            names.claim(entry, entry.sizeBytes());
        } else if (parts.tryReserve()) {
            openLarge(file, exceptions);
        } else {
            return false;
        }
        return true;
    }

    private static boolean isLarge(TreeEntry entry) {
        return entry.sizeBytes() > RecordFormat.MAX_CONTENT;
    }

    private void openLarge(ReceivingFile file, List<Have> exceptions) throws IOException, TransferException {
        PartialFile part = onReservedPlace(file);
        receiveLarge(file, part);
        if (part.presentBytes() > 0) {
            exceptions.add(goOn(file, part));
        }
    }

    private PartialFile onReservedPlace(ReceivingFile file) throws IOException, TransferException {
        PartialFile part;
        try {
            names.claim(file.entry, Math.max(0, file.entry.sizeBytes() - tree.partialBytes(file.entry)));
            part = parts.openReserved(file);
        } catch (IOException | TransferException e) {
            parts.giveBack();
            throw e;
        }
        file.receiveInto(part, null);
        return part;
    }

    private void openAgain(ReceivingFile file) throws IOException, TransferException {
        try {
            PartialFile fresh = onReservedPlace(file);
            fresh.restart();
            receiveLarge(file, fresh);
        } catch (IOException e) {
            lost(file, names.explain(e, file.entry));
            return;
        } catch (TransferException e) {
            lost(file, e);
            return;
        }
        source.again(file.number);
    }

    private void receiveLarge(ReceivingFile file, PartialFile part) throws IOException {
        file.receiveInto(part, verify ? new OutOfOrderHash(part, outcome::isEnded) : null);
        if (!isTree) {
            arrival.receiving(file.entry, part);
        }
    }

    /** An earlier run has left a part of it; returns what. */
    private Have goOn(ReceivingFile file, PartialFile part) throws TransferException {
        long bytes = part.presentBytes();
        settings.listener().onEvent("RESUMED", "going on with " + names.of(file.entry) + ", " + bytes
                + " bytes of it are there");
        file.found(bytes);
        tally.resumed(bytes);
        if (bytes == file.entry.sizeBytes()) {
            decide(file, file.written(verify));
        }
        return new Have(file.number, false, part.present().stream()
                .map(range -> new Range(range.start(), range.length())).toList());
    }

    /** Writes a segment of a block; the block is retained if its content is still needed afterwards. */
    void write(int number, long offset, Block block, int start, int length)
            throws IOException, InterruptedException, TransferException {
        ReceivingFile file = entry(number);
        try {
            writer.write(file, offset, block, start, length);
        } catch (TransferException e) {
            lost(file, e);
        }
    }

    /** The source has said all it has to say; ending before would cut it short. */
    void sourceIsThrough() throws IOException, InterruptedException, TransferException {
        tally.sourceIsThrough();
        finishIfDone();
    }

    void sourceDigest(int number, byte[] sha256) throws TransferException, WireException {
        ReceivingFile file = entry(number);
        decide(file, file.sourceDigest(sha256));
    }

    private void decide(ReceivingFile file, ReceivingFile.Verdict verdict) throws TransferException {
        switch (verdict) {
            case WAIT -> { }
            case COMMIT -> committer.add(file);
            case SAME -> scope.run(() -> {
                tidy(file);
                committed(file);
            });
            case AGAIN -> startAgain(file);
            default -> throw new IllegalStateException("verdict " + verdict);
        }
    }

    /** A run that was killed after the renaming has left its ledger and lock. */
    private void tidy(ReceivingFile file) {
        try {
            tree.tidy(file.entry, settings.owner());
        } catch (IOException e) {
            if (!StorageErrors.isUnwritable(e)) {
                cannotClose(e);
            }
        }
    }

    private void startAgain(ReceivingFile file) throws TransferException {
        if (file.attempts() > 1) {
            lost(file, new TransferException(Reason.VERIFICATION_FAILED, "\"" + names.of(file.entry) + "\" arrived"
                    + " twice with another SHA-256 than the source's; check the memory and disks of both ends"));
            return;
        }
        settings.listener().onEvent("VERIFY_AGAIN", names.of(file.entry) + " is sent again: SHA-256 differs");
        try {
            tally.startsAgain(file.entry.sizeBytes(), file.startAgain());
            PartialFile part = file.part();
            if (part != null) {
                part.restart();
                file.receiveInto(part, file.hash() == null ? null : new OutOfOrderHash(part, outcome::isEnded));
            } else if (isLarge(file.entry)) {
                examiner.submit(() -> {
                    mistaken.add(file);
                    examine();
                });
                return;
            }
        } catch (IOException e) {
            lost(file, names.explain(e, file.entry));
            return;
        }
        scope.run(() -> source.again(file.number));
    }

    /** The source cannot send an entry, or something that the manifest does not name: the rest is moved. */
    void unsendable(Message.Unsendable not) throws IOException, InterruptedException, TransferException {
        TransferException why = new TransferException(not.reason(), not.why());
        if (not.entry() == Message.Unsendable.NOT_LISTED) {
            losses.note(not.missing(), why);
            return;
        }
        limits.take(0);
        ReceivingFile file = entry(not.entry());
        if (!withdrawn.add(not.entry())) {
            throw new WireException("it takes back entry " + not.entry() + " twice");
        }
        // what was sent twice may have come, and what we cannot write is named already
        if (file.withdraw()) {
            losses.note(NotTransferred.failed(file.entry.path(), why), why);
            giveUp(file, why);
        }
    }

    /** An entry that was just looked at cannot be written. */
    private void lostAtOnce(TreeEntry entry, @Nullable ReceivingFile file, TransferException why)
            throws IOException, InterruptedException, TransferException {
        if (entry.names().isEmpty() || losses.isOfAll(why)) {
            throw why;
        }
        if (file != null && file.giveUp()) {
            losses.unwritable(file.number, entry.path(), why);
            giveUp(file, why);
        } else if (file == null) {
            losses.directory(entry, why);
            losses.unwritable(entryCount() - 1, entry.path(), why);
        }
    }

    /** A file cannot be written: the others are, if there are any. */
    private void lost(ReceivingFile file, TransferException why) throws TransferException {
        boolean first = file.giveUp();
        if (outcome.isEnded() || losses.isOfAll(why)) {
            if (isWorthless(why)) {
                scope.run(() -> close(file.part(), true));
            }
            throw why;
        }
        if (first) {
            examiner.submit(() -> {
                losses.unwritable(file.number, file.entry.path(), why);
                giveUp(file, why);
            });
        }
    }

    /** Keeps of it what a later run can go on with. */
    private void giveUp(ReceivingFile file, TransferException why)
            throws IOException, InterruptedException, TransferException {
        tally.withdrawn(file.entry.sizeBytes(), file.doneBytes());
        writer.forget(file);
        PartialFile part = file.releasePart();
        parts.release(part);
        try {
            close(part, isWorthless(why));
        } catch (IOException e) {
            cannotClose(e);
        }
        finishIfDone();
    }

    private static boolean isWorthless(TransferException why) {
        return why.reason() == Reason.SOURCE_CHANGED || why.reason() == Reason.VERIFICATION_FAILED;
    }

    private static void close(@Nullable PartialFile part, boolean worthless) throws IOException {
        if (part != null && worthless) {
            part.discard();
        }
        if (part != null) {
            part.close();
        }
    }

    private void committed(ReceivingFile file) throws IOException, InterruptedException, TransferException {
        file.arrived();
        byte[] digest = file.digest();
        if (verify && digest != null) {
            book.put(file.number, digest);
        }
        if (!isTree) {
            arrival.whole(verify ? digest : null);
        }
        parts.release(file.releasePart());
        source.committed(file.number);
        tally.committed();
        finishIfDone();
    }

    private void finishIfDone() throws IOException, InterruptedException, TransferException {
        // two threads may see at once that all is there
        if (!tally.isComplete() || outcome.isEnded() || !finished.compareAndSet(false, true)) {
            return;
        }
        try {
            tree.checkNames();
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", settings.name());
        }
        hold.finish(missing.firstFailure() == null);
        source.allCommitted();
    }

    /** What bounded the rate as seen from here. */
    Cause cause(int streams) {
        return meter.cause(streams);
    }

    private synchronized ReceivingFile entry(int number) throws WireException {
        ReceivingFile file = number >= 0 && number < entries.size() ? entries.get(number) : null;
        if (file == null) {
            throw new WireException("it speaks of entry " + number + ", which is no file that was asked for");
        }
        return file;
    }

    private synchronized int entryCount() {
        return entries.size();
    }

    TransferListener.Progress progress() {
        return tally.progress();
    }

    synchronized SessionResult result(long tornBytes, int streams, Cause sourceCause) {
        return new SessionResult(tally.totalBytes(), tally.totalFiles(), tally.resumedBytes(),
                tally.repeatedBytes() + tornBytes, streams,
                book.summary(number -> {
                    ReceivingFile file = entries.get(number);
                    return file == null ? new TreeEntry(List.of(), true, 0, 0, 0) : file.entry;
                }, isTree), sourceCause, cause(streams), missing.firstFailure(), missing.all());
    }

    /** As in {@link TransferSide#named}. */
    synchronized TransferException named(TransferException failure) {
        if (!isTree) {
            return failure;
        }
        Stream<TreeEntry> known = entries.stream().filter(file -> file != null && !file.isOver())
                .map(file -> file.entry);
        return missing.named(failure, Stream.concat(known, unexamined.stream().filter(entry -> !entry.directory()))
                .map(TreeEntry::path).toList());
    }

    /** Frees everything; may be called again, and by another thread meanwhile, which then waits. */
    @Override
    public synchronized void close() {
        TransferException failure = outcome.failure();
        boolean worthless = failure != null && failure.reason() == Reason.SOURCE_CHANGED;
        parts.close(worthless, this::cannotClose);
        try {
            hold.close();
        } catch (IOException e) {
            cannotClose(e);
        }
        tree.close();
    }

    /** Hears what the writing threads learn. */
    private final class Decisions implements SinkWriter.FileDecisions {
        @Override
        public void decide(ReceivingFile file, ReceivingFile.Verdict verdict) throws TransferException {
            SinkFiles.this.decide(file, verdict);
        }

        @Override
        public void committed(ReceivingFile file) {
            scope.run(() -> SinkFiles.this.committed(file));
        }

        @Override
        public void lost(ReceivingFile file, TransferException why) throws TransferException {
            SinkFiles.this.lost(file, why);
        }
    }

    private void cannotClose(IOException e) {
        settings.listener().onEvent("CLOSE", String.valueOf(e.getMessage()));
    }
}
