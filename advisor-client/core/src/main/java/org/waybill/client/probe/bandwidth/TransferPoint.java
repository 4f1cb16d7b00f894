package org.waybill.client.probe.bandwidth;

/**
 * One transfer of a probe: {@code bytes} of payload took {@code seconds}.
 *
 * @param whole false for one that the end of the time cut short: {@code bytes} are those that it had moved by then
 */
public record TransferPoint(long bytes, double seconds, boolean whole) {
    public TransferPoint {
        if (bytes < 0 || !(seconds >= 0)) {
            throw new IllegalArgumentException("no transfer: " + bytes + " bytes in " + seconds + " s");
        }
    }

    /** One that was not cut short. */
    public TransferPoint(long bytes, double seconds) {
        this(bytes, seconds, true);
    }
}
