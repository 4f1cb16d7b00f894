package org.waybill.client.execution;

import org.waybill.client.estimate.Estimate;
import org.waybill.engine.TransferRequest;

/**
 * A transfer to be carried out.
 *
 * @param request what to move, already in the terms of the transport
 * @param transport the mover's name: {@code tcp}, {@code sftp}, ...
 * @param sourceHost the host's name in the history
 * @param destinationHost likewise
 * @param files how many files are expected, 0 if unknown
 * @param forecast what was forecast, or {@link Estimate#UNKNOWN}
 */
public record MoveOrder(TransferRequest request, String transport, String sourceHost, String destinationHost,
        long files, Estimate forecast) {}
