package org.waybill.engine.overlay;

import java.time.Duration;

/**
 * What a node forwards for others, and how much.
 *
 * @param enabled whether it relays at all
 * @param innerAllowed whether paths may lead on to private, loopback and link-local addresses
 * @param datagramBitsPerSecond up to what rate it sends on by datagrams what came so, since its network is dedicated to
 *     that; 0 where it is not: then TCP carries it on
 * @param limitBitsPerSecond what it passes on at most, over all paths and in both directions, headers not counted; 0:
 *     no limit
 */
public record RelaySettings(
        boolean enabled, boolean innerAllowed, Capacity capacity, long datagramBitsPerSecond, long limitBitsPerSecond) {
    /** Relays to public addresses: 256 paths, 64 of one client, 256 streams, 64 MiB. */
    public static final RelaySettings DEFAULT =
            new RelaySettings(true, false, new Capacity(256, 64, 256, 64 << 20, Duration.ofSeconds(60)), 0, 0);

    /** Forwards nothing. */
    public static final RelaySettings NONE =
            new RelaySettings(false, false, new Capacity(1, 1, 1, 1 << 20, Duration.ofSeconds(1)), 0, 0);

    public RelaySettings {
        if (datagramBitsPerSecond < 0 || limitBitsPerSecond < 0) {
            throw new IllegalArgumentException("a rate below 0: datagramBitsPerSecond=" + datagramBitsPerSecond
                    + ", limitBitsPerSecond=" + limitBitsPerSecond);
        }
    }

    /**
     * How much it forwards at once.
     *
     * @param circuits paths at once; no client has more than it leaves to others
     * @param circuitsPerPeer paths at once on the account of one client
     * @param streams data streams at once, over all paths, no more than there are two buffers for; no client has more
     *     than it leaves to others
     * @param bufferBytes memory for what is being forwarded, outside of the heap; half of it a direction
     * @param idleTime a path that carried no stream for this long is released
     */
    public record Capacity(int circuits, int circuitsPerPeer, int streams, int bufferBytes, Duration idleTime) {
        public Capacity {
            if (circuits < 1 || circuitsPerPeer < 1 || streams < 1 || bufferBytes < 1 << 20) {
                throw new IllegalArgumentException("a relay needs room for at least one path, one stream and 1 MiB");
            }
        }
    }

    /** The same, towards private addresses too. */
    public RelaySettings withInnerAllowed() {
        return new RelaySettings(enabled, true, capacity, datagramBitsPerSecond, limitBitsPerSecond);
    }

    /** The same on a network that is dedicated to datagrams up to this rate. */
    public RelaySettings withDatagrams(long bitsPerSecond) {
        return new RelaySettings(enabled, innerAllowed, capacity, bitsPerSecond, limitBitsPerSecond);
    }

    /** The same, passing on no more than this. */
    public RelaySettings withLimit(long bitsPerSecond) {
        return new RelaySettings(enabled, innerAllowed, capacity, datagramBitsPerSecond, bitsPerSecond);
    }

    /** At what rate a stream continues by datagrams at most: they are not to be sent faster than they may pass. */
    long onwardDatagramBitsPerSecond() {
        return limitBitsPerSecond == 0 ? datagramBitsPerSecond : Math.min(datagramBitsPerSecond, limitBitsPerSecond);
    }
}
