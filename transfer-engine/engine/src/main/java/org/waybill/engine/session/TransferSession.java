package org.waybill.engine.session;

import java.io.IOException;
import java.time.Duration;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.wire.Message;

/** One side of one transfer. Whoever owns the control connection feeds it with what the peer says. */
public interface TransferSession extends DataSession, AutoCloseable {
    /** A route that was lost is replaced within so long, or the session starts anew. */
    Duration REPLACEMENT_TIME = Duration.ofSeconds(20);

    /** Starts its threads. */
    void start() throws TransferException;

    /** Takes a message of the peer; called by the one thread that receives on the link. */
    void receive(Message message) throws IOException, TransferException;

    /** Ends it because its control connection broke. */
    void failed(IOException error);

    /** Ends it for another reason; the peer is told. */
    void fail(TransferException reason);

    boolean isEnded();

    /** Waits for the end. */
    void await() throws TransferException, InterruptedException;

    /** Waits so long; true when a good end has come. */
    boolean await(long millis) throws TransferException, InterruptedException;

    /** Waits so long for an end, good or bad. */
    boolean endsWithin(long millis) throws InterruptedException;

    /** How far it is. */
    TransferListener.Progress progress();

    /** New bytes that have reached the sink in this session. */
    long deliveredBytes();

    /** Those of them that came by this stream. */
    long deliveredBytes(int stream);

    /**
     * Has a stream carry what it holds and no more; what it has sent is still acknowledged. Where the peer sends, it is
     * told to.
     *
     * @return false if the peer cannot be told any more, or what is moved is itself a live stream, which has but one
     *     connection
     */
    default boolean retire(int stream) {
        return false;
    }

    /** What was sent on a stream and is not acknowledged, bytes; 0 where the peer sends, who alone knows. */
    default long heldBytes(int stream) {
        return 0;
    }

    /** Ends a stream whose connection is closed or useless; what it holds goes over others. */
    default void giveUp(int stream) {
        // a stream of unknown length has but one connection
    }

    /** How long to wait for a new stream after the last one broke, before the session is given up. */
    void streamPatience(Duration time);

    /** What it did. */
    SessionResult result();

    @Override
    void close();
}
