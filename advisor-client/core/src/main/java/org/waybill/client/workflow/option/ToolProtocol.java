package org.waybill.client.workflow.option;

import java.util.List;
import org.waybill.api.Protocol;

/**
 * A tool that can carry out a transfer by a protocol.
 *
 * @param transport the name that estimates and {@code move --transport} know it by
 * @param parallel whether it opens several connections
 * @param directories whether it moves whole trees
 * @param movable whether Waybill has a mover for it
 */
record ToolProtocol(Tool tool, String transport, boolean parallel, boolean directories, boolean movable) {

    /** What rclone can fetch from and send to. */
    static final List<Protocol> THROUGH_HERE = List.of(Protocol.SFTP, Protocol.DAVS, Protocol.HTTPS, Protocol.FTPS,
            Protocol.DAV, Protocol.HTTP, Protocol.FTP);

    /**
     * The ways of a protocol, best first.
     *
     * @param thirdParty whether both ends are other machines
     */
    static List<ToolProtocol> of(Protocol protocol, boolean thirdParty) {
        return thirdParty ? thirdParty(protocol) : between(protocol);
    }

    /** Between this machine and another. */
    private static List<ToolProtocol> between(Protocol protocol) {
        return switch (protocol) {
            case WAYBILL -> List.of(new ToolProtocol(Tool.WAYBILL, "tcp", true, true, true));
            case GSIFTP -> List.of(new ToolProtocol(Tool.GLOBUS_URL_COPY, "gsiftp", true, true, true));
            case SFTP -> List.of(new ToolProtocol(Tool.SFTP, "sftp", false, true, true),
                    new ToolProtocol(Tool.RSYNC, "rsync+ssh", false, true, false),
                    new ToolProtocol(Tool.RCLONE, "sftp", false, true, false));
            case SCP -> List.of(new ToolProtocol(Tool.SCP, "scp", false, true, true));
            case FTP, FTPS -> List.of(new ToolProtocol(Tool.LFTP, protocol.scheme(), false, true, true),
                    new ToolProtocol(Tool.CURL, protocol.scheme(), false, false, false));
            case HTTP, HTTPS -> List.of(new ToolProtocol(Tool.CURL, "http", false, false, true));
            case DAV, DAVS -> List.of(new ToolProtocol(Tool.CURL, "http", false, false, true),
                    new ToolProtocol(Tool.RCLONE, "http", false, true, false));
            case RSYNC -> List.of(new ToolProtocol(Tool.RSYNC, "rsync", false, true, false));
            case XROOTD -> List.of(new ToolProtocol(Tool.XRDCP, "root", true, true, false));
            case SRM -> List.of(new ToolProtocol(Tool.GFAL_COPY, "srm", true, true, false));
            case BBFTP -> List.of(new ToolProtocol(Tool.BBFTP, "bbftp", true, false, false));
            case SSH -> List.of();
        };
    }

    /** Between two other machines: straight, or through this one. */
    private static List<ToolProtocol> thirdParty(Protocol protocol) {
        return switch (protocol) {
            case WAYBILL -> List.of(new ToolProtocol(Tool.WAYBILL, "tcp", true, true, true));
            case GSIFTP -> List.of(new ToolProtocol(Tool.GLOBUS_URL_COPY, "gsiftp", true, true, true));
            case SFTP -> List.of(new ToolProtocol(Tool.RCLONE, "sftp", false, true, true));
            case SCP -> List.of(new ToolProtocol(Tool.SCP, "scp", false, true, true));
            case FTP, FTPS -> List.of(new ToolProtocol(Tool.LFTP, protocol.scheme(), false, false, true));
            case DAV, DAVS -> List.of(new ToolProtocol(Tool.RCLONE, "http", false, true, true));
            case XROOTD -> List.of(new ToolProtocol(Tool.XRDCP, "root", true, true, false));
            case SRM -> List.of(new ToolProtocol(Tool.GFAL_COPY, "srm", true, true, false));
            case HTTP, HTTPS, RSYNC, BBFTP, SSH -> List.of();
        };
    }
}
