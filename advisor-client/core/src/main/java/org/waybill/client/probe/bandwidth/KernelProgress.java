package org.waybill.client.probe.bandwidth;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.waybill.engine.driver.KernelConnections;
import org.waybill.engine.driver.TcpInfo;

/**
 * The progress of a transfer as the kernel sees its connections. A sender's is what has been delivered: socket buffers
 * take megabytes at once, and what is in them or on its way says nothing about the path. Either way the kernel
 * sees packets that were lost. Where it shows nothing, what the transfer reports counts; data to hosts other than the
 * one named, as to the stripes of a server, are not seen.
 */
public final class KernelProgress implements Progress, AutoCloseable {
    private static final Duration INTERVAL = Duration.ofMillis(25);

    private final Set<InetAddress> hosts;
    private final boolean sending;
    private final Progress heard;
    private final Map<InetSocketAddress, TcpInfo> connections = new HashMap<>();
    private final Map<InetSocketAddress, TcpInfo> before;
    private final Thread watch;
    private volatile long handed;
    private long told;
    private boolean closed;

    /**
     * Of a transfer to or from a host, watched until it is closed.
     *
     * @param sending whether this machine sends
     * @param heard hears of it and says when it is over
     */
    public KernelProgress(String host, boolean sending, Progress heard) {
        this.hosts = KernelConnections.addresses(List.of(host));
        this.sending = sending;
        this.heard = heard;
        look();
        this.before = Map.copyOf(connections);
        this.watch = Thread.ofVirtual().name("transfer-progress").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(INTERVAL);
                tell();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void tell() {
        if (closed) {
            return;
        }
        look();
        long moved = !sending ? 0 : !tells() ? handed : Math.min(handed, sum(TcpInfo::deliveredBytes));
        if (moved > told) {
            told = moved;
            heard.moved(moved);
        }
        if (sum(sending ? TcpInfo::retransmittedBytes : TcpInfo::outOfOrderSegments) > 0) {
            heard.lost();
        }
        if (!sending) {
            heard.received(sum(TcpInfo::receivedBytes));
        }
        if (sending && tells()) {
            heard.sent(account());
        }
    }

    /** A connection that was closed stays as it was seen last. */
    private void look() {
        KernelConnections.to(hosts).forEach(one -> connections.put(one.local(), one.info()));
    }

    private SenderAccount account() {
        TcpInfo busiest = connections.values().stream()
                .max(Comparator.comparingLong(TcpInfo::sentBytes))
                .orElseThrow();
        return new SenderAccount(
                sum(TcpInfo::sentBytes),
                sum(TcpInfo::retransmittedBytes),
                sum(TcpInfo::busyMicros),
                sum(TcpInfo::receiverLimitedMicros),
                sum(TcpInfo::senderBufferLimitedMicros),
                busiest.minRttMicros(),
                busiest.rttMicros());
    }

    private boolean tells() {
        return connections.values().stream().anyMatch(info -> info.deliveredBytes() > 0);
    }

    /** Since it began. */
    private long sum(ToLongFunction<TcpInfo> count) {
        return connections.values().stream().mapToLong(count).sum()
                - before.values().stream().mapToLong(count).sum();
    }

    @Override
    public void moved(long bytes) {
        handed = bytes;
        if (!sending) {
            heard.moved(bytes);
        }
    }

    @Override
    public void lost() {
        heard.lost();
    }

    @Override
    public boolean isOver() {
        return heard.isOver();
    }

    /** Nothing is reported of what happens afterwards. */
    @Override
    public void close() {
        watch.interrupt();
        tell();
        synchronized (this) {
            closed = true;
        }
    }
}
