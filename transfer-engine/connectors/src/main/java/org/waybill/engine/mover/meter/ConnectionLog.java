package org.waybill.engine.mover.meter;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.cause.CopyCause;
import org.waybill.engine.cause.RoundTrips;
import org.waybill.engine.driver.KernelConnections;
import org.waybill.engine.driver.TcpInfo;

/**
 * What the kernel says about the connections of a transfer, looked at now and then, since it cannot be asked once they
 * are closed. Connections to the same hosts that other transfers of this process have are counted along. One thread.
 */
final class ConnectionLog {
    /** Control connections carry less. */
    private static final long DATA_BYTES = 1 << 18;

    private final List<String> hosts;
    private final LongSupplier clockNs;
    private final Map<Wire, ConnectionSample> open = new HashMap<>();
    private final List<ConnectionSample> closed = new ArrayList<>();
    private @Nullable Set<InetAddress> addresses;

    /** What distinguishes a connection from others. */
    private record Wire(InetSocketAddress local, InetSocketAddress remote) {}

    /** A connection as it was first and last seen. */
    private record ConnectionSample(
            long firstNs, TcpInfo first, long lastNs, TcpInfo last, double tripMicros, int looks) {
        ConnectionSample again(long nowNs, TcpInfo now) {
            return new ConnectionSample(firstNs, first, nowNs, now, tripMicros + trip(now), looks + 1);
        }

        /** Of the side that brings the data here, or else of ours. */
        static double trip(TcpInfo info) {
            return info.receivedBytes() > info.sentBytes() && info.receiverRttMicros() > 0
                    ? info.receiverRttMicros()
                    : info.rttMicros();
        }

        long bytes() {
            return last.sentBytes() + last.receivedBytes();
        }

        boolean carriedData() {
            return bytes() > DATA_BYTES;
        }

        /** The part of our window that was at least in flight, all the time. */
        double windowFill() {
            double seconds = (lastNs - firstNs) / 1e9;
            if (seconds <= 0 || last.receiveWindowBytes() == 0) {
                return 0;
            }
            double bytesPerSecond = (last.receivedBytes() - first.receivedBytes()) / seconds;
            return bytesPerSecond * last.minRttMicros() / 1e6 / last.receiveWindowBytes();
        }
    }

    /** @param hosts the remote hosts */
    ConnectionLog(List<String> hosts, LongSupplier clockNs) {
        this.hosts = List.copyOf(hosts);
        this.clockNs = clockNs;
    }

    /** Looks at what is open now. */
    void look() {
        long nowNs = clockNs.getAsLong();
        Set<Wire> there = new HashSet<>();
        for (KernelConnections.Connection one : KernelConnections.to(addresses())) {
            Wire wire = new Wire(one.local(), one.remote());
            there.add(wire);
            open.merge(
                    wire,
                    new ConnectionSample(nowNs, one.info(), nowNs, one.info(), ConnectionSample.trip(one.info()), 1),
                    (before, now) -> before.again(nowNs, now.last));
        }
        open.entrySet().removeIf(entry -> {
            boolean gone = !there.contains(entry.getKey());
            if (gone) {
                closed.add(entry.getValue());
            }
            return gone;
        });
    }

    private Set<InetAddress> addresses() {
        Set<InetAddress> known = addresses;
        if (known == null) {
            known = KernelConnections.addresses(hosts);
            addresses = known;
        }
        return known;
    }

    /** All of it. {@code copiedNs} is how long the threads copied, together. */
    CopyCause.Network sum(long copiedNs) {
        List<ConnectionSample> all = new ArrayList<>(closed);
        all.addAll(open.values());
        long sent = sum(all, TcpInfo::sentBytes);
        long received = sum(all, TcpInfo::receivedBytes);
        long busy = sum(all, TcpInfo::busyMicros);
        double busyMicros = Math.max(1, busy);
        double fill = all.stream()
                .mapToDouble(seen -> seen.windowFill() * seen.last().receivedBytes())
                .sum();
        double copied = Math.max(1, sent + received);
        double trips = all.stream()
                .mapToDouble(seen -> seen.tripMicros() / seen.looks() * seen.bytes())
                .sum();
        double leastTrips = all.stream()
                .mapToDouble(seen -> (double) seen.last().minRttMicros() * seen.bytes())
                .sum();
        return new CopyCause.Network(
                sent,
                sum(all, TcpInfo::retransmittedBytes),
                busy / Math.max(1, copiedNs / 1e3),
                sum(all, TcpInfo::receiverLimitedMicros) / busyMicros,
                sum(all, TcpInfo::senderBufferLimitedMicros) / busyMicros,
                received,
                sum(all, TcpInfo::receivedSegments),
                sum(all, TcpInfo::outOfOrderSegments),
                fill / Math.max(1, received),
                new RoundTrips(
                        trips / copied,
                        leastTrips / copied,
                        all.stream()
                                .mapToLong(seen -> seen.last().segmentBytes())
                                .max()
                                .orElse(0),
                        Math.max(1, (int) all.stream()
                                .filter(ConnectionSample::carriedData)
                                .count())));
    }

    private static long sum(List<ConnectionSample> all, ToLongFunction<TcpInfo> of) {
        return all.stream().mapToLong(seen -> of.applyAsLong(seen.last())).sum();
    }
}
