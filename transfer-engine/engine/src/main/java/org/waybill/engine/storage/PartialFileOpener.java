package org.waybill.engine.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.Quietly;
import org.waybill.engine.transport.RangeSet;

/** Opens the partial file of a target under its name of our own, with what earlier runs have left of it. */
final class PartialFileOpener {
    private PartialFileOpener() {}

    /** @see PartialFile#open */
    static PartialFile open(
            Directory directory,
            TemporaryNames names,
            String name,
            SourceVersion source,
            String token,
            String owner,
            boolean sparse)
            throws IOException {
        if (source.sizeBytes() < PartialFile.RESUMABLE_BYTES) {
            return fresh(directory, names, name, source, token, sparse);
        }
        TargetLock lock = TargetLock.acquire(directory, names, name, owner);
        try {
            takeUpLegacy(directory, names, name);
            // of a source that was small then
            TemporaryFile.remove(directory, small(names, name, token));
            return resumable(directory, names, name, source, lock, sparse);
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static PartialFile resumable(
            Directory directory,
            TemporaryNames names,
            String name,
            SourceVersion source,
            TargetLock lock,
            boolean sparse)
            throws IOException {
        List<Closeable> opened = new ArrayList<>();
        try {
            TemporaryFile log = TemporaryFile.findOrCreate(directory, names.stem(name) + ".ledger");
            opened.add(log);
            BlockLedger ledger = BlockLedger.open(log, source);
            opened.add(ledger);
            TemporaryFile file = TemporaryFile.findOrCreate(directory, names.stem(name) + ".part");
            opened.add(file);
            BlockChannel blocks = BlockChannel.open(file, name);
            opened.add(blocks);
            ArrivedBlocks arrived = new ArrivedBlocks(source.sizeBytes(), ledger);
            takeUp(file, blocks, arrived, source.sizeBytes(), sparse);
            return new PartialFile(directory, name, file, source, blocks, arrived, lock);
        } catch (IOException e) {
            opened.reversed().forEach(Quietly::close);
            throw e;
        }
    }

    /** Reserves the space unless it is to have holes, then believes of the ledger what the content confirms. */
    private static void takeUp(
            TemporaryFile file, BlockChannel blocks, ArrivedBlocks arrived, long sizeBytes, boolean sparse)
            throws IOException {
        if (blocks.size() > sizeBytes) {
            blocks.truncate(sizeBytes);
        }
        if (!sparse && LinuxRoot.isSupported()) {
            LinuxCalls.reserve(file.path().toString(), sizeBytes);
        }
        arrived.takeUp(blocks);
        if (sparse) {
            blocks.leaveHoles(empty(file, blocks, arrived, sizeBytes));
        }
        blocks.bypassCache();
    }

    /** Makes holes of all that is not believed: other bytes, or space that an earlier run reserved. */
    private static boolean empty(TemporaryFile file, BlockChannel blocks, ArrivedBlocks arrived, long sizeBytes)
            throws IOException {
        boolean emptied = true;
        if (arrived.presentBytes() == 0) {
            blocks.truncate(0);
        }
        for (RangeSet.Range gap : arrived.missingBelow(blocks.size())) {
            emptied &= LinuxRoot.isSupported() && LinuxCalls.punch(file.path().toString(), gap.start(), gap.length());
        }
        file.lengthen(sizeBytes);
        return emptied;
    }

    /** @see PartialFile#growing */
    static PartialFile growing(Directory directory, TemporaryNames names, String name, String token)
            throws IOException {
        long nowNanos = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return fresh(directory, names, name, new SourceVersion(Long.MAX_VALUE, nowNanos), token, false);
    }

    private static String small(TemporaryNames names, String name, String token) {
        return names.stem(name) + "-" + token + ".part";
    }

    private static PartialFile fresh(
            Directory directory, TemporaryNames names, String name, SourceVersion source, String token, boolean sparse)
            throws IOException {
        TemporaryFile file = TemporaryFile.create(directory, small(names, name, token));
        try {
            if (sparse) {
                file.lengthen(source.sizeBytes());
            }
            BlockChannel blocks = sparse || source.sizeBytes() > PartialFile.BLOCK_BYTES
                    ? BlockChannel.open(file, name)
                    : BlockChannel.ofOneBlock(file, name);
            blocks.leaveHoles(sparse);
            ArrivedBlocks arrived = new ArrivedBlocks(source.sizeBytes(), null);
            return new PartialFile(directory, name, file, source, blocks, arrived, null);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Gives what version 0.1 left, under names that anyone could compute, the names of today, if it is a file of ours
     * and no one writes it; all else is left where it is.
     */
    private static void takeUpLegacy(Directory directory, TemporaryNames names, String name) throws IOException {
        String old = EntryNames.stem(name);
        String now = names.stem(name);
        // looked for first: hardly ever is there one
        if (!Files.exists(directory.entry(old + ".part"), LinkOption.NOFOLLOW_LINKS)
                || Files.exists(directory.entry(now + ".part"), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Optional<TemporaryFile> part = TemporaryFile.find(directory, old + ".part");
        Optional<TemporaryFile> ledger = TemporaryFile.find(directory, old + ".ledger");
        Optional<TemporaryFile> lock = TemporaryFile.find(directory, old + ".lock");
        try (TemporaryFile content = part.orElse(null);
                TemporaryFile log = ledger.orElse(null);
                TemporaryFile guard = lock.orElse(null)) {
            if (content != null && log != null && (guard == null || isFree(guard))) {
                log.rename(directory, now + ".ledger");
                content.rename(directory, now + ".part");
                if (guard != null) {
                    guard.delete();
                }
            }
        }
    }

    private static boolean isFree(TemporaryFile guard) throws IOException {
        try (FileChannel channel = guard.channel(StandardOpenOption.WRITE);
                FileLock held = channel.tryLock()) {
            return held != null;
        }
    }
}
