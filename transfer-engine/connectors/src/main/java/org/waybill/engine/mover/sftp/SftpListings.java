package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.JSchException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * Lists directories over one channel for all the threads that use a connection, with several requests of each under way:
 * JSch waits a round trip for each hundred names, and four for each directory. Where anything is unusual the answer is
 * empty, and JSch's listing says what it is.
 */
final class SftpListings {
    /** Requests for names under way in a directory: answers have some 100 names each. */
    private static final int REQUESTS = 16;
    /** So many directories are listed by JSch before another channel is worth it. */
    private static final int FIRST = 3;
    /** A directory with so many names is worth it at once. */
    private static final int MANY_NAMES = 300;

    private static final int SIZE = 1;
    private static final int OWNERS = 2;
    private static final int PERMISSIONS = 4;
    private static final int TIMES = 8;
    private static final int EXTENDED = 0x80000000;

    /** Its lock is this one's, too. */
    private final SshConnection connection;

    private @Nullable SftpPackets packets;
    private boolean isRefused;
    private int listed;
    private int users;

    /**
     * What a server says of an entry.
     *
     * @param mode its type and permissions, 0 if it does not say
     * @param sizeBytes -1 if it does not say
     * @param modifiedSeconds since 1970, from 0 to 2^32; -1 if it does not say
     */
    record Listed(String name, int mode, long sizeBytes, long modifiedSeconds) {}

    SftpListings(SshConnection connection) {
        this.connection = connection;
    }

    /** The names of a directory, "." and ".." among them; empty where JSch is to list it. */
    Optional<List<Listed>> of(String directory, PeerLimits limits) throws TransferException {
        @Nullable SftpPackets to = begin();
        if (to == null) {
            return Optional.empty();
        }
        try {
            return list(to, directory, limits);
        } catch (IOException | ExecutionException | BufferUnderflowException | IllegalArgumentException _) {
            to.close();
            refuse();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        } finally {
            end();
        }
    }

    /** So many names of a directory are worth asking JSch for. */
    int fewNames() {
        synchronized (connection) {
            return isRefused ? Integer.MAX_VALUE : MANY_NAMES;
        }
    }

    /** A directory has many names. */
    void sawMany() {
        synchronized (connection) {
            listed = FIRST;
        }
    }

    /** Gives the server's place for a session back, where nobody lists. */
    boolean closeIdle() {
        synchronized (connection) {
            SftpPackets open = packets;
            if (open == null || users > 0) {
                return false;
            }
            packets = null;
            try {
                open.end();
                Thread.sleep(SshConnection.ENDING_MILLIS);
            } catch (IOException _) {
                open.close();
            } catch (InterruptedException _) {
                open.close();
                Thread.currentThread().interrupt();
            }
            return true;
        }
    }

    private @Nullable SftpPackets begin() throws TransferException {
        synchronized (connection) {
            if (isRefused || ++listed <= FIRST) {
                return null;
            }
            SftpPackets open = packets;
            if (open == null || !open.isOpen()) {
                try {
                    open = connection.openPackets();
                    packets = open;
                } catch (IOException | JSchException _) {
                    isRefused = true;
                    return null;
                }
            }
            users++;
            return open;
        }
    }

    private void end() {
        synchronized (connection) {
            users--;
        }
    }

    private void refuse() {
        synchronized (connection) {
            isRefused = true;
        }
    }

    private static Optional<List<Listed>> list(SftpPackets to, String directory, PeerLimits limits)
            throws IOException, ExecutionException, InterruptedException, TransferException {
        SftpPackets.Answer opened = to.ask(SftpPackets.OPENDIR, directory.getBytes(StandardCharsets.UTF_8))
                .get();
        if (opened.type() != SftpPackets.HANDLE) {
            return Optional.empty();
        }
        byte[] handle = opened.bytes();
        List<Listed> entries = new ArrayList<>();
        Deque<CompletableFuture<SftpPackets.Answer>> asked = new ArrayDeque<>();
        try {
            while (true) {
                while (asked.size() < REQUESTS) {
                    asked.add(to.ask(SftpPackets.READDIR, handle));
                }
                SftpPackets.Answer answer = asked.remove().get();
                if (answer.type() != SftpPackets.NAME) {
                    return isEnd(answer) ? Optional.of(entries) : Optional.empty();
                }
                int names = answer.content().getInt();
                if (names <= 0) {
                    return Optional.empty();
                }
                for (int i = 0; i < names; i++) {
                    Listed entry = entry(answer);
                    limits.take(directory.length() + entry.name().length());
                    entries.add(entry);
                }
            }
        } finally {
            to.ask(SftpPackets.CLOSE, handle);
        }
    }

    /** SSH_FX_EOF, section 7. */
    private static boolean isEnd(SftpPackets.Answer answer) {
        return answer.type() == SftpPackets.STATUS && answer.content().getInt() == 1;
    }

    /** A name, the line that {@code ls -l} would show, and the attributes of section 5. */
    private static Listed entry(SftpPackets.Answer from) {
        String name = from.text();
        from.bytes();
        int flags = from.content().getInt();
        long size = (flags & SIZE) != 0 ? from.content().getLong() : -1;
        if ((flags & OWNERS) != 0) {
            from.content().getLong();
        }
        int mode = (flags & PERMISSIONS) != 0 ? from.content().getInt() : 0;
        long modified = (flags & TIMES) != 0 ? from.content().getLong() & 0xffffffffL : -1;
        int extensions = (flags & EXTENDED) != 0 ? from.content().getInt() : 0;
        for (int i = 0; i < extensions; i++) {
            from.bytes();
            from.bytes();
        }
        return new Listed(name, mode, size, modified);
    }
}
