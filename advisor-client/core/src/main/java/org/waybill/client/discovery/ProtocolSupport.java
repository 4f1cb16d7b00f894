package org.waybill.client.discovery;

import org.waybill.api.Protocol;

/**
 * What protocols can do by design, and their order.
 *
 * @param push a client may send to a server
 * @param pull a client may fetch from a server
 * @param thirdParty a client may make one server send to, or fetch from, another
 * @param priority 1 is best: known performance and security, with preference for secure protocols made for bulk data
 *     (Lu 2011, section 4.1.1.5)
 */
public record ProtocolSupport(boolean push, boolean pull, boolean thirdParty, int priority) {

    public static ProtocolSupport of(Protocol protocol) {
        return switch (protocol) {
            case WAYBILL -> new ProtocolSupport(true, true, true, 1);
            case GSIFTP -> new ProtocolSupport(true, true, true, 2);
            case XROOTD -> new ProtocolSupport(true, true, true, 3);
            case SRM -> new ProtocolSupport(true, true, true, 4);
            case DAVS -> new ProtocolSupport(true, true, true, 5);
            case SFTP -> new ProtocolSupport(true, true, false, 6);
            case HTTPS -> new ProtocolSupport(true, true, false, 7);
            case SCP -> new ProtocolSupport(true, true, false, 8);
            case FTPS -> new ProtocolSupport(true, true, false, 9);
            case BBFTP -> new ProtocolSupport(true, true, false, 10);
            case RSYNC -> new ProtocolSupport(true, true, false, 11);
            case DAV -> new ProtocolSupport(true, true, true, 12);
            case HTTP -> new ProtocolSupport(true, true, false, 13);
            case FTP -> new ProtocolSupport(true, true, true, 14);
            case SSH -> new ProtocolSupport(false, false, false, 15);
        };
    }
}
