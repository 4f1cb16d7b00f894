package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.EnumSet;
import java.util.Set;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.WireException;

/** Writes what arrives into partial files, and hashes it meanwhile. */
final class SinkWriter {
    /** Why a file that is there cannot be read, by anyone like this process, now or later. */
    private static final Set<Reason> OF_THE_FILE = EnumSet.of(Reason.PERMISSION, Reason.NOT_FOUND, Reason.DISK_FAILED);

    /** No SHA-256 of anything. */
    private static final byte[] UNREADABLE = {};

    private final SinkContext shared;
    private final FileOutcomes decisions;
    private final SingleThreadWorker hasher = new SingleThreadWorker();
    /** Of the hashing thread. */
    private final ByteBuffer readBack = ByteBuffer.allocate(RecordFormat.MAX_CONTENT);

    /** @param decisions hears when something decisive was learnt of a file, by many threads */
    SinkWriter(SinkContext shared, FileOutcomes decisions) {
        this.shared = shared;
        this.decisions = decisions;
    }

    void start() {
        hasher.start("sink hash", shared.outcome, shared.scope);
    }

    /** Writes a segment of a block; the block is retained if its content is still needed afterwards. */
    void write(ReceivingFile file, long offset, Block block, int start, int length)
            throws IOException, InterruptedException, TransferException {
        if (!file.wantsBlocks()) {
            shared.tally.arrived(length, 0);
            return;
        }
        try {
            if (file.entry.sizeBytes() <= RecordFormat.MAX_CONTENT) {
                writeSmall(file, offset, block, start, length);
            } else {
                writeLarge(file, offset, block, start, length);
            }
        } catch (WireException e) {
            throw e;
        } catch (IOException e) {
            if (!file.isOver()) {
                throw shared.names.explain(e, file.entry);
            }
        }
    }

    private void writeSmall(ReceivingFile file, long offset, Block block, int start, int length)
            throws IOException, TransferException {
        if (offset != 0 || length != file.entry.sizeBytes()) {
            throw new WireException("a small file in pieces");
        }
        boolean first = file.keep(block, start);
        shared.tally.arrived(length, first ? length : 0);
        if (first && shared.verify) {
            decisions.decide(file, file.ownDigest(Sha256.of(block.payload, start, length), true));
        }
        if (first) {
            decisions.decide(file, file.written(shared.verify));
        }
    }

    /**
     * Writes a small file, when it is known to be right and about to get its name: those that wait for their digests
     * would have too many files open.
     */
    PartialFile writeKept(ReceivingFile file) throws TransferException {
        ReceivingFile.Kept kept = file.takeKept();
        try {
            PartialFile part = shared.parts.open(file);
            file.receiveInto(part, null);
            if (kept != null) {
                part.write(0, kept.block().payload, kept.start(), (int) file.entry.sizeBytes());
            }
            return part;
        } catch (IOException e) {
            throw shared.names.explain(e, file.entry);
        } finally {
            if (kept != null) {
                kept.block().release();
            }
        }
    }

    private void writeLarge(ReceivingFile file, long offset, Block block, int start, int length)
            throws IOException, TransferException {
        PartialFile part = file.part();
        if (part == null) {
            if (file.isOver()) {
                return;
            }
            throw new WireException("a block for a file that was not asked for");
        }
        // a task of the hasher's for each: blocks alone bound how many these are
        if (start + length != block.length() || start != BlockPayload.HEADER + BlockPayload.SEGMENT_HEADER) {
            throw new WireException("a large file's block with more than one part");
        }
        if (offset > file.entry.sizeBytes() - length) {
            throw new WireException("a block beyond a file's end");
        }
        long before = System.nanoTime();
        long fresh = part.write(offset, block.payload, start, length);
        shared.meter.wrote(System.nanoTime() - before);
        shared.tally.arrived(length, fresh);
        shared.arrival.grew();
        OutOfOrderHash hash = file.hash();
        if (hash != null) {
            Block held = block.retain();
            hasher.submit(() -> {
                if (file.isOver()) {
                    held.release();
                    return;
                }
                guarded(file, () -> {
                    long hashBefore = System.nanoTime();
                    hash.arrived(offset, held, start, length);
                    shared.meter.hashed(System.nanoTime() - hashBefore);
                    proceed(file);
                });
            });
        }
        if (part.presentBytes() == file.entry.sizeBytes()) {
            decisions.decide(file, file.written(shared.verify));
        }
    }

    /** The hash of a large file, as its blocks come. */
    OutOfOrderHash hash(PartialFile part) {
        return new OutOfOrderHash(part, shared.outcome::isEnded, readBack);
    }

    /** Hashes what an earlier run has left of a file. */
    void hashFound(ReceivingFile file) {
        if (file.hash() != null) {
            hasher.submit(() -> guarded(file, () -> proceed(file)));
        }
    }

    /** What cannot be read back is that file's failure. */
    private void guarded(ReceivingFile file, SessionTask part)
            throws IOException, InterruptedException, TransferException {
        try {
            part.run();
        } catch (WireException e) {
            throw e;
        } catch (IOException e) {
            if (!file.isOver()) {
                decisions.lost(file, shared.names.explain(e, file.entry));
            }
        }
    }

    /** Nothing more is done with it. */
    void forget(ReceivingFile file) {
        OutOfOrderHash hash = file.hash();
        if (hash != null) {
            hasher.submit(hash::drop);
        }
    }

    private void proceed(ReceivingFile file) throws IOException, TransferException {
        OutOfOrderHash hash = file.hash();
        if (hash != null && file.digest() == null) {
            hash.proceed();
            if (hash.isDone()) {
                decisions.decide(file, file.ownDigest(hash.finish(), shared.verify));
            }
        }
    }

    /** Hashes a whole file that may be there already. */
    void hashExisting(ReceivingFile file) {
        hasher.submit(() -> {
            MessageDigest digest = Sha256.start();
            if (shared.verify) {
                try (FileChannel channel = shared.hardLinks.open(file)) {
                    ByteBuffer buffer = ByteBuffer.allocate(RecordFormat.MAX_CONTENT);
                    while (channel.read(buffer.clear()) >= 0) {
                        if (shared.outcome.isEnded()) {
                            return;
                        }
                        digest.update(buffer.flip());
                    }
                } catch (IOException e) {
                    cannotCompare(file, StorageErrors.map(e, "comparing", shared.names.of(file.entry)));
                    return;
                }
            }
            decisions.decide(file, file.ownDigest(digest.digest(), shared.verify));
        });
    }

    /** What cannot be read is replaced by what can; what only this process cannot read now is not. */
    private void cannotCompare(ReceivingFile file, TransferException why) throws TransferException {
        if (OF_THE_FILE.contains(why.reason())) {
            shared.settings.event("VERIFY_AGAIN", why.getMessage() + "; it is replaced");
            decisions.decide(file, file.ownDigest(UNREADABLE, true));
        } else {
            decisions.lost(file, why);
        }
    }
}
