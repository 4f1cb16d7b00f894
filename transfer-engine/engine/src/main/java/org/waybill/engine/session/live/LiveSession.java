package org.waybill.engine.session.live;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.TransferSide;

/**
 * One side of a transfer that has a live stream on one of its sides: one data connection, everything in order, nothing
 * to take up again. See decision 0172.
 */
abstract sealed class LiveSession extends TransferSide permits LiveSource, LiveSink {
    final AtomicLong carriedBytes = new AtomicLong();

    private final boolean isForeign;

    /** @param isForeign whether this end is a stream of another program, at which a thread may wait for ever */
    LiveSession(PeerLink link, SessionSettings settings, boolean isForeign) {
        super(link, settings, _ -> {});
        this.isForeign = isForeign;
    }

    @Override
    protected void wake() {
        if (isForeign) {
            scope.interrupt();
        }
    }

    @Override
    protected Duration patience() {
        return isForeign ? FOREIGN_PATIENCE : super.patience();
    }

    /** The SHA-256 of all that was carried; null before that is known. */
    abstract byte @Nullable [] digest();

    @Override
    public void start() throws TransferException {
        tellPeerTheEnd();
    }

    final void succeed() {
        outcome.succeed();
    }

    @Override
    public TransferListener.Progress progress() {
        long bytes = carriedBytes.get();
        return new TransferListener.Progress(
                TransferListener.Phase.MOVING, bytes, totalBytes(), outcome.isSuccess() ? 1 : 0, 1, "", 0);
    }

    /** -1 while it is not known. */
    long totalBytes() {
        return -1;
    }

    @Override
    public long deliveredBytes() {
        return carriedBytes.get();
    }

    @Override
    public long deliveredBytes(int stream) {
        return carriedBytes.get();
    }

    @Override
    public void streamPatience(Duration time) {
        // another connection would not know where to continue
    }

    @Override
    public SessionResult result() {
        byte[] known = settings.verify() ? digest() : null;
        return new SessionResult(
                carriedBytes.get(),
                1,
                0,
                0,
                0,
                streams.resentBytes(),
                1,
                known == null ? null : Sha256.hex(known),
                Cause.UNKNOWN,
                Cause.UNKNOWN,
                null,
                List.of());
    }
}
