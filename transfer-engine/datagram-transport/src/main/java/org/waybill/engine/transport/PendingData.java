package org.waybill.engine.transport;

/** What has not been sent yet. Channels of one transfer have one each and may draw on a common stock. */
public interface PendingData {
    /** Where the next fresh byte lies, or -1 if there is none now. */
    long nextOffset();

    /** How many bytes can be taken from {@link #nextOffset} on. */
    long contiguousBytes();

    /** The sender has taken so many bytes. */
    void onTaken(long bytes);

    /** Whether there will never be more. */
    boolean isExhausted();
}
