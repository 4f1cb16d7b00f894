package org.waybill.client.workflow.option;

import org.waybill.api.Protocol;
import org.waybill.client.endpoint.Endpoint;

/**
 * Whether a path that was named for one protocol means the same place in another: a web server's or anonymous FTP
 * server's root is not the machine's, and a node serves its data directory alone.
 */
public enum PathEquivalence {
    /** The same place. */
    SURE,
    /** Often the same place: where servers show the machine's own file system. */
    LIKELY,
    /** Another name space: the path says nothing. */
    NONE;

    private enum Space { SHELL, FTP, GRID, BBFTP, WEB, WEB_TLS, NODE, RSYNC, SRM, ROOT }

    public static PathEquivalence of(Endpoint endpoint, Protocol protocol) {
        Space named = space(Protocol.named(endpoint.location().scheme()).orElse(Protocol.SFTP));
        Space wanted = space(protocol);
        if (named == wanted) {
            return SURE;
        }
        return switch (named) {
            case SHELL, FTP, GRID, BBFTP -> switch (wanted) {
                case SHELL, FTP, GRID, BBFTP -> LIKELY;
                // only where nothing was chosen: ./x of a login directory or a node's data directory
                case NODE -> endpoint.schemeChosen() ? NONE : LIKELY;
                default -> NONE;
            };
            case WEB, WEB_TLS -> wanted == Space.WEB || wanted == Space.WEB_TLS ? LIKELY : NONE;
            default -> NONE;
        };
    }

    private static Space space(Protocol protocol) {
        return switch (protocol) {
            case SSH, SFTP, SCP -> Space.SHELL;
            case FTP, FTPS -> Space.FTP;
            case GSIFTP -> Space.GRID;
            case BBFTP -> Space.BBFTP;
            case HTTP, DAV -> Space.WEB;
            case HTTPS, DAVS -> Space.WEB_TLS;
            case WAYBILL -> Space.NODE;
            case RSYNC -> Space.RSYNC;
            case SRM -> Space.SRM;
            case XROOTD -> Space.ROOT;
        };
    }
}
