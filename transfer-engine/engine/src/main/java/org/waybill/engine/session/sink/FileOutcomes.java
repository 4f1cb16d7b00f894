package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.ManifestDigests;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.storage.NameFidelityCheck;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetHardLinks;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** Decides what becomes of each file of a session, gives up those that cannot be had, and ends it when all are done. */
final class FileOutcomes {
    private final SinkContext shared;
    private final SessionTask lookAgain;
    private final SinkWriter writer;
    private final Committer committer;
    private final ManifestDigests book = new ManifestDigests();
    private final AtomicBoolean finished = new AtomicBoolean();
    /** Large files that were taken for found and are not: they wait for places too; the examiner's. */
    private final ArrayDeque<ReceivingFile> mistaken = new ArrayDeque<>();
    /** What the source has taken back; the examiner's. */
    private final Set<Integer> withdrawn = new HashSet<>();

    /** @param lookAgain what the examiner does when there is something to look at again */
    FileOutcomes(SinkContext shared, SessionTask lookAgain) {
        this.shared = shared;
        this.lookAgain = lookAgain;
        this.writer = new SinkWriter(shared, this);
        this.committer = new Committer(shared, writer, this);
    }

    void start() {
        writer.start();
        committer.start();
    }

    SinkWriter writer() {
        return writer;
    }

    /** The SHA-256 of all. */
    @Nullable
    String summary() {
        return book.summary(shared.files::entry, shared.losses.isTree());
    }

    boolean hasMistaken() {
        return !mistaken.isEmpty();
    }

    ReceivingFile takeMistaken() {
        return mistaken.remove();
    }

    /** Something decisive was learnt of a file; for many threads. */
    void decide(ReceivingFile file, ReceivingFile.Verdict verdict) throws TransferException {
        switch (verdict) {
            case WAIT -> {}
            case COMMIT -> committer.add(file);
            case SAME -> committed(file);
            case AGAIN -> startAgain(file);
            default -> throw new IllegalStateException("verdict " + verdict);
        }
    }

    /** Runs that were killed, also between the renaming and their end, have left ledgers and locks. */
    private void tidy(ReceivingFile file) {
        try {
            shared.tree.tidy(file.entry.names(), shared.settings.owner());
        } catch (IOException e) {
            if (!StorageErrors.isUnwritable(e)) {
                shared.cannotClose(e);
            }
        }
    }

    private void startAgain(ReceivingFile file) throws TransferException {
        startAgain(file, shared.verify ? "SHA-256 differs" : "its source is another one than before");
    }

    private void startAgain(ReceivingFile file, String why) throws TransferException {
        try {
            if (file.isCompared()) {
                // of a file with its size and time this was not asked before
                shared.tree.requireReplaceable(file.entry);
            }
        } catch (IOException e) {
            lost(file, shared.names.explain(e, file.entry));
            return;
        }
        if (file.attempts() > 1) {
            lost(
                    file,
                    new TransferException(
                            Reason.VERIFICATION_FAILED,
                            "\"" + shared.names.of(file.entry) + "\" arrived twice with another SHA-256 than the"
                                    + " source's; check the memory and disks of both"
                                    + " ends"));
            return;
        }
        shared.arrival.differs(file.entry, shared.tree);
        shared.settings.event("VERIFY_AGAIN", shared.names.of(file.entry) + " is sent again: " + why);
        try {
            shared.tally.startsAgain(file.entry.sizeBytes(), file.startAgain());
            PartialFile part = file.part();
            if (part != null) {
                part.restart();
                file.receiveInto(part, file.hash() == null ? null : writer.hash(part));
            } else if (FileExaminer.isLarge(file.entry)) {
                shared.examiner.submit(() -> {
                    mistaken.add(file);
                    lookAgain.run();
                });
                return;
            }
        } catch (IOException e) {
            lost(file, shared.names.explain(e, file.entry));
            return;
        }
        shared.scope.run(() -> shared.source.again(file.number));
    }

    /** Nothing comes of an empty file but its digest. */
    void emptyFile(ReceivingFile file) throws TransferException {
        decide(file, file.ownDigest(Sha256.of(new byte[0], 0, 0), shared.verify));
        decide(file, file.written(shared.verify));
    }

