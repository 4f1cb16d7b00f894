package org.waybill.engine.session.sink;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.SourceVersion;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Kind;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.WireException;

/**
 * Looks what is there of the files that are listed, says what is needed, and takes room and places for that. All of it
 * is the examining thread's.
 */
final class FileExaminer {
    private static final int MAX_ENTRIES = 10_000_000;

    private final SinkContext shared;
    private final FileOutcomes outcomes;
    /** Listed and not looked at yet, since no place is free for a large file. */
    private final ArrayDeque<TreeEntry> unexamined = new ArrayDeque<>();

    private final ManifestOrderCheck order = new ManifestOrderCheck();
    private int listed;
    private boolean lastListed;

    FileExaminer(SinkContext shared, FileOutcomes outcomes) {
        this.shared = shared;
        this.outcomes = outcomes;
    }

    /** Takes note of the next entries, and checks them. */
    void examine(Message.Manifest manifest) throws IOException, InterruptedException, TransferException {
        if (manifest.entries().isEmpty() && !(manifest.last() && listed > 0)) {
            throw new WireException("a list of nothing");
        }
        if (lastListed
                || shared.attributes.areAwaited()
                || listed + manifest.entries().size() > MAX_ENTRIES) {
            throw new WireException("more entries than announced or allowed");
        }
        if (listed == 0) {
            holdTarget(manifest);
        }
        shared.limits.take(0);
        for (Message.Entry entry : manifest.entries()) {
            shared.limits.take(entry.path().length());
            TreeEntry checked = order.checked(entry, listed, shared.losses.isTree());
            unexamined.add(checked);
            if (!shared.hardLinks.isFurtherName(listed++, checked)) {
                shared.tally.announced(checked);
            }
        }
        shared.hardLinks.listed();
        lastListed = manifest.last();
        shared.arrival.listed(shared.tally.totalBytes());
        shared.attributes.await(listed);
        examine();
    }

    /** Takes note of which entries of the manifest's next part have several names. */
    void hardLinks(Message.HardLinks some) throws TransferException, WireException {
        shared.hardLinks.announce(some.entries(), listed);
    }

    /** Takes note of what the last part of the manifest has besides. */
    void attributes(Message.Attributes some) throws IOException, InterruptedException, TransferException {
        shared.attributes.add(some);
        examine();
    }

    /** Says what is there already and what is needed, as far as large files find places. */
    void examine() throws IOException, InterruptedException, TransferException {
        if (shared.attributes.areAwaited()) {
            return;
        }
        if (lastListed) {
            shared.tally.listed();
        }
        while (outcomes.hasMistaken() && shared.parts.tryReserve()) {
            openAgain(outcomes.takeMistaken());
        }
        List<ReceivedRanges> exceptions = new ArrayList<>();
        while (!unexamined.isEmpty()
                && (lastListed || !shared.hardLinks.isShared(shared.files.count()))
                && examineEntry(unexamined.element(), exceptions)) {
            unexamined.remove();
        }
        shared.source.need(new Message.RequestedEntries(shared.files.count(), exceptions));
        outcomes.finishIfDone();
    }

    private void holdTarget(Message.Manifest first) throws TransferException {
        boolean large = false;
        boolean isTree = false;
        for (Message.Entry entry : first.entries()) {
            isTree |= entry.kind() == Kind.DIRECTORY;
            large |= entry.sizeBytes() >= PartialFile.RESUMABLE_BYTES;
        }
        if (isTree) {
            shared.losses.ofTree();
        }
        String backups = shared.settings.rules().backupDirectory();
        try {
            if (!backups.isEmpty()) {
                shared.tree.keepReplaced(backups);
            }
            // a large single file is locked with its ledger
            if (isTree || !large) {
                shared.hold.take();
            }
        } catch (IOException e) {
            // who may write nothing there may find everything; a missing entry fails in the same way when it is written
            if (!StorageErrors.isUnwritable(e)) {
                throw StorageErrors.map(e, "writing", shared.settings.name());
            }
        }
    }

    /** False if it must wait for a place. */
    private boolean examineEntry(TreeEntry entry, List<ReceivedRanges> exceptions)
            throws IOException, InterruptedException, TransferException {
        int number = shared.files.count();
        ReceivingFile file =
                entry.directory() ? null : new ReceivingFile(number, entry, shared.hardLinks.isFurtherName(number));
        TransferException why = shared.losses.above(entry);
        if (why == null) {
            try {
                if (!makeReady(entry, file, exceptions)) {
                    return false;
                }
            } catch (IOException e) {
                why = shared.names.explain(e, entry);
            } catch (TransferException e) {
                why = e;
            }
        }
        shared.files.add(entry, file);
        if (why != null) {
            outcomes.lostAtOnce(entry, file, why);
            return true;
        }
        // one of which a killed run had left all bytes needs no blocks either, and has no name yet
        if (file == null || file.isFurtherName()) {
            return true;
        } else if (file.isCompared()) {
            outcomes.writer().hashExisting(file);
        } else if (entry.sizeBytes() == 0) {
            outcomes.emptyFile(file);
        } else {
            outcomes.writer().hashFound(file);
        }
        return true;
    }

