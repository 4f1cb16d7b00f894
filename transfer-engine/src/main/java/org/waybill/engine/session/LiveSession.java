package org.waybill.engine.session;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;

/**
 * One side of a transfer that has a live stream at one of its ends: one data connection, everything in order, nothing
 * to take up again.
 */
abstract sealed class LiveSession implements TransferSession permits LiveSource, LiveSink {
    final ControlLink link;
    final SessionSettings settings;
    final DataKeys keys;
    final StreamSet streams;
    final AtomicLong carriedBytes = new AtomicLong();
    private final Outcome outcome = new Outcome();
    private final Failures failures;
    private volatile boolean peerKnows;
    private volatile @Nullable Thread goodbye;

    LiveSession(ControlLink link, SessionSettings settings) {
        this.link = link;
        this.settings = settings;
        keys = new DataKeys(settings.secret());
        failures = new Failures(outcome, settings.peerName());
        streams = new StreamSet(outcome, failures, _ -> { });
    }

    /** The SHA-256 of all that was carried; null if it was not to be verified. */
    abstract @Nullable String sha256();

    @Override
    public void start() throws TransferException {
        outcome.whenEnded(this::tellPeer);
    }

    private void tellPeer() {
        TransferException failure = outcome.failure();
        if (failure != null && !peerKnows) {
            goodbye = Goodbye.say(link, failure);
        }
    }

    /** What the peer says when it gives up. */
    final TransferException told(Reason reason, String text) {
        peerKnows = true;
        return new TransferException(reason, text);
    }

    final void succeed() {
        outcome.succeed();
    }

    Failures failures() {
        return failures;
    }

    @Override
    public boolean owns(AttachPreamble preamble) {
        return keys.isAttachTag(preamble.tag(), preamble.session(), preamble.connection());
    }

    @Override
    public void fail(TransferException reason) {
        outcome.fail(reason);
    }

    @Override
    public void failed(IOException error) {
        outcome.fail(Failures.ofConnection(error, settings.peerName()));
    }

    @Override
    public boolean isEnded() {
        return outcome.isEnded();
    }

    @Override
    public void await() throws TransferException, InterruptedException {
        outcome.await();
    }

    @Override
    public boolean await(long millis) throws TransferException, InterruptedException {
        return outcome.await(millis);
    }

    @Override
    public boolean endsWithin(long millis) throws InterruptedException {
        return outcome.endsWithin(millis);
    }

    @Override
    public TransferListener.Progress progress() {
        long bytes = carriedBytes.get();
        return new TransferListener.Progress(TransferListener.Phase.MOVING, bytes, totalBytes(),
                outcome.isSuccess() ? 1 : 0, 1, "");
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
        // another connection would not know where to go on
    }

    @Override
    public SessionResult result() {
        return new SessionResult(carriedBytes.get(), 1, 0, streams.resentBytes(), 1, sha256(), Cause.UNKNOWN,
                Cause.UNKNOWN, List.of());
    }

    @Override
    public void close() {
        outcome.fail(new TransferException(Reason.INTERRUPTED, "the session was closed"));
        streams.close();
        Goodbye.await(goodbye);
    }
}
