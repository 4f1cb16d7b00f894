package org.waybill.cli.command;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.survey.LocalAddresses;

/** Leaves what a probe measured for the history, without waiting for a service. */
public final class Measured {
    private Measured() {}

    /** @param far what was measured; of this machine itself only whole transfers say anything */
    public static void keep(Session session, InetAddress far, List<Measurement> measured) {
        boolean network = !LocalAddresses.owns(far);
        Outbox outbox = session.outbox();
        try {
            for (Measurement one : measured) {
                if (network || one.quantity() == Quantity.BULK_TRANSFER_CAPACITY) {
                    outbox.put(one);
                }
            }
        } catch (IOException e) {
            session.note(outbox.notKept("this measurement", e));
        }
    }
}