    /** Checks what is there, and takes room and place for what is not; false if there is no place now. */
    private boolean makeReady(TreeEntry entry, @Nullable ReceivingFile file, List<ReceivedRanges> exceptions)
            throws IOException, TransferException {
        CopyRules rules = shared.settings.rules();
        boolean stay = rules.overwrite() == CopyRules.Overwrite.NEVER;
        if (file == null) {
            if (stay && !entry.names().isEmpty() && shared.tree.hasLink(entry.names())) {
                throw new RefusedException(
                        Reason.BAD_INPUT, "a link is in its place, which stays with --overwrite never: remove it");
            }
            shared.tree.createDirectory(entry.names(), entry.permissions());
            return true;
        }
        if (!file.isFurtherName()) {
            shared.arrival.expected(entry, shared.tree);
        }
        Predicate<SourceVersion> stays = there -> rules.keeps(at(there.modifiedNanos()), at(entry.modifiedNanos()));
        @Nullable SourceVersion there = shared.tree.existing(entry, stays);
        NamesOfFile.Choice choice =
                file.isFurtherName() ? NamesOfFile.Choice.USUAL : shared.hardLinks.choose(file.number);
        if (there != null && stays.test(there)
                || there == null && stay && !entry.names().isEmpty() && shared.tree.hasLink(entry.names())) {
            throw new TransferException(
                    Reason.NOTHING_TO_DO, NotTransferred.kept(entry.path()).text());
        } else if (file.isFurtherName()) {
            return true;
        } else if (choice.there() != null) {
            file.compare(choice.there());
            found(file, exceptions);
        } else if (isEqual(entry, there) && rules.overwrite() != CopyRules.Overwrite.ALWAYS && !choice.received()) {
            file.compare();
            found(file, exceptions);
        } else if (!isLarge(entry)) {
            shared.names.claim(entry, entry.sizeBytes());
        } else if (shared.parts.tryReserve()) {
            openLarge(file, exceptions);
        } else {
            return false;
        }
        return true;
    }

    /** It may be there as a whole. */
    private void found(ReceivingFile file, List<ReceivedRanges> exceptions) {
        exceptions.add(new ReceivedRanges(file.number, true, List.of()));
        shared.tally.resumed(file.entry.sizeBytes(), file.entry.sizeBytes());
    }

    /** Size and time are equal; if the time is in whole seconds only, the content is to be compared. */
    private boolean isEqual(TreeEntry entry, @Nullable SourceVersion there) throws IOException {
        if (entry.version().equals(there) || !entry.version().mayBe(there)) {
            return entry.version().equals(there);
        }
        if (!shared.verify) {
            shared.tree.requireReplaceable(entry);
        }
        return shared.verify;
    }

    private static Instant at(long epochNanos) {
        return Instant.EPOCH.plus(epochNanos, ChronoUnit.NANOS);
    }

    static boolean isLarge(TreeEntry entry) {
        return entry.sizeBytes() > RecordFormat.MAX_CONTENT;
    }

    private void openLarge(ReceivingFile file, List<ReceivedRanges> exceptions) throws IOException, TransferException {
        PartialFile part = onReservedPlace(file);
        receiveLarge(file, part);
        if (!shared.verify && part.presentBytes() > 0) {
            part.doubt();
        }
        if (part.presentBytes() > 0) {
            exceptions.add(goOn(file, part));
        }
    }

    private PartialFile onReservedPlace(ReceivingFile file) throws IOException, TransferException {
        PartialFile part;
        try {
            // how much of a file is holes shows when it has arrived
            shared.names.claim(
                    file.entry,
                    shared.settings.rules().keeps(CopyRules.Extra.HOLES)
                            ? 0
                            : Math.max(0, file.entry.sizeBytes() - shared.tree.partialBytes(file.entry)));
            part = shared.parts.openReserved(file);
        } catch (IOException | TransferException e) {
            shared.parts.giveBack();
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
            outcomes.lost(file, shared.names.explain(e, file.entry));
            return;
        } catch (TransferException e) {
            outcomes.lost(file, e);
            return;
        }
        shared.source.again(file.number);
    }

    private void receiveLarge(ReceivingFile file, PartialFile part) throws IOException {
        file.receiveInto(part, shared.verify ? outcomes.writer().hash(part) : null);
        if (!shared.losses.isTree()) {
            shared.arrival.receiving(file.entry, part);
        }
    }

    /** An earlier run has left a part of it; returns what. */
    private ReceivedRanges goOn(ReceivingFile file, PartialFile part) throws TransferException {
        long bytes = part.presentBytes();
        shared.settings.event(
                "RESUMED", "resuming " + shared.names.of(file.entry) + ": " + bytes + " bytes are present");
        file.found(bytes);
        shared.tally.resumed(bytes, file.entry.sizeBytes());
        if (bytes == file.entry.sizeBytes()) {
            outcomes.decide(file, file.written(shared.verify));
        }
        return new ReceivedRanges(
                file.number,
                false,
                part.present().stream()
                        .map(range -> new Range(range.start(), range.length()))
                        .toList());
    }

    /** The files that were not examined. */
    Stream<TreeEntry> unexamined() {
        return unexamined.stream().filter(entry -> !entry.directory());
    }
}
