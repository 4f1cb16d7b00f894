package org.waybill.engine.session;

import java.nio.file.Path;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;

/** Pairs this {@code WAYBILL_HOME} with a node, once; afterwards both know each other's certificate. */
public final class PairingClient {
    private PairingClient() {}

    /**
     * Proves to the node that we hold its token, checks that it holds it too, and pins it under {@code host:port}.
     *
     * @param token as the node printed it
     * @return the node's fingerprint, to be shown to the user
     */
    public static Fingerprint pair(Path home, String host, int port, String token)
            throws TransferException, InterruptedException {
        throw new TransferException(Reason.INTERNAL,
                "pairing has not landed yet: " + home + host + port + token.length());
    }
}
