/**
 * Start at {@link TransferService}: it runs a transfer with the mover that fits, retries until the deadline, and keeps
 * the outcome for the history. {@link CircuitTransferService} adds a circuit (decision 0200), {@link
 * StorageTransferService} a storage system, and {@link StagedTransferService} hosts between the endpoints (decision 0298):
 * {@link StagedHops} are its transfers, {@link IntermediateCopies} what they leave at these hosts meanwhile.
 */
@NullMarked
package org.waybill.client.execution;

import org.jspecify.annotations.NullMarked;
