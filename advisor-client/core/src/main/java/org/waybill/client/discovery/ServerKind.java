package org.waybill.client.discovery;

import org.waybill.api.Protocol;

/** The kinds of servers that are told apart by what they say first. One server can serve several protocols. */
enum ServerKind {
    SSH,
    FTP,
    HTTP,
    HTTPS,
    SRM,
    XROOTD,
    RSYNC,
    BBFTP,
    WAYBILL;

    /** The kind of server that serves a protocol. */
    static ServerKind of(Protocol protocol) {
        return switch (protocol) {
            case SSH, SFTP, SCP -> SSH;
            case FTP, FTPS, GSIFTP -> FTP;
            case HTTP, DAV -> HTTP;
            case HTTPS, DAVS -> HTTPS;
            case SRM -> SRM;
            case XROOTD -> XROOTD;
            case RSYNC -> RSYNC;
            case BBFTP -> BBFTP;
            case WAYBILL -> WAYBILL;
        };
    }
}
