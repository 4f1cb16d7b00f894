package org.waybill.engine.gateway;

import java.io.IOException;
import org.waybill.engine.gateway.data.DataChannel;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiDataSecurity;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.gsi.GsiInitiator;
import org.waybill.engine.gsi.GsiTrust;

/**
 * How the gateway presents itself to a far server in its client's name.
 *
 * @param credential the proxy that the client delegated
 * @param host the far server's name as the client gave it, which its certificate must bear
 * @param privacy whether data connections are encrypted, as those to the client are
 */
record DelegatedLogIn(GsiCredential credential, GsiTrust trust, String host, boolean privacy) {
    GsiInitiator initiator() throws GsiException {
        return new GsiInitiator(credential, trust, true);
    }

    /** Authenticated data connections, as the client has asked of us. */
    DataChannel.Security agree(Upstream upstream) throws IOException {
        Upstream.expectPositive(upstream.call("DCAU A"), 504);
        Upstream.expectPositive(upstream.call("PBSZ 1048576"), 504);
        Upstream.expectPositive(upstream.call("PROT " + (privacy ? "P" : "C")), 536);
        return DataProtection.of(new GsiDataSecurity(credential, trust, credential.identity(), privacy),
                privacy);
    }
}
