package org.waybill.planner.admission;

/** A connection's place at a port; of no effect any more once the connection was sent away or has left. */
public interface ConnectionSlot {
    /** It has said something. A stranger that continues to say little gains no time by it. */
    void spoke(long nowNs);

    /** Runs {@code begin} when it may begin a key exchange, now or later; never if it loses its place before. */
    void awaitTurn(Runnable begin, long nowNs);

    /** It has proved that it is welcome here: its address has places that strangers do not get. */
    void trusted();

    /** It is at work. */
    void works(long nowNs);

    /** It is let in and does nothing at present. */
    void idles(long nowNs);

    /** Others wait for what it has yet to say: it is a stranger again. */
    void owes(long nowNs);

    /** Its connection has ended. */
    void leave();
}
