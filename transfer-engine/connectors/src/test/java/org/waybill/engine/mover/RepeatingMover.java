package org.waybill.engine.mover;

import java.util.Set;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.node.EngineFixture;

/** Begins a transfer again as long as that can help, as those do who call movers. */
record RepeatingMover(Mover mover) implements Mover {
    @Override
    public String name() {
        return mover.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return mover.capabilities();
    }

    @Override
    public boolean accepts(Location source, Location destination) {
        return mover.accepts(source, destination);
    }

    @Override
    public TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        return EngineFixture.untilDone(mover, request, listener);
    }
}
