package org.waybill.engine.mover.store;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.rightsizing.CopyCause;

/** Watches a transfer to say afterwards what bounded its rate. */
final class Bounds {
    private final TransferRequest request;
    private final Meter meter;
    private final ConnectionLog connections;
    private final Duration cpuBefore = cpu();

    private Bounds(TransferRequest request, Meter meter, ConnectionLog connections) {
        this.request = request;
        this.meter = meter;
        this.connections = connections;
    }

    static Bounds watch(TransferRequest request, Meter meter, LongSupplier clockNs) {
        List<String> far = Stream.of(request.source(), request.destination())
                .filter(end -> place(end) == CopyCause.Place.FAR).map(Location::host).distinct().toList();
        return new Bounds(request, meter, new ConnectionLog(far, clockNs));
    }

    private static CopyCause.Place place(Location end) {
        return switch (end.scheme()) {
            case "file" -> CopyCause.Place.DISK;
            case "stream" -> CopyCause.Place.STREAM;
            default -> CopyCause.Place.FAR;
        };
    }

    /** A listener that looks at the connections whenever it hears of progress, and passes everything on. */
    TransferListener watching(TransferListener next) {
        return new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                if (meter.doneBytes() > meter.resumedBytes()) {
                    connections.look();
                }
                next.onProgress(progress);
            }

            @Override
            public void onEvent(String code, String text) {
                next.onEvent(code, text);
            }
        };
    }

    TransferReport.Cause cause(long files, double seconds) {
        double processors = Runtime.getRuntime().availableProcessors();
        double cpuShare = cpu().minus(cpuBefore).toNanos() / 1e9 / Math.max(1e-3, seconds) / processors;
        CopyWork work = meter.work();
        return CopyCause.of(new CopyCause.Copy(seconds, meter.doneBytes() - meter.resumedBytes(), files,
                request.rateBitsPerSecond(), place(request.source()), place(request.destination()), cpuShare,
                work.shares(), connections.sum(work.copiedNs())));
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
