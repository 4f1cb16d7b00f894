package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.mover.BlockInput;
import org.waybill.engine.mover.PrefixLedger;
import org.waybill.engine.mover.TransferIOException;
import org.waybill.engine.mover.meter.CopyTimes.Task;
import org.waybill.engine.mover.meter.TransferMeter;

/**
 * The source's bytes on their way: hashed, counted, held to the rate, and marked in the ledger of the partial file. It
 * ends after the length that the source had when the transfer began, so that a growing file is not followed for ever;
 * one that gives more than that is refused, not cut off.
 */
final class SourceStream extends BlockInput {
    private final InputStream in;
    private final Store source;
    private final String path;
    private final MessageDigest digest;
    private final TransferMeter meter;
    private final RateLimit limit;
    private final @Nullable PrefixLedger ledger;
    private final long endBytes;
    private long positionBytes;
    private boolean atEnd;
    private boolean handedOver;

    /**
     * The bytes of {@code in} from a point on.
     *
     * @param file as it was when the copy began
     */
    SourceStream(
            InputStream in,
            Store source,
            Entry file,
            TransferMeter meter,
            RateLimit limit,
            Resume.Point from,
            @Nullable PrefixLedger ledger) {
        this.in = in;
        this.source = source;
        this.path = file.path();
        this.digest = from.running();
        this.meter = meter;
        this.limit = limit;
        this.ledger = ledger;
        this.positionBytes = from.bytes();
        this.endBytes = file.sizeBytes() < 0 ? Long.MAX_VALUE : file.sizeBytes();
    }

    /** How far the source has been read. */
    long positionBytes() {
        return positionBytes;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        try {
            meter.check();
            if (length == 0) {
                return 0;
            }
            if (positionBytes >= endBytes) {
                requireEnd();
                handOver();
                return -1;
            }
            long toMark = PrefixLedger.INTERVAL_BYTES - positionBytes % PrefixLedger.INTERVAL_BYTES;
            long most = Math.min(Math.min(limit.chunkBytes(length), toMark), endBytes - positionBytes);
            long startNs = meter.work().nowNs();
            int n = readSource(buffer, offset, (int) most);
            meter.work().did(Task.READING, startNs);
            if (n > 0) {
                long readNs = meter.work().nowNs();
                digest.update(buffer, offset, n);
                meter.work().did(Task.HASHING, readNs);
                positionBytes += n;
                meter.advance(n);
                mark();
                pace(n);
                // before the last bytes are given: a server that has all it was promised stores them
                requireEnd();
            }
            if (n < 0 || positionBytes >= endBytes) {
                handOver();
            }
            return n;
        } catch (TransferException e) {
            throw new TransferIOException(e);
        }
    }

    private void handOver() {
        if (!handedOver) {
            handedOver = true;
            meter.handOver(positionBytes);
        }
    }

    /** Whether all has been given: only the answer of the target's server is missing. */
    boolean isHandedOver() {
        return handedOver;
    }

    /**
     * Looks for a byte more than was announced; the look also hears what the source's server says at the end.
     *
     * @throws TransferException {@link Reason#SOURCE_CHANGED} if there is one
     */
    void requireEnd() throws TransferException {
        if (atEnd || positionBytes < endBytes) {
            return;
        }
        atEnd = true;
        if (readSource(new byte[1], 0, 1) >= 0) {
            throw StorePath.failure(
                    Reason.SOURCE_CHANGED,
                    path,
                    " changed while it was read: it is longer than the " + endBytes + " bytes that " + source.label()
                            + " announced; copy it again when no program writes it");
        }
    }

    private int readSource(byte[] buffer, int offset, int length) throws TransferException {
        try {
            return in.read(buffer, offset, length);
        } catch (IOException e) {
            throw source.failure(e, path);
        }
    }

    private void mark() throws IOException {
        if (ledger != null && positionBytes % PrefixLedger.INTERVAL_BYTES == 0) {
            ledger.mark(positionBytes, Sha256.soFar(digest));
        }
    }

    private void pace(int bytes) throws TransferException {
        long waitNs = limit.takeNs(bytes);
        if (waitNs > 0) {
            long startNs = meter.work().nowNs();
            try {
                TimeUnit.NANOSECONDS.sleep(waitNs);
                meter.work().did(Task.PACING, startNs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
            }
        }
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), endBytes - positionBytes);
    }
}
