package org.waybill.engine.driver.udp;

import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.plut.HostLoad;

/** What both ends of a stream go by, for simulations of every transport there is. */
public final class TransportRules {
    private TransportRules() {}

    /** The sender's. */
    public static RateController controller(DatagramTerms.Transport transport, long rateBitsPerSecond) {
        return DatagramChannels.controller(transport, rateBitsPerSecond);
    }

    /** The receiver's, at a host that is idle. */
    public static AckPolicy acknowledgements(DatagramTerms.Transport transport) {
        return DatagramChannels.acknowledgements(transport, () -> HostLoad.IDLE);
    }
}
