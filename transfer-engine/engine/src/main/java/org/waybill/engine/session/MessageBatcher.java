package org.waybill.engine.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

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
    public void add(T item) {
        lock.lock();
        try {
            while (items.size() >= MOST_UNSENT && !closed) {
                changed.awaitUninterruptibly();
            }
            if (closed) {
                return;
            }
            items.add(item);
            if (items.size() == 1 || items.size() >= maxItems) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void pump() throws IOException, InterruptedException {
        while (true) {
            List<T> batch;
            lock.lock();
            try {
                sending = false;
                changed.signalAll();
                while (items.isEmpty() && !closed) {
                    changed.await();
                }
                if (closed) {
                    return;
                }
            } finally {
                lock.unlock();
            }
            Thread.sleep(GATHER_MILLIS);
            lock.lock();
            try {
                batch = items;
                items = new ArrayList<>();
                sending = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            for (int at = 0; at < batch.size(); at += maxItems) {
                sender.send(batch.subList(at, Math.min(at + maxItems, batch.size())));
            }
        }
    }

    /** Waits until all that was added before is sent. */
    public void flush() throws InterruptedException {
        lock.lock();
        try {
            while ((!items.isEmpty() || sending) && !closed) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
