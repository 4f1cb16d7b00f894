package org.waybill.client.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.Reason;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.protocol.Transport;

/**
 * Keeps what a gateway carried for the history: the measured rate between the client and the remote server by way of
 * this machine (Rizk 2006, section 4.3: the log of transfers is what forecasts are made of).
 *
 * @param thisHost the name of the gateway's machine in the history
 */
public record GatewayTransferLog(Outbox outbox, InstantSource clock, String thisHost) implements GatewayListener {
    private static final Logger LOG = System.getLogger(GatewayTransferLog.class.getName());

    @Override
    public void onTransfer(Transfer transfer) {
        // a transfer that moved nothing shows nothing of the path
        if (transfer.bytes() == 0 || transfer.seconds() <= 0) {
            return;
        }
        try {
            outbox.put(outcome(transfer));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot record a gateway transfer in the history: " + e);
        }
    }

    private TransferOutcome outcome(Transfer transfer) {
        String client = transfer.client().isLoopbackAddress()
                ? thisHost
                : transfer.client().getHostAddress();
        boolean split = !transfer.farHost().isEmpty();
        String far = split ? transfer.farHost() : thisHost;
        boolean failed = !transfer.failure().isEmpty();
        String status = failed ? Reason.CONNECTION_LOST.name() : "OK";
        Instant startedAt = clock.instant().minusNanos((long) (transfer.seconds() * 1e9));
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                transfer.toFarHost() ? client : far,
                transfer.toFarHost() ? far : client,
                (transfer.streams() > 1 ? Transport.GSIFTP : Transport.FTP).name(),
                split ? thisHost : "",
                transfer.streams(),
                StorageClass.DISK,
                transfer.bytes(),
                1,
                startedAt,
                transfer.seconds(),
                0,
                0,
                status,
                null,
                null,
                null,
                failed ? status : "");
    }
}
