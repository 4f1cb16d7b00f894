package org.waybill.engine.mover.store;

import org.waybill.engine.TransferException;

/**
 * A store that, as the destination of a copy, does more than take what is written: its server copies what it, or another
 * server, has itself, or this user may write there and see nothing.
 */
public interface CopyTarget {
    /**
     * What is written from now on is a copy of what is there. Called before all else, and known to what {@link
     * Store#another()} gives.
     *
     * @param replaces whether what is here is replaced whatever it is, so that it need not be seen
     * @param asItIs whether nothing has to be done with the data on their way, so that they need not pass this machine
     */
    void receive(Store source, boolean replaces, boolean asItIs);

    /** Whether this user may not see what is here: then no name was there before, and all are kept as they are given. */
    boolean isBlind();

    /** What a server has done at a client's word. */
    enum Copied {
        /** Nothing that counts: the data go through this machine. */
        REFUSED,
        /** All, and its own checksums show that the copy is equal, or will before it has its name. */
        COMPARED,
        /** All, and it has no checksum to compare. */
        UNCOMPARED,
        /** All, and nothing is compared yet but the size: both are to be read. */
        UNREAD
    }

    /** Hears how far a server is; in the thread that asked. */
    interface Progress {
        /** Bytes that an earlier run has had copied. */
        void kept(long bytes);

        /** Bytes that were copied now. */
        void copied(long bytes);

        /** Throws to end the copy, where the transfer was cancelled or its deadline has passed. */
        default void check() throws TransferException {}
    }

    /**
     * Has the server copy a file into what was begun, without the data passing through this machine. What the server does,
     * or that it refuses, is told as an event.
     *
     * @param source as it is at the store that was {@link #receive}d from
     * @param partial what {@link Store#begin} returned
     */
    Copied copyWithin(Entry source, String partial, Progress progress) throws TransferException, InterruptedException;
}
