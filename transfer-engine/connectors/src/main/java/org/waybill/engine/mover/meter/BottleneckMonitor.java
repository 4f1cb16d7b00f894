package org.waybill.engine.mover.meter;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.cause.CopyCause;
import org.waybill.engine.cause.RateCause;
import org.waybill.protocol.Protocols;

/** Watches a transfer to say afterwards what bounded its rate. */
public final class BottleneckMonitor {
    private static final long EVERY_NS = 5_000_000_000L;
    /** As many as a transfer of many files has sessions. */
    private static final long USUAL_CHANNELS = 8;

    private final TransferRequest request;
    private final TransferMeter meter;
    private final ConnectionLog connections;
    private final Duration cpuBefore = cpu();
    private final LongSupplier clockNs;
    private final long startNs;
    private long saidNs;
    private String said = RateCause.Code.UNKNOWN.name();

    private BottleneckMonitor(
            TransferRequest request, TransferMeter meter, ConnectionLog connections, LongSupplier clockNs) {
        this.request = request;
        this.meter = meter;
        this.connections = connections;
        this.clockNs = clockNs;
        this.startNs = clockNs.getAsLong();
        this.saidNs = startNs;
    }

    public static BottleneckMonitor watch(TransferRequest request, TransferMeter meter, LongSupplier clockNs) {
        List<String> far = Stream.of(request.source(), request.destination())
                .filter(end -> place(end) == CopyCause.Place.FAR)
                .map(Location::host)
                .distinct()
                .toList();
        return new BottleneckMonitor(request, meter, new ConnectionLog(far, clockNs), clockNs);
    }

    private static CopyCause.Place place(Location end) {
        return switch (end.scheme()) {
            case Protocols.FILE -> CopyCause.Place.DISK;
            case Protocols.STREAM -> CopyCause.Place.STREAM;
            default -> CopyCause.Place.FAR;
        };
    }

    /**
     * A listener that checks the connections whenever it hears of progress, says every few seconds what bounds the
     * rate if that is known and something else than before ({@code BOUNDED_BY}), and passes everything on.
     */
    public TransferListener watching(TransferListener next) {
        return new ForwardingListener(next) {
            @Override
            public void onProgress(Progress progress) {
                if (meter.doneBytes() > meter.resumedBytes()) {
                    connections.look();
                    say(progress, next);
                }
                super.onProgress(progress);
            }
        };
    }

    private void say(TransferListener.Progress progress, TransferListener next) {
        long nowNs = clockNs.getAsLong();
        if (progress.phase() != TransferListener.Phase.MOVING || nowNs - saidNs < EVERY_NS) {
            return;
        }
        saidNs = nowNs;
        TransferReport.Cause now = cause(progress.filesDone(), (nowNs - startNs) / 1e9);
        if (!now.code().equals(RateCause.Code.UNKNOWN.name()) && !now.code().equals(said)) {
            said = now.code();
            next.onEvent("BOUNDED_BY", now.code() + ": " + now.text());
        }
    }

    public TransferReport.Cause cause(long files, double seconds) {
        double processors = Runtime.getRuntime().availableProcessors();
        double cpuShare = cpu().minus(cpuBefore).toNanos() / 1e9 / Math.max(1e-3, seconds) / processors;
        CopyTimes work = meter.work();
        return CopyCause.of(new CopyCause.Copy(
                seconds,
                meter.doneBytes() - meter.resumedBytes(),
                files,
                request.rateBitsPerSecond(),
                place(request.source()),
                place(request.destination()),
                cpuShare,
                work.shares(),
                connections.sum(work.copiedNs()),
                windowBytes()));
    }

    /** What the target's protocol lets be in flight in all its channels, of which each carries a file; 0 for no limit. */
    private double windowBytes() {
        Long each = Protocols.transport(request.destination().scheme()).windowBytes();
        long most = request.streams() > 0 ? request.streams() : USUAL_CHANNELS;
        long files = meter.expectedFiles();
        return each == null ? 0 : (double) each * (files < 0 ? most : Math.clamp(files, 1L, most));
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
