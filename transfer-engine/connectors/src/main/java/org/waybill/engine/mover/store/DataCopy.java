package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.BlockInput;
import org.waybill.engine.mover.TransferIOException;
import org.waybill.engine.mover.meter.TransferMeter;
import org.waybill.engine.mover.store.Store.Feature;

/**
 * Brings the data of one file into its partial file and hashes them: from server to server where these can, else
 * through this machine, on from where an earlier run stopped.
 */
final class DataCopy {
    private final Store source;
    private final Store target;
    private final FileCopy.Context context;
    private final FileItem item;
    /** The source when the copy began. */
    private final Entry before;
    /** Whether an earlier run's bytes were kept: they are of the source as it was then. */
    private boolean resumed;
    /** Whether the hash is of the source's own storage or of a second reading, not of what was copied. */
    private boolean asked;

    private boolean byServer;
    private boolean sentInVain;

    private Optional<ExpectedChecksum.Running> described = Optional.empty();

    DataCopy(Store source, Store target, FileCopy.Context context, FileItem item, Entry before) {
        this.source = source;
        this.target = target;
        this.context = context;
        this.item = item;
        this.before = before;
    }

    boolean isResumed() {
        return resumed;
    }

    boolean isAsked() {
        return asked;
    }

    /** Whether the server that has both made the copy, and compared it as far as it can be. */
    boolean isByServer() {
        return byServer;
    }

    /** Whether all of a source that changed meanwhile was written under the final name. */
    boolean isSentInVain() {
        return sentInVain;
    }

    /**
     * What the data have of the checksum that {@link ExpectedChecksumCheck} needs, where it cannot be had later; empty
     * also where some came in an earlier run.
     */
    Optional<String> described() {
        return described.map(ExpectedChecksum.Running::hex);
    }

    /** @return the SHA-256; empty where it was not requested and the data never came this way */
    String run(PartialCopy part) throws TransferException, InterruptedException {
        long startNs = context.meter().work().beginMoving();
        try {
            String hash = directly(part.path());
            return hash == null ? Sha256.hex(copied(part).digest()) : hash;
        } finally {
            context.meter().work().endMoving(startNs);
        }
    }

    /** The source's hash, or null when its server does not send straight to the target's. */
    private @Nullable String directly(String partial) throws TransferException, InterruptedException {
        context.meter().enter(Phase.MOVING, item.name());
        String path = item.source().path();
        if (context.limit().isLimited() || before.sizeBytes() < 0) {
            return null;
        }
        if (target instanceof CopyTarget receiver) {
            return context.expected().isEmpty() ? withinServer(receiver, partial) : null;
        }
        if (!copiedDirectly(path, partial)) {
            return null;
        }
        context.meter().advance(before.sizeBytes());
        context.tell("SERVER_TO_SERVER", source.label() + " sends straight to " + target.label());
        if (!context.verify()) {
            return "";
        }
        return hashAtSource(path);
    }

    private String hashAtSource(String path) throws TransferException, InterruptedException {
        context.meter().enter(Phase.VERIFYING, item.name());
        asked = true;
        Optional<String> atSource = source.sha256(path, -1);
        return atSource.isPresent() ? atSource.get() : source.readSha256(path, context.meter()::check);
    }

    /** The hash of the source if it is known, else an empty text; null where the data must pass this machine. */
    private @Nullable String withinServer(CopyTarget receiver, String partial)
            throws TransferException, InterruptedException {
        ServerProgress counted = new ServerProgress(context.meter());
        CopyTarget.Copied copied = CopyTarget.Copied.REFUSED;
        try {
            copied = receiver.copyWithin(before, partial, counted);
        } finally {
            if (copied == CopyTarget.Copied.REFUSED) {
                context.meter().fallBack(counted.keptBytes + counted.copiedBytes, counted.keptBytes);
            }
        }
        if (copied == CopyTarget.Copied.REFUSED) {
            return null;
        }
        byServer = copied != CopyTarget.Copied.UNREAD;
        asked = true;
        if (!context.verify()) {
            return "";
        }
        if (!byServer) {
            return hashAtSource(before.path());
        }
        if (copied == CopyTarget.Copied.UNCOMPARED) {
            context.meter().compared(Compared.NOTHING);
            context.tell(
                    "NOT_VERIFIED",
                    target.label() + " made the copy itself and has no checksum of its source to compare; the copy was"
                            + " not verified");
        }
        return source.sha256(before.path(), -1).orElse("");
    }

    /** Counts what a server copies. */
    private static final class ServerProgress implements CopyTarget.Progress {
        private final TransferMeter meter;
        private long keptBytes;
        private long copiedBytes;

        ServerProgress(TransferMeter meter) {
            this.meter = meter;
        }

        @Override
        public void kept(long bytes) {
            keptBytes += bytes;
            meter.resume(bytes);
        }

        @Override
        public void copied(long bytes) {
            copiedBytes += bytes;
            meter.advance(bytes);
        }

        @Override
        public void check() throws TransferException {
            meter.check();
        }
    }

    private boolean copiedDirectly(String path, String partial) throws TransferException, InterruptedException {
        context.meter().beginUnseen();
        try {
            return target.copyDirectly(source, path, partial);
        } finally {
            context.meter().endUnseen();
        }
    }

    private MessageDigest copied(PartialCopy part) throws TransferException, InterruptedException {
        Resume.Point from = new Resume(source, target, context).find(item, before, part.path(), part.ledger());
        context.meter().enter(Phase.MOVING, item.name());
        context.meter().resume(from.bytes());
        resumed = from.bytes() > 0;
        if (resumed && from.bytes() == before.sizeBytes()) {
            return complete(part, from);
        }
        described = resumed ? Optional.empty() : new ExpectedChecksumCheck(target, context).ofWhatArrives(part.path());
        SourceStream data = null;
        boolean sent = false;
        boolean done = false;
        context.meter().beginSending();
        try (InputStream in = source.read(item.source().path(), from.bytes())) {
            InputStream told = described
                    .<InputStream>map(running -> new SummedInput(in, running))
                    .orElse(in);
            data = new SourceStream(told, source, before, context.meter(), context.limit(), from, part.ledger());
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
            sentInVain = why.reason() == Reason.SOURCE_CHANGED && sent && !target.has(Feature.RENAME);
            throw why;
        } finally {
            context.meter().endSending(data != null && data.isHandedOver());
            if (!done) {
                context.meter().fallBack(data == null ? from.bytes() : data.positionBytes(), from.bytes());
            }
        }
    }

    /** A source whose bytes are added to a checksum. */
    private static final class SummedInput extends BlockInput {
        private final InputStream in;
        private final ExpectedChecksum.Running running;

        SummedInput(InputStream in, ExpectedChecksum.Running running) {
            this.in = in;
            this.running = running;
        }

        @Override
        public int read(byte[] into, int start, int length) throws IOException {
            int n = in.read(into, start, length);
            running.update(into, start, Math.max(0, n));
            return n;
        }

        @Override
        public int available() throws IOException {
            return in.available();
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
}
