package org.waybill.planner.forecast;

/**
 * Asks how long a transfer would take.
 *
 * @param transport as in {@link PastTransfer}
 * @param via the relays joined by commas, empty for the direct path
 * @param streams parallel connections; {@link #AUTO_STREAMS}: the number that the mover finds best
 * @param bytes 0 or more
 * @param files 1 or more
 */
public record TransferQuery(String transport, String via, int streams, DataClass dataClass, long bytes, long files) {
    /** The mover chooses: transfers with any number of streams are history of this. */
    public static final int AUTO_STREAMS = 0;
    /** How many connections a mover that chooses is reckoned with while there is no history. */
    private static final int RECKONED_STREAMS = 4;

    public TransferQuery {
        if (bytes < 0 || files < 1 || streams < 0) {
            throw new IllegalArgumentException("bytes=" + bytes + " and streams=" + streams
                    + " must be at least 0, files=" + files + " at least 1");
        }
    }

    int reckonedStreams() {
        return streams == AUTO_STREAMS ? RECKONED_STREAMS : streams;
    }
}
