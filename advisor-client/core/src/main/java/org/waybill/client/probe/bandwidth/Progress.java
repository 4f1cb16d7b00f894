package org.waybill.client.probe.bandwidth;

/** What a test transfer tells while it goes on, and asks. */
public interface Progress {
    /**
     * So many bytes have gone so far: received, or where this side sends, handed to the connection, whose buffers may
     * hold some still. Need not be told.
     */
    void moved(long bytes);

    /** Whether it should end as soon as it well can, with what has been moved by then. */
    boolean isOver();
}
