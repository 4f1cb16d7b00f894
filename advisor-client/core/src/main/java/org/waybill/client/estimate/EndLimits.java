package org.waybill.client.estimate;

import java.util.Locale;

/**
 * What the two ends' processors let one transfer of a protocol carry: it decides where the network is no limit. Bit/s,
 * measured over loopback on a machine with two cores, 512 MiB, in one run each (OpenSSH 9.2 sftp with
 * chacha20-poly1305, Commons Net between vsftpd servers, the JDK's HTTP client, globus-url-copy 10.12 with one
 * stream), and rounded down: an order of magnitude, which a pair's history soon replaces.
 */
final class EndLimits {
    private static final double SSH = 1.8e9;
    private static final double TLS = 3e9;
    private static final double FTP = 6e9;
    private static final double HTTP = 5e9;
    private static final double GRIDFTP = 16e9;

    private EndLimits() {}

    static double bitsPerSecond(String transport) {
        return switch (transport.toLowerCase(Locale.ROOT)) {
            case "sftp", "scp", "rsync+ssh" -> SSH;
            case "ftp", "bbftp", "rsync" -> FTP;
            case "http", "dav", "root" -> HTTP;
            case "gsiftp" -> GRIDFTP;
            default -> TLS;
        };
    }
}
