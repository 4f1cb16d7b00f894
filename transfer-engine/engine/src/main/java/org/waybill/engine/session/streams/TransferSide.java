package org.waybill.engine.session.streams;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Quietly;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.link.Replies;
import org.waybill.engine.session.DataSession;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.wire.AttachPreamble;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/** What both sides of a transfer have in common: the link, the keys, the streams, and how it ends. */
public abstract class TransferSide implements DataSession, AutoCloseable {
    /** A lost stream is replaced within this time, or the session is restarted. */
    public static final Duration REPLACEMENT_TIME = Duration.ofSeconds(20);

    /** A whole transfer of at most this size travels on the control connection itself: two round trips less. */
    public static final long INLINE_BYTES = 64 << 10;
    /** Below this warming the cipher up costs more than it saves. */
    public static final long WARMUP_BYTES = 64L << 20;
    /** Threads that read or write a stream of another program may not be waited for longer than this. */
    public static final Duration FOREIGN_PATIENCE = Duration.ofSeconds(1);

    private static final Duration LINK_PATIENCE = Duration.ofSeconds(2);
    private static final Duration FOR_EVER = Duration.ofDays(3650);

    protected final PeerLink link;
    protected final SessionSettings settings;
    protected final DataKeys keys;
    protected final StreamSet streams;
    protected final SessionOutcome outcome = new SessionOutcome();
    protected final SessionScope scope;
    private final AtomicReference<@Nullable Runnable> whenDataNeeded = new AtomicReference<>();
    private volatile boolean peerKnows;
    private volatile @Nullable Thread goodbye;

    /** @param streamLost receives the number of a stream that broke */
    public TransferSide(PeerLink link, SessionSettings settings, IntConsumer streamLost) {
        this.link = link;
        this.settings = settings;
        this.keys = new DataKeys(settings.secret());
        this.scope = new SessionScope(outcome, settings.peerName());
        this.streams = new StreamSet(outcome, scope, streamLost);
    }

    /** Starts its threads. */
    public abstract void start() throws TransferException;

    /** Takes a message of the peer; called by the one thread that receives on the link. */
    public abstract void receive(Message message) throws IOException, TransferException;

    /** How far it is. */
    public abstract TransferListener.Progress progress();

    /** New bytes that have reached the sink in this session. */
    public abstract long deliveredBytes();

    /** Those of them that came by this stream. */
    public abstract long deliveredBytes(int stream);

    /** What it did. */
    public abstract SessionResult result();

    /**
     * Has a stream carry what it holds and no more; what it has sent is still acknowledged. Where the peer sends, it is
     * asked to.
     *
     * @return false if the peer can no longer be reached, or what is copied is itself a live stream, which has only one
     *     connection
     */
    public boolean retire(int stream) {
        return false;
    }

    /** Bytes that were sent on a stream and are not acknowledged; 0 where the peer sends, which alone knows. */
    public long heldBytes(int stream) {
        return 0;
    }

    /** Ends a stream whose connection is closed or useless; what it holds goes over others. */
    public void giveUp(int stream) {
        // a stream of unknown length has only one connection
    }

    /** What to do, once, when the data need connections of their own: a client dials them then. Before the start. */
    public final void onDataNeeded(Runnable action) {
        whenDataNeeded.set(action);
    }

    /** How it ends. */
    public final SessionOutcome outcome() {
        return outcome;
    }

    /** Runs a part on this thread; what it throws ends the session. */
    public final void run(SessionTask part) {
        scope.run(part);
    }

    protected final void dataNeeded() {
        Runnable action = whenDataNeeded.getAndSet(null);
        if (action != null) {
            action.run();
        }
    }

    /** The same if a part of the list shows that there is more than the control connection carries. */
    protected final void dataNeeded(Message.Manifest part) {
        if (!part.last() || part.bytes() > INLINE_BYTES) {
            dataNeeded();
        }
    }

    protected final void tellPeerTheEnd() {
        outcome.whenEnded(() -> {
            TransferException failure = outcome.failure();
            if (failure != null && !peerKnows) {
                goodbye = say(failure);
            }
        });
    }

    /**
     * Reports to the peer why the session ends, on a thread of its own: a peer that reads nothing must not delay the
     * end.
     */
    private @Nullable Thread say(TransferException failure) {
        if (link.isClosed()) {
            return null;
        }
        return Thread.ofVirtual().name("goodbye").start(() -> {
            try {
                link.send(new Message.Failure(failure.reason(), failure.getMessage()));
            } catch (IOException _) {
                // the peer has gone
            }
        });
    }

    private static void awaitGoodbye(@Nullable Thread words) {
        if (words != null) {
            try {
                words.join(LINK_PATIENCE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The failure that ended the session, naming what of a tree is not at the sink; for the caller that has closed it.
     */
    public TransferException named(TransferException failure) {
        return failure;
    }

    /** What the peer says when it gives up. */
    protected final TransferException told(Reason reason, String text) {
        peerKnows = true;
        return new TransferException(reason, text);
    }

    @Override
    public final void attach(int connection, ByteChannel channel) throws IOException {
        try {
            addStream(connection, channel);
        } catch (Throwable e) {
            // a session that has just ended fails here with many exceptions, and no one else holds the connection
            Quietly.close(channel);
            throw e;
        }
    }

    /** Has blocks carried on a data connection of this number. */
    protected abstract void addStream(int connection, ByteChannel channel) throws IOException;

    @Override
    public final boolean owns(AttachPreamble preamble) {
        return keys.isAttachTag(preamble.tag(), preamble.session(), preamble.connection());
    }

    /** Ends it because its control connection broke. */
    public void failed(IOException error) {
        outcome.fail(Replies.broken(error, settings.peerName()));
    }

    /** How long to wait for a new stream after the last one broke, before the session fails. */
    public void streamPatience(Duration time) {
        streams.patience(time);
    }

    /** Returns when no thread of the session is left and all that it held is given back. */
    @Override
    public void close() {
        outcome.fail(new TransferException(Reason.INTERRUPTED, "the session was closed"));
        streams.close();
        awaitGoodbye(goodbye);
        if (!outcome.isSuccess()) {
            wake();
        }
        if (!awaitThreads(LINK_PATIENCE)) {
            // a peer that reads nothing holds up threads that send to it
            wake();
            link.close();
            awaitThreads(patience());
        }
        release();
    }

    private boolean awaitThreads(Duration time) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return scope.await(time);
                } catch (InterruptedException _) {
                    // an incomplete end would leave files open and locks held
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets those threads continue that wait for something which the end of streams, blocks and link does not end. */
    protected void wake() {
        // most wait for nothing else
    }

    /** How long to wait for threads: without end where they have files of ours open. */
    protected Duration patience() {
        return FOR_EVER;
    }

    /** Gives back files; the outcome is settled, the streams are closed and the threads have ended. */
    protected void release() {
        // most hold nothing else
    }
}
