package org.waybill.engine.gridftp;

import java.io.IOException;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiDataSecurity;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.gsi.GsiInitiator;
import org.waybill.engine.gsi.GsiTrust;

/**
 * How we present ourselves to a grid server.
 *
 * @param credential a proxy, our own or one that was delegated to us
 * @param host the server's name as it was given, which its certificate must bear
 * @param user the account requested there, {@link #MAPPED} for the one that the server has for the identity
 * @param privacy whether data connections are encrypted
 */
public record GridLogIn(GsiCredential credential, GsiTrust trust, String host, String user, boolean privacy) {
    /** The account that the server's own table gives this identity. */
    public static final String MAPPED = ":globus-mapping:";

    GsiInitiator initiator() throws GsiException {
        return new GsiInitiator(credential, trust, true);
    }

    /** Data connections are authenticated on both sides (DCAU A), and encrypted where that is requested (PROT P). */
    DataChannel.Security agree(ServerConnection server) throws IOException {
        ServerConnection.expectPositive(server.call("DCAU A"), 504);
        ServerConnection.expectPositive(server.call("PBSZ 1048576"), 504);
        ServerConnection.expectPositive(server.call("PROT " + (privacy ? "P" : "C")), 536);
        return DataProtection.of(new GsiDataSecurity(credential, trust, credential.identity(), privacy), privacy);
    }
}
