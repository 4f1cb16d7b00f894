package org.waybill.engine.session.source;

import java.io.IOException;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.storage.SourceFile;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.transport.RangeSet;
import org.waybill.engine.wire.RecordFormat;

/**
 * Reads the source in order and makes blocks of it: whole small files packed together, large ones in pieces. Each byte
 * is read once, for the block and for the file's SHA-256.
 */
final class SourcePump {
    private static final int CHUNK = RecordFormat.MAX_CONTENT;

    private final SourceTree tree;
    private final SourcePlan plan;
    private final BlockPool pool;
    private final SingleThreadWorker hasher;
    private final boolean verify;
    private final SourceMeter meter;
    private final Sink sink;

    private @Nullable Block pack;
    private long blocks;

    /** Where blocks and digests go. */
    interface Sink {
        void block(Block block) throws IOException;

        void digest(int entry, byte[] sha256) throws IOException;

        /** A file has other permissions than it was listed with; said before its digest. */
        void permissions(int entry, int permissions) throws IOException, InterruptedException;

        /** Waits until blocks up to this number are sent, or the session ends. */
        void awaitSent(long block) throws InterruptedException;

        /**
         * What the sink side has of a file already and is not sent; negative when it has proved worthless.
         *
         * @param wholeFiles 1 if that is all of it, -1 if it was taken for all of it
         */
        void resumed(long bytes, int wholeFiles);

        /** An entry of a tree that cannot be read, or not to its end. */
        void unsendable(int entry, TransferException reason) throws IOException;

        /** Every entry has been read once and its blocks were handed over. */
        void through() throws IOException, InterruptedException;
    }

    SourcePump(
            SourceTree tree,
            SourcePlan plan,
            BlockPool pool,
            SingleThreadWorker hasher,
            boolean verify,
            SourceMeter meter,
            Sink sink) {
        this.tree = tree;
        this.plan = plan;
        this.pool = pool;
        this.hasher = hasher;
        this.verify = verify;
        this.meter = meter;
        this.sink = sink;
    }

    void run() throws IOException, InterruptedException, TransferException {
        boolean told = false;
        while (true) {
            SourcePlan.Job job = plan.poll();
            if (job != null) {
                doJob(job);
                continue;
            }
            // nothing to do just now: what is packed must not wait for more
            flushPack();
            if (!told && plan.isThrough()) {
                told = true;
                hasher.submit(sink::through);
            }
            if (!plan.await()) {
                return;
            }
        }
    }

    private void doJob(SourcePlan.Job job) throws IOException, InterruptedException, TransferException {
        if (plan.isGivenUp(job.entry())) {
            return;
        }
        try (SourceFile file = tree.open(job.file())) {
            switch (job) {
                case SourcePlan.Job.Send send -> send(send, file);
                case SourcePlan.Job.Resend resend -> resend(resend, file);
                case SourcePlan.Job.Check check -> {
                    if (!tree.sharedFile(check.file(), 1).equals(Optional.of(check.shared()))) {
                        throw new SourceFile.ChangedException(check.file().path());
                    }
                }
            }
        } catch (NotSentException e) {
            throw e.why;
        } catch (IOException e) {
            TransferException reason =
                    StorageErrors.map(e, "reading", job.file().path());
            if (!tree.isDirectory() || reason.reason() == Reason.INTERRUPTED) {
                throw reason;
            }
            // the tree is copied without this file
            sink.unsendable(job.entry(), reason);
        }
    }

    private void send(SourcePlan.Job.Send job, SourceFile file) throws IOException, InterruptedException {
        sink.resumed(job.foundBytes(), job.wholeFiles());
        boolean whole = job.have() != null && job.have().whole();
        if (whole && !verify) {
            return;
        }
        if (job.file().sizeBytes() <= CHUNK) {
            sendSmall(job.entry(), job.file(), file, whole);
        } else {
            RangeSet present = SourcePlan.present(job.have());
            if (whole) {
                present.add(0, job.file().sizeBytes());
            }
            sendLarge(job.entry(), job.file(), file, present);
        }
    }

    private void sendSmall(int entry, TreeEntry listed, SourceFile file, boolean hashOnly)
            throws IOException, InterruptedException {
        int size = (int) listed.sizeBytes();
        Block block = hashOnly || size == 0 ? pool.take() : packWithRoom(size);
        try {
            int start = hashOnly || size == 0 ? 0 : block.addSegment(entry, 0, size);
            read(file, 0, block.payload, start, size);
            checkUnchanged(entry, listed, file);
            if (verify) {
                sink.digest(entry, Sha256.of(block.payload, start, size));
            }
        } catch (IOException e) {
            block.dropSegment(entry);
            throw e;
        } finally {
            if (hashOnly || size == 0) {
                block.release();
            }
        }
    }

