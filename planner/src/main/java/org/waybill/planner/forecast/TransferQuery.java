package org.waybill.planner.forecast;

/**
 * Asks how long a transfer would take.
 *
 * @param transport as in {@link PastTransfer}
 * @param via the relays joined by commas, empty for the direct path
 * @param streams parallel connections, 1 or more
 * @param bytes 0 or more
 * @param files 1 or more
 */
public record TransferQuery(String transport, String via, int streams, DataClass dataClass, long bytes, long files) {
    public TransferQuery {
        if (bytes < 0 || files < 1 || streams < 1) {
            throw new IllegalArgumentException("bytes=" + bytes + " must be at least 0, files=" + files
                    + " and streams=" + streams + " at least 1");
        }
    }
}
