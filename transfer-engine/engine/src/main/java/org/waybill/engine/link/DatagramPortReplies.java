package org.waybill.engine.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.wire.Message;

/**
 * Answers to requests for streams by datagrams: the thread that asks over a control connection waits for them, and the
 * one that receives on it hands them over. Thread-safe.
 */
public final class DatagramPortReplies implements AutoCloseable {
    /**
     * A peer that is gone is noticed by its silence. This ends the wait for one that lives and does not answer; a node
     * answers when it has looked at what it was sent before, which may be a long list of files.
     */
    private static final int ANSWER_SECONDS = 20;

    private final String peer;
    private final Map<Integer, CompletableFuture<Message.DatagramsOpen>> expected = new HashMap<>();
    private boolean closed;

    /** @param peer who is asked, for messages */
    public DatagramPortReplies(String peer) {
        this.peer = peer;
    }

    /** An answer to come. */
    @FunctionalInterface
    public interface Answer {
        /** Waits for it; port 0 in it says that the peer has no memory for the stream. */
        Message.DatagramsOpen await() throws IOException;
    }

    /** To be called before the peer is asked for the stream of this number, or the answer could be missed. */
    public synchronized Answer expect(int stream) throws IOException {
        if (closed) {
            throw ended();
        }
        CompletableFuture<Message.DatagramsOpen> answer = new CompletableFuture<>();
        expected.put(stream, answer);
        return () -> await(stream, answer);
    }

    /** Takes the message if it is such an answer; an unexpected one is dropped. */
    public synchronized boolean isAnswer(Message message) {
        if (!(message instanceof Message.DatagramsOpen answer)) {
            return false;
        }
        CompletableFuture<Message.DatagramsOpen> question = expected.get(answer.connection());
        if (question != null) {
            question.complete(answer);
        }
        return true;
    }

    private Message.DatagramsOpen await(int stream, CompletableFuture<Message.DatagramsOpen> answer)
            throws IOException {
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(peer + " opened no UDP port", e);
        } finally {
            synchronized (this) {
                expected.remove(stream, answer);
            }
        }
    }

    private static IOException ended() {
        return new IOException("its connection has ended");
    }

    /** No answer comes any more. */
    @Override
    public synchronized void close() {
        closed = true;
        expected.values().forEach(answer -> answer.completeExceptionally(ended()));
    }
}
