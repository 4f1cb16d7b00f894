package org.waybill.client.estimate;

import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocols;

/**
 * What the two hosts cost one transfer, independent of the network; it decides where the network is not the limit. An
 * order of magnitude, which a pair's history soon replaces.
 *
 * <p>The rates were measured over loopback on a machine with two cores, 512 MiB, in one run each (OpenSSH 9.2 sftp with
 * chacha20-poly1305, Commons Net between vsftpd servers, the JDK's HTTP client, globus-url-copy 10.12 with one stream;
 * the engine 1 MiB to 1 GiB, hashing at both hosts and the final flush to disk included), and rounded down. The
 * engine's first transfer in a process took a third of a second for the first byte and {@link #WARM_UP_SECONDS} more
 * than its later pace for the first {@link #WARM_UP_BYTES}: until then its code is being compiled.
 *
 * @param setupSeconds besides the transport's own hand-shakes
 */
public record EndpointCosts(double setupSeconds, double bitsPerSecond) {
    private static final double START_SECONDS = .3;
    private static final double WARM_UP_SECONDS = .85;
    private static final double WARM_UP_BYTES = 64 << 20;
    /** Both ends of a transfer together keep about two cores busy. */
    private static final double CORES_WANTED = 2;

    /** The costs for {@code bytes} over {@code transport}. */
    public static EndpointCosts of(String transport, long bytes, PathState path) {
        double slower = slower(path);
        double coldSeconds = START_SECONDS + WARM_UP_SECONDS * Math.min(1, bytes / WARM_UP_BYTES);
        return new EndpointCosts(
                coldSeconds * slower, Protocols.transport(transport).endsBitsPerSecond() / slower);
    }

    /**
     * How much longer than on two idle cores: with fewer cores, or with others' work on them. A transfer has its share
     * of the cores, and the load is partly our own: at loads of 3 to 4 on two cores 256 MiB over loopback took 1.5 and
     * 1.9 s, and idle 1.6. So a quarter of it is reckoned with.
     */
    private static double slower(PathState path) {
        Double cores = path.cores();
        if (cores == null || cores <= 0) {
            return 1;
        }
        double wanted = path.sameMachine() ? CORES_WANTED : CORES_WANTED / 2;
        @Nullable Double load = path.loadAverage();
        double others = load == null ? 0 : load / 4;
        return Math.max(1, (wanted + others) / cores);
    }
}
