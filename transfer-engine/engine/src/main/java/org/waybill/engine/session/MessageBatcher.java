package org.waybill.engine.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers small news for the peer for some milliseconds and sends them as one message: a thousand files must not mean a
 * thousand frames.
 */
public final class MessageBatcher<T> {
    private static final long GATHER_MILLIS = 5;
    /** Who has more to say to a peer that does not listen waits. */
    private static final int MOST_UNSENT = 1 << 16;

    private final int maxItems;
    private final Sender<T> sender;

    private List<T> items = new ArrayList<>();
    private boolean sending;
    private boolean closed;

    /** Sends one batch. */
    @FunctionalInterface
    public interface Sender<T> {
        void send(List<T> batch) throws IOException;
    }

    public MessageBatcher(int maxItems, Sender<T> sender) {
        this.maxItems = maxItems;
        this.sender = sender;
    }

    public void start(String name, SessionOutcome outcome, SessionScope scope) {
        outcome.whenEnded(this::close);
        scope.startLight(name, this::pump);
    }

    /** Waits where the peer takes nothing; what is added after the end is dropped. */
    public synchronized void add(T item) {
        boolean interrupted = false;
        while (items.size() >= MOST_UNSENT && !closed) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!closed) {
            items.add(item);
            if (items.size() == 1 || items.size() >= maxItems) {
                notifyAll();
            }
        }
    }

    private void pump() throws IOException, InterruptedException {
        while (awaitItems()) {
            Thread.sleep(GATHER_MILLIS);
            List<T> batch = take();
            for (int at = 0; at < batch.size(); at += maxItems) {
                sender.send(batch.subList(at, Math.min(at + maxItems, batch.size())));
            }
        }
    }

    private synchronized boolean awaitItems() throws InterruptedException {
        sending = false;
        notifyAll();
        while (items.isEmpty() && !closed) {
            wait();
        }
        return !closed;
    }

    private synchronized List<T> take() {
        List<T> batch = items;
        items = new ArrayList<>();
        sending = true;
        notifyAll();
        return batch;
    }

    /** Waits until all that was added before is sent. */
    public synchronized void flush() throws InterruptedException {
        while ((!items.isEmpty() || sending) && !closed) {
            wait();
        }
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
