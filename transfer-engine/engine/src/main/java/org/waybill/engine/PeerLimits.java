package org.waybill.engine;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * How much a remote host can make this process take in before it is left with {@link Reason#LIMIT}. Nothing legitimate
 * comes near these bounds; without them one server that never ends takes all memory.
 */
public final class PeerLimits {
    /** The longest name: as long as the longest path of Linux (PATH_MAX). */
    public static final int NAME_BYTES = 4096;
    /** The longest answer to one command, all its lines together, and the longest greeting. */
    public static final int REPLY_BYTES = 256 << 10;
    /** The longest entry of a listing as it is sent, with all that a server says of it. */
    public static final int ENTRY_BYTES = 64 << 10;
    /** A directory's listing takes at most this part of the heap, some 350,000 files of 512 MiB. */
    public static final int LISTING_PART_OF_HEAP = 4;
    /** A whole tree takes at most this part of the heap, some 500,000 files of 512 MiB. */
    public static final int TREE_PART_OF_HEAP = 2;
    /** What an entry takes besides the characters of its path. */
    private static final int ENTRY_OVERHEAD_BYTES = 256;

    /** A remote host exceeded a bound, where a library lets only {@link IOException} pass. */
    public static final class Exceeded extends IOException {
        private static final long serialVersionUID = 1L;

        public Exceeded(String message) {
            super(message);
        }

        /** What it means to the caller; null where none is below {@code thrown}. */
        public static @Nullable TransferException in(Throwable thrown, String where) {
            Exceeded exceeded = Causes.find(Exceeded.class, thrown);
            return exceeded == null ? null : new TransferException(Reason.LIMIT, where + exceeded.getMessage(), thrown);
        }
    }

    private final String what;
    private final long mostBytes;
    private long leftBytes;

    private PeerLimits(String what, long mostBytes) {
        this.what = what;
        this.mostBytes = mostBytes;
        this.leftBytes = mostBytes;
    }

    /** What one directory's listing may take, {@code what} in words. */
    public static PeerLimits listing(String what) {
        return new PeerLimits(what, Runtime.getRuntime().maxMemory() / LISTING_PART_OF_HEAP);
    }

    /** What everything that is to be copied may take. */
    public static PeerLimits tree() {
        return new PeerLimits(
                "the list of files to transfer", Runtime.getRuntime().maxMemory() / TREE_PART_OF_HEAP);
    }

    /**
     * Takes what an entry needs.
     *
     * @param characters of all that is kept of it
     * @throws TransferException {@link Reason#LIMIT} when there is no more
     */
    public void take(long characters) throws TransferException {
        leftBytes -= ENTRY_OVERHEAD_BYTES + characters;
        if (leftBytes < 0) {
            throw new TransferException(
                    Reason.LIMIT,
                    what + " does not fit into " + (mostBytes >> 20)
                            + " MiB; copy it in parts, or raise the heap: WAYBILL_JAVA_OPTS=-Xmx4g");
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new TransferException(Reason.INTERRUPTED, "interrupted");
        }
    }
}