    private Block packWithRoom(int size) throws IOException, InterruptedException {
        if (pack != null && !pack.hasRoom(size)) {
            flushPack();
        }
        if (pack == null) {
            pack = pool.take().reset(blocks++);
        }
        return pack;
    }

    private void flushPack() throws NotSentException {
        Block full = pack;
        pack = null;
        if (full != null && full.segments().isEmpty()) {
            full.release();
        } else if (full != null) {
            handOver(full);
        }
    }

    private void handOver(Block block) throws NotSentException {
        try {
            sink.block(block);
        } catch (IOException e) {
            throw new NotSentException(e);
        }
    }

    /** No failure of the file that is read. */
    private static final class NotSentException extends IOException {
        private static final long serialVersionUID = 1L;
        private final IOException why;

        NotSentException(IOException why) {
            super(why);
            this.why = why;
        }
    }

    private void sendLarge(int entry, TreeEntry listed, SourceFile file, RangeSet present)
            throws IOException, InterruptedException {
        MessageDigest digest = Sha256.start();
        long size = listed.sizeBytes();
        for (long offset = 0; offset < size; offset += CHUNK) {
            if (plan.isGivenUp(entry)) {
                return;
            }
            int length = (int) Math.min(CHUNK, size - offset);
            boolean has = present.endOfRun(offset) >= offset + length;
            if (!has || verify) {
                sendChunk(entry, listed, file, offset, length, has, digest);
            }
        }
        checkUnchanged(entry, listed, file);
        if (verify) {
            // a copy that is sent on is held against its own source, not against what was read of it here
            byte[] told = file.toldDigest();
            int permissions = file.permissions();
            long last = blocks - 1;
            hasher.submit(() -> {
                // much of it may wait to be sent, and the sink waits for the digest
                sink.awaitSent(last);
                tellPermissions(entry, listed, permissions);
                sink.digest(entry, told == null ? digest.digest() : told);
            });
        }
    }

    /** @param before the permissions that the sink knows of */
    private void tellPermissions(int entry, TreeEntry listed, int before) throws IOException, InterruptedException {
        int now;
        try {
            now = tree.permissions(listed);
        } catch (IOException _) {
            return; // it is gone by now, and was read to its end
        }
        if (now != before) {
            sink.permissions(entry, now);
        }
    }

    private void sendChunk(
            int entry,
            TreeEntry listed,
            SourceFile file,
            long offset,
            int length,
            boolean hashOnly,
            MessageDigest digest)
            throws IOException, InterruptedException {
        Block block = hashOnly ? pool.take() : pool.take().reset(blocks++);
        boolean handedOver = false;
        try {
            int start = hashOnly ? 0 : block.addSegment(entry, offset, length);
            read(file, offset, block.payload, start, length);
            if (offset + length == listed.sizeBytes()) {
                // before the sink has all: it may not wait for a digest
                checkUnchanged(entry, listed, file);
            }
            if (verify) {
                Block shared = block.retain();
                hasher.submit(() -> {
                    digest.update(shared.payload, start, length);
                    shared.release();
                });
            }
            if (!hashOnly) {
                handOver(block);
                handedOver = true;
            }
        } finally {
            if (!handedOver) {
                block.release();
            }
        }
    }

    /** The file is still the one that was listed; the sink hears of permissions that it has got since. */
    private void checkUnchanged(int entry, TreeEntry listed, SourceFile file) throws IOException, InterruptedException {
        file.checkUnchanged();
        if (file.permissions() != listed.permissions()) {
            try {
                sink.permissions(entry, file.permissions());
            } catch (IOException e) {
                throw new NotSentException(e);
            }
        }
    }

    private void read(SourceFile file, long offset, byte[] into, int start, int length) throws IOException {
        long before = System.nanoTime();
        file.readFully(offset, into, start, length);
        meter.read(System.nanoTime() - before);
    }

    private void resend(SourcePlan.Job.Resend job, SourceFile file) throws IOException, InterruptedException {
        flushPack();
        Block.Segment segment = job.segment();
        Block block = pool.take().reset(blocks++);
        try {
            int start = block.addSegment(segment.entry(), segment.offset(), segment.length());
            read(file, segment.offset(), block.payload, start, segment.length());
            file.checkUnchanged();
        } catch (IOException e) {
            block.release();
            throw e;
        }
        handOver(block);
    }
}
