package org.waybill.engine.session;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.Replies;

/**
 * The threads of one session: an exception of one of them ends the whole session, with a reason, and the thread that
 * ends the session waits here until all of them have ended. A thread that outlived its session would hold its files and
 * blocks for ever.
 */
public final class SessionScope {
    private final SessionOutcome outcome;
    private final String peer;
    private final Set<Thread> running = new HashSet<>();

    public SessionScope(SessionOutcome outcome, String peer) {
        this.outcome = outcome;
        this.peer = peer;
    }

    /** Runs a part on this thread. */
    public void run(SessionTask part) {
        try {
            part.run();
        } catch (TransferException e) {
            outcome.fail(e);
        } catch (IOException e) {
            outcome.fail(Replies.broken(e, peer));
        } catch (InterruptedException e) {
            outcome.fail(new TransferException(Reason.INTERRUPTED, "interrupted", e));
        } catch (RuntimeException | Error e) {
            outcome.fail(new TransferException(Reason.INTERNAL, "unexpected: " + e, e));
        }
    }

    /** Runs a part on a thread of its own. What it may wait for must end with the session. */
    public Thread start(String name, SessionTask part) {
        return start(Thread.ofPlatform().name(name).daemon(), part);
    }

    /** The same for one that seldom has anything to do. */
    Thread startLight(String name, SessionTask part) {
        return start(Thread.ofVirtual().name(name), part);
    }

    private Thread start(Thread.Builder builder, SessionTask part) {
        Thread thread = builder.unstarted(() -> {
            try {
                run(part);
            } finally {
                left();
            }
        });
        synchronized (this) {
            running.add(thread);
        }
        thread.start();
        return thread;
    }

    private synchronized void left() {
        running.remove(Thread.currentThread());
        notifyAll();
    }

    /**
     * Interrupts threads and waits for their end, even if this one is interrupted: an incomplete end would leave files
     * open.
     */
    public static void interruptAndJoin(Collection<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            thread.interrupt();
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Interrupts those that are still there. */
    public synchronized void interrupt() {
        running.forEach(Thread::interrupt);
    }

    /** Waits so long for the end of all threads but this one; false if some have not ended. */
    public synchronized boolean await(Duration patience) throws InterruptedException {
        long untilNanos = System.nanoTime() + patience.toNanos();
        while (othersRun()) {
            long leftMillis = (untilNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return false;
            }
            wait(leftMillis);
        }
        return true;
    }

    private boolean othersRun() {
        return running.size() > 1 || (running.size() == 1 && !running.contains(Thread.currentThread()));
    }
}
