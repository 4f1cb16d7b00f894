package org.waybill.client.execution;

import org.waybill.client.files.EndpointStores;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.storage.TemporaryNames;

/**
 * Carries out orders whose data are stored at hosts between the endpoints, one hop after the other; other orders are
 * carried out as they are. Blocking; an interrupt stops the hop that is under way, and what is stored is kept for a
 * re-run. See decision 0298.
 *
 * @param stores where the intermediate copies are made and removed
 * @param names keyed with the home's secret, so that a re-run finds the intermediate copies
 */
public record StagedTransferService(
        StorageTransferService moves, EndpointStores stores, TemporaryNames names, RetryClock ticker) {
    /**
     * Moves the data.
     *
     * @throws TransferException of the hop that failed, naming its hosts
     */
    public TransferResult move(TransferOrder order, TransferListener listener)
            throws TransferException, InterruptedException {
        return order.hops().isEmpty() || order.request().dryRun()
                ? moves.move(order, listener)
                : new StagedTransfer(this, order, listener).run();
    }

    /** Fails where a mover refuses the order or one of its hops, before anything is made or sent. */
    public void check(TransferOrder order) throws TransferException {
        if (order.hops().isEmpty()) {
            moves.check(order);
        } else {
            new StagedTransfer(this, order, TransferListener.NONE).checkHops();
        }
    }
}
