package org.waybill.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One manner to carry a protocol's data, with what it costs before and besides its bytes: {@code copy --transport} and
 * histories know it by its name. The costs are priors: a pair's history overrides them within a few transfers.
 *
 * @param name in options, JSON and histories
 * @param history the name under which its history is kept: transports that are one protocol on the wire share it
 * @param setupRoundTrips connection, security handshake, log-in and checks, in round trips
 * @param setupSeconds key exchange and process start at both hosts
 * @param fileRoundTrips per file, after the first
 * @param connectionPerFile whether each file's data pay for TCP's slow start again
 * @param readsBack whether what was written is mostly read back to be verified: few of its servers give a hash of what
 *     they stored, and none says when it is on the disk
 * @param windowBytes the protocol's own window, null if TCP's alone counts
 * @param endsBitsPerSecond what two processes do over loopback, with two cores; how it was measured is at EndpointCosts
 * @param kind by what the data travel
 * @param hardLinks of which copies it keeps hard links, where the server can
 */
public record Transport(
        String name,
        String history,
        double setupRoundTrips,
        double setupSeconds,
        double fileRoundTrips,
        boolean connectionPerFile,
        boolean readsBack,
        @Nullable Long windowBytes,
        double endsBitsPerSecond,
        Kind kind,
        HardLinks hardLinks) {

    /** By what the data travel. */
    public enum Kind {
        /** TCP, with the congestion control of the hosts. */
        TCP,
        /** UDP, by the engine: its own control of the rate, which the user must allow. */
        DATAGRAMS,
        /** No network. */
        LOCAL
    }

    /** Of which copies hard links are kept: a remote host does not show which names are of one file, but our own nodes. */
    public enum HardLinks {
        NONE,
        /** Of those from this machine. */
        FROM_HERE,
        /** Of those from this machine and to it. */
        FROM_AND_TO_HERE
    }

    // OpenSSH's channel window: CHAN_SES_WINDOW_DEFAULT, 64 packets of 32 KiB
    private static final long SSH_WINDOW_BYTES = 2L << 20;
    private static final double SSH_RATE = 1.8e9;
    private static final double TLS_RATE = 5e9;
    private static final double FTP_RATE = 6e9;
    private static final double HTTP_RATE = 5e9;
    private static final double GRIDFTP_RATE = 16e9;

    /** The engine's own, over TLS. It sends files without waiting for each one's answer, as rsync does. */
    public static final Transport TCP = of("tcp", 6, .10, 0, TLS_RATE).with(HardLinks.FROM_AND_TO_HERE);
    /** The engine's, in datagrams at a given rate (Lu 2011, section 4.2). */
    public static final Transport PLUT = datagrams("plut");
    /** The engine's, in datagrams at a given rate (Rao 2006). */
    public static final Transport TSP = datagrams("tsp");

    // copies of 1 byte and of 20 small files to OpenSSH 9.2 over 10, 100 and 300 ms: 22 and 2.1 round trips; scp took
    // 20
    private static final double SFTP_SETUP_ROUND_TRIPS = 22;
    private static final double SFTP_FILE_ROUND_TRIPS = 2;

    public static final Transport SFTP = ssh("sftp", "sftp", SFTP_SETUP_ROUND_TRIPS, .25, SFTP_FILE_ROUND_TRIPS)
            .with(HardLinks.FROM_HERE);
    /** SFTP on the wire, as OpenSSH's scp is since 9.0. */
    public static final Transport SCP = ssh("scp", "sftp", SFTP_SETUP_ROUND_TRIPS, .25, SFTP_FILE_ROUND_TRIPS)
            .with(HardLinks.FROM_HERE);

    public static final Transport FTP = over("ftp", 7, .05, 4, FTP_RATE, true, true);
    public static final Transport FTPS = over("ftps", 11, .10, 6, TLS_RATE, true, true);
    public static final Transport GSIFTP = over("gsiftp", 14, .40, 4, GRIDFTP_RATE, true, false);
    /** GridFTP with its data channel encrypted (PROT P), at some cost. */
    public static final Transport GSIFTPS = over("gsiftps", 14, .40, 4, GRIDFTP_RATE, true, false);

    public static final Transport HTTP = over("http", 2, .02, 1, HTTP_RATE, false, true);
    /** Objects over HTTP, mostly encrypted: one request for a small file, parts at once for a large one. */
    public static final Transport S3 = of("s3", 4, .30, 2, TLS_RATE);
    /** Whatever rclone's backend speaks, through rclone on this machine. */
    public static final Transport RCLONE = over("rclone", 6, .50, 3, HTTP_RATE, false, true);
    /** What logs of other tools call it. */
    public static final Transport HTTPS = over("https", 4, .05, 1, TLS_RATE, false, true);

    public static final Transport RSYNC = of("rsync", 7, .10, 0, FTP_RATE);
    public static final Transport RSYNC_OVER_SSH = ssh("rsync+ssh", "rsync+ssh", 12, .35, 0);
    public static final Transport XROOTD = usual("root", HTTP_RATE);
    public static final Transport SRM = usual("srm", TLS_RATE);
    public static final Transport BBFTP = usual("bbftp", FTP_RATE);
    /** A copy on this machine. */
    public static final Transport LOCAL =
            new Transport("local", "local", 0, 0, 0, false, false, null, TLS_RATE, Kind.LOCAL, HardLinks.FROM_HERE);

    static final List<Transport> BUILT_IN = List.of(
            TCP,
            PLUT,
            TSP,
            SFTP,
            SCP,
            FTP,
            FTPS,
            GSIFTP,
            GSIFTPS,
            HTTP,
            HTTPS,
            S3,
            RCLONE,
            RSYNC,
            RSYNC_OVER_SSH,
            XROOTD,
            SRM,
            BBFTP,
            LOCAL);

    /** What is reckoned with where nothing else is known. */
    public static Transport usual(String name, double endsBitsPerSecond) {
        return of(name, 4, .05, 1, endsBitsPerSecond);
    }

    /** Over TCP, many files over one connection. */
    public static Transport of(
            String name, double setupRoundTrips, double setupSeconds, double fileRoundTrips, double endsBitsPerSecond) {
        return over(name, setupRoundTrips, setupSeconds, fileRoundTrips, endsBitsPerSecond, false, false);
    }

    private static Transport over(
            String name,
            double rtts,
            double seconds,
            double fileRtts,
            double rate,
            boolean perFile,
            boolean readsBack) {
        return new Transport(
                name, name, rtts, seconds, fileRtts, perFile, readsBack, null, rate, Kind.TCP, HardLinks.NONE);
    }

    private static Transport ssh(String name, String history, double rtts, double seconds, double fileRtts) {
        return new Transport(
                name,
                history,
                rtts,
                seconds,
                fileRtts,
                false,
                false,
                SSH_WINDOW_BYTES,
                SSH_RATE,
                Kind.TCP,
                HardLinks.NONE);
    }

    private static Transport datagrams(String name) {
        return new Transport(
                name, name, 4, .10, 1, false, false, null, TLS_RATE, Kind.DATAGRAMS, HardLinks.FROM_AND_TO_HERE);
    }

    private Transport with(HardLinks kept) {
        return new Transport(
                name,
                history,
                setupRoundTrips,
                setupSeconds,
                fileRoundTrips,
                connectionPerFile,
                readsBack,
                windowBytes,
                endsBitsPerSecond,
                kind,
                kept);
    }

    /** Whether names of one file can become names of one file. @param fromHere whether the source is this machine's */
    public boolean keepsHardLinks(boolean fromHere, boolean toHere) {
        return switch (hardLinks) {
            case NONE -> false;
            case FROM_HERE -> fromHere;
            case FROM_AND_TO_HERE -> fromHere || toHere;
        };
    }

    /** Whether the data travel as UDP datagrams. */
    public boolean isDatagrams() {
        return kind == Kind.DATAGRAMS;
    }

    @Override
    public String toString() {
        return name;
    }
}
