package org.waybill.cli.move;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferReport;

/** {@code copy --json} (design, section 3). Numbers are null where there are none. See decision 0223. */
record MoveDocument(String status, String source, String destination, @Nullable Long bytes, @Nullable Long files,
        @Nullable Double seconds, @Nullable Double goodputBitsPerSecond, @Nullable String sha256, String transport,
        List<String> via, @Nullable Integer streams, @Nullable Long retransmittedBytes, @Nullable Long resumedBytes,
        Forecast forecast, @Nullable Double forecastErrorPercent, Cause cause, int attempts,
        @Nullable Instant startedAt, boolean dryRun, List<TransferReport.PathShare> paths,
        @Nullable Double setUpSeconds, List<NotTransferred> notTransferred, @Nullable Compared compared) {

    /** What was expected. */
    record Forecast(@Nullable Double secondsP50, @Nullable Double secondsP90) {
        static Forecast of(Estimate estimate) {
            return new Forecast(estimate.secondsP50(), estimate.secondsP90());
        }
    }

    static MoveDocument succeeded(String source, String destination, TransferOrder order, TransferResult result) {
        TransferReport report = result.report();
        return new MoveDocument("OK", source, destination, report.bytes(), report.files(), result.seconds(),
                report.goodputBitsPerSecond(), report.sha256(), report.transport(), report.via(), report.streams(),
                report.retransmittedBytes(), report.resumedBytes(), Forecast.of(result.forecast()),
                result.forecastErrorPercent(), report.cause(), result.attempts(), result.startedAt(),
                order.request().dryRun(), report.paths(), report.setUpSeconds(),
                report.notTransferred(), report.compared());
    }

    /** The same with a word of its own on how it ended. */
    MoveDocument withStatus(Reason reason) {
        return new MoveDocument(reason.name(), source, destination, bytes, files, seconds, goodputBitsPerSecond, sha256,
                transport, via, streams, retransmittedBytes, resumedBytes, forecast, forecastErrorPercent, cause,
                attempts, startedAt, dryRun, paths, setUpSeconds, notTransferred, compared);
    }

    /** A move that did not come about; the cause says why. */
    static MoveDocument failed(String source, String destination, String transport, Estimate forecast, Reason reason,
            String message, boolean dryRun, List<NotTransferred> notTransferred) {
        return new MoveDocument(reason.name(), source, destination, null, null, null, null, null, transport,
                List.of(), null, null, null, Forecast.of(forecast), null, new Cause(reason.name(), message), 0, null,
                dryRun, List.of(), null, notTransferred, null);
    }
}
