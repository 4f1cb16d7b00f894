package org.waybill.planner.forecast;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a transport costs before and beside its bytes: round trips to log in and to open each file, work at the ends,
 * and limits of its own. Only a prior: a pair's history overrides it within a few transfers.
 *
 * @param setupRoundTrips connection, security handshake, login and checks, in round trips
 * @param setupSeconds key exchange and process start at both ends
 * @param fileRoundTrips per file, after the first
 * @param connectionPerFile whether each file's data pay for TCP's slow start again
 * @param windowBytes the protocol's own window, null if TCP's alone counts
 * @param congestionControl demanded by the transport, null if it takes the host's
 */
record TransportTraits(double setupRoundTrips, double setupSeconds, double fileRoundTrips, boolean connectionPerFile,
        @Nullable Long windowBytes, @Nullable CongestionControl congestionControl) {

    // OpenSSH's channel window: CHAN_SES_WINDOW_DEFAULT, 64 packets of 32 KiB
    private static final long SSH_WINDOW_BYTES = 2L << 20;

    private static final TransportTraits DEFAULT = new TransportTraits(4, .05, 1, false, null, null);
    private static final TransportTraits FTP = new TransportTraits(7, .05, 4, true, null, null);
    private static final TransportTraits DATAGRAM =
            new TransportTraits(4, .10, 1, false, null, CongestionControl.RATE_BASED);

    private static final Map<String, TransportTraits> BY_NAME = Map.ofEntries(
            // the engine and rsync send files without waiting for each one's answer
            Map.entry("tcp", new TransportTraits(6, .10, 0, false, null, null)),
            Map.entry("rsync", new TransportTraits(7, .10, 0, false, null, null)),
            Map.entry("rsync+ssh", new TransportTraits(12, .35, 0, false, SSH_WINDOW_BYTES, null)),
            Map.entry("sftp", new TransportTraits(9, .25, 3, false, SSH_WINDOW_BYTES, null)),
            Map.entry("ftp", FTP),
            Map.entry("ftps", new TransportTraits(11, .10, 6, true, null, null)),
            Map.entry("gsiftp", new TransportTraits(14, .40, 4, true, null, null)),
            Map.entry("gsiftps", new TransportTraits(14, .40, 4, true, null, null)),
            Map.entry("http", new TransportTraits(2, .02, 1, false, null, null)),
            Map.entry("https", new TransportTraits(4, .05, 1, false, null, null)),
            Map.entry("plut", DATAGRAM),
            Map.entry("tsp", DATAGRAM));

    static TransportTraits of(String transport) {
        return BY_NAME.getOrDefault(protocol(transport), DEFAULT);
    }

    /** Whether two names are one protocol on the wire, so that the history of one is that of the other. */
    static boolean sameProtocol(String one, String other) {
        return protocol(one).equals(protocol(other));
    }

    /** The engine's scp is SFTP, as OpenSSH's is since 9.0. */
    private static String protocol(String transport) {
        String name = transport.toLowerCase(Locale.ROOT);
        return name.equals("scp") ? "sftp" : name;
    }
}
