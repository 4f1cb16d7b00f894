package org.waybill.api;

import java.time.Instant;

/**
 * How far a transfer is that is not over yet; what is said last counts.
 *
 * @param id a UUID chosen by the mover of the data
 * @param via names of the relays, with commas between them; empty for the direct path
 * @param bytesTotal -1 while unknown, as is {@code filesTotal}
 * @param bitsPerSecond over the last seconds
 * @param ended whether it is over now; its outcome comes apart, as a {@link TransferOutcome}
 */
public record RunningTransfer(
        String id,
        String sourceHost,
        String destinationHost,
        String transport,
        String via,
        long bytesDone,
        long bytesTotal,
        long filesDone,
        long filesTotal,
        double bitsPerSecond,
        Instant startedAt,
        boolean ended) {}