    /** A name is now one of another file that has arrived. */
    void linked(ReceivingFile file, ReceivingFile to) {
        file.linked(to);
        byte[] digest = file.digest();
        if (shared.verify && digest != null) {
            book.put(file.number, digest);
        }
        tidy(file);
        shared.tally.linked();
        shared.source.committed(file.number);
    }

    /** A further name of a file comes as a file of its own after all. */
    private void receive(ReceivingFile file) throws IOException, TransferException, InterruptedException {
        TreeEntry entry = file.entry;
        shared.tally.announced(entry);
        try {
            shared.tree.existing(entry, _ -> false); // may have to stay
            Optional<TargetHardLinks.Found> there = shared.hardLinks.found(entry);
            if (there.isPresent() && (file.knowsSource() || !shared.verify)) {
                file.compare(there.get());
                shared.tally.resumed(entry.sizeBytes(), entry.sizeBytes());
                writer.hashExisting(file);
            } else {
                request(file);
            }
        } catch (IOException e) {
            lostAtOnce(entry, file, shared.names.explain(e, entry));
        } catch (TransferException e) {
            lostAtOnce(entry, file, e);
        }
    }

    private void request(ReceivingFile file) throws IOException, TransferException {
        file.forgetSource();
        if (FileExaminer.isLarge(file.entry)) {
            shared.examiner.submit(() -> {
                mistaken.add(file);
                lookAgain.run();
            });
            return;
        }
        shared.names.claim(file.entry, file.entry.sizeBytes());
        if (file.entry.sizeBytes() == 0) {
            emptyFile(file);
        }
        shared.source.again(file.number);
    }

    /** The source cannot send an entry, or something that the manifest does not name: the rest is copied. */
    void unsendable(Message.Unsendable not) throws IOException, InterruptedException, TransferException {
        TransferException why = new TransferException(not.reason(), not.why());
        if (not.entry() == Message.Unsendable.NOT_LISTED) {
            shared.losses.note(not.missing(), why);
            return;
        }
        shared.limits.take(0);
        ReceivingFile file = shared.files.get(not.entry());
        if (!withdrawn.add(not.entry())) {
            throw new WireException("it takes back entry " + not.entry() + " twice");
        }
        // what was sent twice may have come, and what we cannot write is named already
        if (file.withdraw()) {
            shared.losses.note(NotTransferred.failed(file.entry.path(), why), why);
            // what the source does not have any more is resumed by no later run
            giveUp(file, isWorthless(why) || why.reason() == Reason.NOT_FOUND);
        }
    }

    /** An entry that was just looked at cannot be written. */
    void lostAtOnce(TreeEntry entry, @Nullable ReceivingFile file, TransferException why)
            throws IOException, InterruptedException, TransferException {
        if (entry.names().isEmpty() || isOfAll(why)) {
            throw why;
        }
        if (file != null && file.giveUp()) {
            shared.losses.unwritable(file.number, entry.path(), why);
            giveUp(file, isWorthless(why));
        } else if (file == null) {
            shared.losses.directory(entry, why);
            shared.losses.unwritable(shared.files.count() - 1, entry.path(), why);
        }
    }

    private boolean isOfAll(TransferException why) {
        return shared.losses.isOfAll(why) || why.reason() == Reason.NOT_FOUND && shared.names.isTargetGone();
    }

    /** A file cannot be written: the others are, if there are any. */
    void lost(ReceivingFile file, TransferException why) throws TransferException {
        boolean first = file.giveUp();
        if (shared.outcome.isEnded() || isOfAll(why)) {
            if (isWorthless(why)) {
                shared.scope.run(() -> close(file.part(), true));
            }
            throw why;
        }
        if (first) {
            shared.examiner.submit(() -> {
                shared.losses.unwritable(file.number, file.entry.path(), why);
                giveUp(file, isWorthless(why));
            });
        }
    }

