package org.waybill.engine.gateway;

import java.net.InetAddress;

/** Hears of the transfers that a gateway carries. Called from its threads; must not block. */
public interface GatewayListener {
    GatewayListener NONE = transfer -> {};

    void onTransfer(Transfer transfer);

    /**
     * A finished transfer.
     *
     * @param farHost the host of the remote server, empty for the gateway's own store
     * @param toFarHost whether data went away from the client
     * @param streams connections on the client's leg
     * @param failure the reply that reported a failure, empty when all went well
     */
    record Transfer(
            InetAddress client,
            String farHost,
            boolean toFarHost,
            String path,
            long bytes,
            double seconds,
            int streams,
            String failure) {}
}
