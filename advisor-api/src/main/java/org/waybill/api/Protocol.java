package org.waybill.api;

import java.util.Locale;
import java.util.Optional;

/** The protocols that Waybill recognises, with their usual ports. */
public enum Protocol {
    SSH(22),
    SFTP(22),
    SCP(22),
    RSYNC(873),
    FTP(21),
    FTPS(990),
    GSIFTP(2811),
    HTTP(80),
    HTTPS(443),
    DAV(80),
    DAVS(443),
    SRM(8443),
    XROOTD(1094),
    BBFTP(5021),
    WAYBILL(7411);

    private final int defaultPort;

    Protocol(int defaultPort) {
        this.defaultPort = defaultPort;
    }

    /** The port that the protocol is usually found on. */
    public int defaultPort() {
        return defaultPort;
    }

    /** The name used in URLs, on the command line and in JSON. */
    public String scheme() {
        return this == XROOTD ? "root" : name().toLowerCase(Locale.ROOT);
    }

    /** The protocol of a URL scheme or command line name, whatever its case. */
    public static Optional<Protocol> named(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Protocol protocol : values()) {
            if (protocol.scheme().equals(wanted) || protocol.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return Optional.of(protocol);
            }
        }
        return Optional.empty();
    }
}
