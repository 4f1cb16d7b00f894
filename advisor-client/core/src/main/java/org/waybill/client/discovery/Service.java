package org.waybill.client.discovery;

import java.util.Set;
import org.waybill.api.Protocol;

/** The kinds of servers that are told apart by what they say first. One server can serve several protocols. */
enum Service {
    SSH(Protocol.SSH, Protocol.SFTP, Protocol.SCP),
    FTP(Protocol.FTP, Protocol.FTPS, Protocol.GSIFTP),
    HTTP(Protocol.HTTP, Protocol.DAV),
    HTTPS(Protocol.HTTPS, Protocol.DAVS),
    SRM(Protocol.SRM),
    XROOTD(Protocol.XROOTD),
    RSYNC(Protocol.RSYNC),
    BBFTP(Protocol.BBFTP),
    WAYBILL(Protocol.WAYBILL);

    private final Set<Protocol> protocols;

    Service(Protocol... protocols) {
        this.protocols = Set.of(protocols);
    }

    static Service of(Protocol protocol) {
        for (Service service : values()) {
            if (service.protocols.contains(protocol)) {
                return service;
            }
        }
        throw new AssertionError(protocol);
    }
}
