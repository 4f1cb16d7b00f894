package org.waybill.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocols;

/**
 * A finished transfer, for the history. Recording the same {@code id} twice keeps one.
 *
 * @param id a UUID chosen by the mover of the data
 * @param files that were sent, 1 or more: neither those found at the destination nor further names of one (hard links)
 * @param status {@code OK} or the name of what went wrong
 * @param forecastId the forecast that it is scored against, null if there was none
 * @param causeCode what bounded the rate, empty if unknown
 */
public record TransferOutcome(
        String id,
        String sourceHost,
        String destinationHost,
        String transport,
        String via,
        int streams,
        StorageClass storage,
        long bytes,
        long files,
        Instant startedAt,
        double seconds,
        long retransmittedBytes,
        long resumedBytes,
        String status,
        @Nullable String forecastId,
        @Nullable Double forecastSecondsP50,
        @Nullable Double forecastSecondsP90,
        String causeCode) {
    /** The cause of a transfer that was held to a rate. */
    public static final String LIMITED = "LIMIT";
    /** What {@code via} of a transfer over a circuit starts with; the name of the provisioning system follows. */
    public static final String CIRCUIT = "circuit:";

    /**
     * Whether most of the data were sent. What was at the destination already takes its time to be compared, which says
     * little of the time for sending it.
     */
    public boolean movedMost() {
        return movedMost(bytes, resumedBytes);
    }

    /** The same of an outcome with these numbers. */
    public static boolean movedMost(long bytes, long resumedBytes) {
        return bytes > resumedBytes && bytes - resumedBytes >= resumedBytes;
    }

    /** Whether its time shows what its path gives; see {@link #showsThePath(String, String, String)}. */
    public boolean showsThePath() {
        return showsThePath(transport, via, causeCode);
    }

    /**
     * Whether a transfer's time shows what its path gives. One that was held to a rate of its user's choice does not; a
     * circuit's rate and that of datagrams is part of the option.
     */
    public static boolean showsThePath(String transport, String via, String causeCode) {
        return !causeCode.equals(LIMITED)
                || via.startsWith(CIRCUIT)
                || Protocols.transport(transport).isDatagrams();
    }
}
