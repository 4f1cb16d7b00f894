package org.waybill.client.probe.bandwidth;

/** What a test transfer reports and asks while it runs. */
public interface Progress {
    /**
     * The number of bytes sent so far: received, or where this side sends, delivered as far as it can tell. Need not be
     * reported.
     */
    default void moved(long bytes) {}

    /** Packets were lost: sent again, or missing when later ones came. Need not be reported. */
    default void lost() {}

    /** What the sending kernel says of it so far. Need not be reported. */
    default void sent(SenderAccount account) {}

    /** The amount that has arrived, what the protocol read ahead included. Need not be reported. */
    default void received(long bytes) {}

    /** Whether it should end as soon as it well can, with what has been sent by then. */
    boolean isOver();
}
