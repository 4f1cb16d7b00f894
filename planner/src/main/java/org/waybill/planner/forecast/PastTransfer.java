package org.waybill.planner.forecast;

/**
 * A finished transfer of the pair that is asked about, as history for a forecast.
 *
 * @param startedAtMillis epoch milliseconds; orders the history
 * @param transport {@code sftp}, {@code tcp}, {@code gsiftp}, ...
 * @param via the relays joined by commas, empty for the direct path
 * @param streams parallel connections, 1 or more
 * @param bytes that were copied, those resumed from earlier not counted; 1 or more
 * @param files 1 or more
 * @param seconds from the command to the proof of arrival; above 0
 */
public record PastTransfer(
        long startedAtMillis,
        String transport,
        String via,
        int streams,
        DataClass dataClass,
        long bytes,
        long files,
        double seconds) {
    public PastTransfer {
        if (bytes < 1 || files < 1 || streams < 1) {
            throw new IllegalArgumentException(
                    "bytes=" + bytes + ", files=" + files + ", streams=" + streams + ": each must be at least 1");
        }
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("seconds=" + seconds + " must be above 0 and finite");
        }
    }

    /** The same work, to be asked about again. */
    public TransferQuery asQuery() {
        return new TransferQuery(transport, via, streams, dataClass, bytes, files);
    }
}
