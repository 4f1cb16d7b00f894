package org.waybill.engine.session.source;

import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.cause.RateCause;
import org.waybill.engine.cause.RoundTrips;
import org.waybill.engine.driver.TcpInfo;
import org.waybill.engine.session.streams.DataSockets;

/** Counts at the source what shows later what bounded the rate. */
final class SourceMeter {
    private final long startNanos = System.nanoTime();
    private final Duration startCpu = cpu();
    private final AtomicLong readNanos = new AtomicLong();

    void read(long nanos) {
        readNanos.addAndGet(nanos);
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** The account so far, with the kernel's about the connections that are open. */
    Cause cause(List<SocketChannel> sockets, long bytes, long files, long limitBitsPerSecond) {
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        double cpuShare = cpu().minus(startCpu).toNanos()
                / 1e9
                / seconds
                / Runtime.getRuntime().availableProcessors();
        long busy = 0;
        long receiver = 0;
        long buffer = 0;
        long sent = 0;
        long resent = 0;
        long segmentBytes = 0;
        double trips = 0;
        double leastTrip = 0;
        for (SocketChannel socket : sockets) {
            TcpInfo info = DataSockets.info(socket);
            if (info != null) {
                busy += info.busyMicros();
                receiver += info.receiverLimitedMicros();
                buffer += info.senderBufferLimitedMicros();
                sent += info.sentBytes();
                resent += info.retransmittedBytes();
                segmentBytes = info.segmentBytes();
                trips += info.rttMicros() / (double) sockets.size();
                leastTrip += info.minRttMicros() / (double) sockets.size();
            }
        }
        int streams = Math.max(1, sockets.size());
        return RateCause.ofSource(new RateCause.Source(
                seconds,
                bytes,
                files,
                limitBitsPerSecond,
                readNanos.get() / 1e9 / seconds,
                cpuShare,
                busy / streams,
                receiver / streams,
                buffer / streams,
                sent,
                resent,
                new RoundTrips(trips, leastTrip, segmentBytes, streams)));
    }
}
