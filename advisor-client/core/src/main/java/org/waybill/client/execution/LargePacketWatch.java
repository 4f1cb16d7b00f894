package org.waybill.client.execution;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.KernelConnections;
import org.waybill.engine.driver.KernelConnections.Connection;
import org.waybill.engine.driver.LargePackets;
import org.waybill.engine.driver.TcpInfo;

/**
 * Looks at the connections of one attempt for large packets that a path drops silently (a path MTU black hole), and has
 * the next attempt use small ones. A connection that sends shows it by a retransmission timer that expires again and
 * again; one that receives shows nothing but silence.
 */
final class LargePacketWatch extends ForwardingListener implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** A server may read from a slow disk first; it is asked again once. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
    /** What a log-in and the first answers need; much more than that cannot pass where large packets do not. */
    private static final long FIRST_BYTES = 64 << 10;
    /** Three expiries take 7 round-trip times at least, and never less than 1.4 s. */
    private static final int TIMEOUTS_AT_FIRST = 3;
    /** A path that carried data may be down for some seconds. */
    private static final int TIMEOUTS_LATER = 6;

    private final Set<String> names;
    private final boolean receiving;
    private final Thread thread;
    private volatile Set<InetAddress> hosts = Set.of();
    private volatile long firstBytes = -1;
    private volatile long bytes;
    private volatile long heardBytes;
    private volatile boolean verifying;

    private LargePacketWatch(Set<String> names, boolean receiving, TransferListener next) {
        super(next);
        this.names = names;
        this.receiving = receiving;
        this.thread = Thread.ofPlatform().daemon().name("large-packets").unstarted(this::look);
    }

    static LargePacketWatch start(TransferRequest request, TransferListener next) {
        LargePacketWatch watch = new LargePacketWatch(
                Stream.of(request.source(), request.destination())
                        .filter(end -> !end.isLocal() && !end.isStream())
                        .map(Location::host)
                        .collect(Collectors.toSet()),
                !request.source().isLocal() && !request.source().isStream(),
                next);
        watch.thread.start();
        return watch;
    }

    private void look() {
        // a name server may take its time; no path within this machine drops anything
        hosts = KernelConnections.addresses(names).stream()
                .filter(host -> !host.isLoopbackAddress())
                .collect(Collectors.toSet());
        try {
            for (Duration silent = Duration.ZERO; !hosts.isEmpty(); silent = silent.plus(LOOK)) {
                Thread.sleep(LOOK);
                silent = isWaiting() ? silent : Duration.ZERO;
                for (Connection one : KernelConnections.to(hosts)) {
                    heardBytes = Math.max(heardBytes, one.info().receivedBytes());
                    boolean stuck = isStuck(one.info());
                    if (stuck || silent.compareTo(LONGEST_SILENCE) >= 0 && isAwaited(one.info())) {
                        avoid(one.remote().getAddress(), stuck ? one.info().segmentBytes() : 0);
                        one.reset();
                    }
                }
            }
        } catch (InterruptedException _) {
            // the attempt is over
        }
    }

    /** Whether data were asked for, also to be verified, and none have come yet; once for a host. */
    private boolean isWaiting() {
        boolean none = receiving ? firstBytes >= 0 && bytes <= firstBytes : verifying && heardBytes < FIRST_BYTES;
        return none && !LargePackets.areAvoided(hosts);
    }

    /**
     * Whether a connection is one whose data do not come. What was sent is read back over one of its own, over which the
     * server has said nothing; over others it may be busy with a checksum.
     */
    private boolean isAwaited(TcpInfo info) {
        return receiving ? carriesLittle(info) : info.receivedBytes() == 0;
    }

    /** Whether the peer acknowledges no large segments of a connection, as far as its sender can know. */
    static boolean isStuck(TcpInfo info) {
        return info.segmentBytes() > LargePackets.SAFE_SEGMENT_BYTES
                && info.timeouts() >= (carriesLittle(info) ? TIMEOUTS_AT_FIRST : TIMEOUTS_LATER);
    }

    /** Other transfers to the same host may go well. */
    private static boolean carriesLittle(TcpInfo info) {
        return info.deliveredBytes() + info.receivedBytes() < FIRST_BYTES;
    }

    /**
     * What to do once the attempt has failed: where a host spoke and yet no data came, or none of what was sent came back
     * to be verified, the next one uses small packets.
     */
    void failed(TransferException failure) {
        boolean noneCame = bytes <= Math.max(0, firstBytes) || verifying && heardBytes < FIRST_BYTES;
        if (failure.isRetriable() && heardBytes > 0 && noneCame) {
            hosts.forEach(host -> avoid(host, 0));
        }
    }

    private void avoid(InetAddress host, long segmentBytes) {
        if (LargePackets.avoid(host)) {
            next.onEvent(
                    "SMALL_PACKETS",
                    (segmentBytes > 0 ? "packets with " + segmentBytes + " bytes of data" : "data")
                            + " do not get through"
                            + " between this machine and " + host.getHostAddress()
                            + ": connecting again with packets of "
                            + LargePackets.SAFE_SEGMENT_BYTES + " bytes at most ('waybill doctor' finds the cause)");
        }
    }

    @Override
    public void onProgress(Progress progress) {
        verifying = progress.phase() == Phase.VERIFYING;
        if (progress.phase() == Phase.MOVING || progress.bytesDone() > 0) {
            firstBytes = progress.firstBytes(firstBytes);
            bytes = progress.bytesDone();
        }
        super.onProgress(progress);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
