package org.waybill.client.probe.bandwidth;

/** What a test transfer tells while it goes on, and asks. */
public interface Progress {
    /**
     * So many bytes have gone so far: received, or where this side sends, delivered as far as it can tell. Need not be
     * told.
     */
    default void moved(long bytes) {}

    /** Packets were lost: sent again, or missing when later ones came. Need not be told. */
    default void lost() {}

    /** What the sending kernel says of it so far. Need not be told. */
    default void sent(SenderAccount account) {}

    /** So much has arrived, what the protocol read ahead included. Need not be told. */
    default void received(long bytes) {}

    /** Whether it should end as soon as it well can, with what has been moved by then. */
    boolean isOver();
}
