package org.waybill.client.probe.bandwidth;

/** One transfer of a probe: {@code bytes} of payload took {@code seconds}. */
public record TransferPoint(long bytes, double seconds) {
    public TransferPoint {
        if (bytes < 0 || !(seconds >= 0)) {
            throw new IllegalArgumentException("no transfer: " + bytes + " bytes in " + seconds + " s");
        }
    }
}