    /** Keeps of it what a later run can resume, unless it is worthless. */
    private void giveUp(ReceivingFile file, boolean worthless)
            throws IOException, InterruptedException, TransferException {
        if (!file.isFurtherName()) {
            shared.tally.withdrawn(file.entry.sizeBytes(), file.doneBytes());
        }
        writer.forget(file);
        PartialFile part = file.releasePart();
        shared.parts.release(part);
        try {
            close(part, worthless);
        } catch (IOException e) {
            shared.cannotClose(e);
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

    /** It has its name. */
    void committed(ReceivingFile file) {
        shared.scope.run(() -> hasItsName(file));
    }

    private void hasItsName(ReceivingFile file) throws IOException, InterruptedException, TransferException {
        if (file.isCompared()) {
            try {
                if (!shared.hardLinks.place(file)) {
                    startAgain(file, "no link was made to what is there");
                    return;
                }
            } catch (IOException e) {
                lost(file, shared.names.explain(e, file.entry));
                return;
            }
            shared.attributes.giveFound(file);
        }
        file.arrived();
        byte[] digest = file.digest();
        if (shared.verify && digest != null) {
            book.put(file.number, digest);
        }
        if (!shared.losses.isTree()) {
            shared.arrival.whole(shared.verify ? digest : null, file.permissions());
        }
        shared.parts.release(file.releasePart());
        tidy(file);
        shared.arrival.arrived(file.entry, shared.tree, shared.verify ? digest : null);
        shared.source.committed(file.number);
        shared.tally.committed();
        finishIfDone();
    }

    void finishIfDone() throws IOException, InterruptedException, TransferException {
        // two threads may see at once that all is there
        while (shared.tally.isComplete() && !shared.outcome.isEnded() && finished.compareAndSet(false, true)) {
            List<ReceivingFile> own = shared.hardLinks.make(this);
            if (own.isEmpty()) {
                finish();
                return;
            }
            for (ReceivingFile file : own) {
                receive(file);
            }
            finished.set(false); // they may be there by now, or be lost
        }
    }

    private void finish() throws IOException, InterruptedException, TransferException {
        refuseDisplaced();
        shared.links.make();
        shared.hold.finish(shared.missing.firstFailure() == null, shared.links::finishDirectories);
        shared.source.allCommitted();
    }

    /** What is under another name, or in a directory that was renamed, has not arrived. */
    private void refuseDisplaced() throws IOException, InterruptedException, TransferException {
        Map<List<String>, Integer> written = new LinkedHashMap<>();
        for (int number = shared.losses.isTree() ? 1 : 0; number < shared.files.count(); number++) {
            ReceivingFile file = shared.files.find(number);
            TreeEntry entry = shared.files.entry(number);
            if (file == null ? !shared.losses.isLost(entry.names()) : file.hasArrived()) {
                written.put(entry.names(), number);
            }
        }
        Map<List<String>, RefusedException> elsewhere = new HashMap<>();
        try {
            Set<List<String>> displaced = shared.tree.displaced();
            displaced.forEach(path -> elsewhere.put(path, TargetTree.elsewhere(nameOf(path))));
            if (!displaced.contains(List.of())) {
                shared.tree
                        .altered(List.copyOf(written.keySet()))
                        .forEach(path -> elsewhere.putIfAbsent(path, NameFidelityCheck.altered(nameOf(path))));
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", shared.settings.name());
        }
        for (Map.Entry<List<String>, Integer> each :
                elsewhere.isEmpty() ? Set.<Map.Entry<List<String>, Integer>>of() : written.entrySet()) {
            List<String> names = each.getKey();
            for (int depth = 0; depth <= names.size(); depth++) {
                RefusedException why = elsewhere.get(names.subList(0, depth));
                if (why != null) {
                    takeBack(each.getValue(), why);
                    break;
                }
            }
        }
    }

    private String nameOf(List<String> path) {
        return path.isEmpty() ? shared.settings.name() : path.getLast();
    }

    private void takeBack(int number, RefusedException refusal)
            throws IOException, InterruptedException, TransferException {
        TreeEntry entry = shared.files.entry(number);
        TransferException why = StorageErrors.map(refusal, "writing", shared.names.of(entry));
        if (shared.losses.isOfAll(why)) {
            throw why;
        }
        ReceivingFile file = shared.files.find(number);
        if (file != null) {
            book.remove(number);
            if (file.isFurtherName()) {
                shared.tally.unlinked();
            } else {
                shared.tally.lost(entry.sizeBytes());
            }
        }
        shared.losses.unwritable(number, entry.path(), why);
    }
}
