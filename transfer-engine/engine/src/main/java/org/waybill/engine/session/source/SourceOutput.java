package org.waybill.engine.session.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Arrays;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.MessageBatcher;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.BlockSendQueue;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Digest;

/** Carries what the pump makes to the streams, or to the control connection when it is little. */
final class SourceOutput implements SourcePump.Sink {
    private static final int NO_STREAM = -1;
    private static final int MOST_DIGESTS = 1000;

    private final PeerLink link;
    private final SessionSettings settings;
    private final SourcePlan plan;
    private final BlockSendQueue queue;
    private final RateLimit limiter;
    private final SourceProgress progress;
    private final SourceMeter meter;
    private final Missing missing;
    private final MessageBatcher<Digest> digests;
    private volatile boolean inline;

    SourceOutput(
            PeerLink link,
            SessionSettings settings,
            SourcePlan plan,
            BlockSendQueue queue,
            RateLimit limiter,
            SourceProgress progress,
            SourceMeter meter,
            Missing missing) {
        this.link = link;
        this.settings = settings;
        this.plan = plan;
        this.queue = queue;
        this.limiter = limiter;
        this.progress = progress;
        this.meter = meter;
        this.missing = missing;
        this.digests = new MessageBatcher<>(MOST_DIGESTS, batch -> link.send(new Message.Digests(batch)));
    }

    void start(SessionOutcome outcome, SessionScope scope) {
        digests.start("source digests", outcome, scope);
    }

    /** All goes over the control connection, without being asked for. */
    void inline() {
        inline = true;
    }

    @Override
    public void block(Block block) throws IOException {
        if (!inline) {
            queue.add(block);
            return;
        }
        byte[] payload = Arrays.copyOf(block.payload, block.length());
        queue.sentElsewhere(block, NO_STREAM);
        block.release();
        limiterWait(payload.length);
        link.send(new Message.InlineBlock(payload));
    }

    private void limiterWait(int bytes) throws IOException {
        try {
            limiter.acquire(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    @Override
    public void digest(int entry, byte[] sha256) {
        progress.digest(entry, sha256);
        digests.add(new Digest(entry, sha256));
    }

    @Override
    public void permissions(int entry, int permissions) throws IOException, InterruptedException {
        if (link.awaitSince(Message.NewPermissions.SINCE)) {
            link.send(new Message.NewPermissions(entry, permissions));
        }
    }

    @Override
    public void awaitSent(long block) throws InterruptedException {
        queue.awaitTaken(block);
    }

    @Override
    public void resumed(long bytes, int wholeFiles) {
        progress.resumed(bytes, wholeFiles);
    }

    @Override
    public void unsendable(int entry, TransferException reason) throws IOException {
        if (!progress.isCommitted(entry) && plan.unreadable(entry)) {
            missing.failed(plan.entry(entry).path(), reason);
            link.send(new Message.Unsendable(entry, reason.reason(), reason.getMessage()));
        }
    }

    @Override
    public void through() throws IOException, InterruptedException {
        digests.flush();
        Cause cause = progress.through(meter, settings.rateBitsPerSecond());
        link.send(new Message.Summary(cause.code(), cause.text(), progress.resentBytes()));
    }
}
