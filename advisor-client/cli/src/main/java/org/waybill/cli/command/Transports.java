package org.waybill.cli.command;

import java.util.Set;
import org.waybill.api.Protocol;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What {@code --transport} means for an end whose protocol was left open. */
public final class Transports {
    /** Chooses by advice. */
    public static final String AUTO = "auto";
    private static final Set<String> WEB = Set.of("http", "https", "dav", "davs");
    private static final Set<String> ENGINE = Set.of("tcp", "plut", "tsp");

    private Transports() {}

    /** The end as {@code transport} names it. A scheme that the user chose is kept if the transport can serve it. */
    public static Location locate(Endpoint end, String transport) throws TransferException {
        if (end.isLocal() || serves(transport, end.location().scheme())) {
            return end.location();
        }
        if (end.schemeChosen()) {
            throw new TransferException(Reason.BAD_INPUT, "transport '" + transport + "' does not serve "
                    + end.location().scheme() + " URLs: leave --transport out, or write user@host:path");
        }
        Protocol protocol = ENGINE.contains(transport) ? Protocol.WAYBILL
                : Protocol.named(transport.equals("gsiftps") ? "gsiftp" : transport)
                .orElseThrow(() -> new TransferException(Reason.BAD_INPUT, "there is no transport '" + transport
                        + "': use auto, tcp, plut, tsp, sftp, scp, ftp, ftps, gsiftp, gsiftps or http"));
        return end.by(protocol, 0);
    }

    private static boolean serves(String transport, String scheme) {
        return switch (transport) {
            case "http" -> WEB.contains(scheme);
            // gsiftps is gsiftp with its data encrypted (PROT P)
            case "gsiftp", "gsiftps" -> scheme.equals("gsiftp");
            case "sftp", "scp" -> scheme.equals("sftp") || scheme.equals("scp");
            default -> ENGINE.contains(transport) ? scheme.equals("waybill") : scheme.equals(transport);
        };
    }
}
