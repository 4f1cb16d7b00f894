package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelExec;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.waybill.engine.TransferException;

/**
 * The shells of one connection, for all the threads that use it. A server grants a connection a number of sessions
 * (OpenSSH's MaxSessions: 10), those for files included: who gets no shell of its own waits for another's, since a
 * server that hashes for some files must not seem to be one that has no checksums for others.
 */
final class SshShells {
    private final SshConnection connection;
    private final Deque<SshShell> idle = new ArrayDeque<>();
    /** Idle ones and those in use. */
    private int open;

    private boolean noMore;
    private final AtomicBoolean begun = new AtomicBoolean();

    SshShells(SshConnection connection) {
        this.connection = connection;
    }

    /** Takes a place for one before sessions for files take all; nothing happens where there is one. */
    synchronized void prepare() throws TransferException, InterruptedException {
        if (open == 0) {
            take().ifPresent(idle::add);
        }
    }

    /** Begins to open the first one, so that it is at hand when data have been sent: it takes some round trips. */
    void prepareMeanwhile() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("ssh-shell").start(() -> {
                try {
                    openFirst();
                } catch (TransferException | InterruptedException _) {
                    // who needs it finds out
                }
            });
        }
    }

    /** Without a log-in: a connection that has been closed meanwhile is not opened again for this. */
    private synchronized void openFirst() throws TransferException, InterruptedException {
        Optional<ChannelExec> channel = open == 0 && !noMore ? connection.openExecIfConnected() : Optional.empty();
        Optional<SshShell> shell = channel.isPresent() ? SshShell.open(channel.get()) : Optional.empty();
        if (shell.isPresent()) {
            open++;
            idle.add(shell.get());
        }
    }

    /** What a file or its first bytes hash to ({@link SshShell#sha256}); empty where the server has no shell for it. */
    Optional<String> sha256(String path, long length) throws IOException, TransferException, InterruptedException {
        Optional<SshShell> shell = take();
        return shell.isEmpty() ? Optional.empty() : use(shell.get(), one -> one.sha256(path, length));
    }

    /** Makes the names in directories durable, where a shell is at hand. */
    void sync(Iterable<String> directories) throws IOException, TransferException, InterruptedException {
        Optional<SshShell> shell = hasAny() ? take() : Optional.empty();
        if (shell.isPresent()) {
            use(shell.get(), one -> {
                for (String directory : directories) {
                    one.sync(directory);
                }
                return true;
            });
        }
    }

    private synchronized boolean hasAny() {
        return open > 0;
    }

    private interface Use<T> {
        T of(SshShell shell) throws IOException;
    }

    private <T> T use(SshShell shell, Use<T> use) throws IOException {
        boolean works = false;
        try {
            T result = use.of(shell);
            works = true;
            return result;
        } finally {
            giveBack(shell, works);
        }
    }

    private synchronized Optional<SshShell> take() throws TransferException, InterruptedException {
        while (true) {
            SshShell shell = idle.poll();
            if (shell != null && shell.isConnected()) {
                return Optional.of(shell);
            }
            if (shell != null) {
                open--;
                noMore = false;
            } else if (!noMore) {
                Optional<SshShell> fresh = SshShell.open(connection.openExec());
                if (fresh.isPresent()) {
                    open++;
                    return fresh;
                }
                noMore = !connection.listings().closeIdle();
            } else if (open == 0) {
                return Optional.empty();
            } else {
                wait();
            }
        }
    }

    private synchronized void giveBack(SshShell shell, boolean works) {
        if (works) {
            idle.add(shell);
        } else {
            shell.close();
            open--;
            noMore = false;
        }
        notifyAll();
    }
}
