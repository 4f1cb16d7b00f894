package org.waybill.cli.probe;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.client.probe.survey.EchoSurvey;
import org.waybill.client.probe.train.TrainEstimator;

/**
 * {@code probe bandwidth --json}: an element of {@code paths[]}, and what else the method shows. Nulls are unknown.
 *
 * @param samples observations behind the bandwidth
 * @param errorPercent half of the 90 % interval of the bottleneck or rate
 * @param lossRatio part of single echoes that were not answered, as in {@code paths[]}; only ICMP shows it
 * @param availableBitsPerSecond what other traffic leaves; only trains show it
 * @param bytesUsed payload of transfers
 * @param regression transfers of growing size and the line through them
 * @param problem why it ended early
 */
record BandwidthDocument(
        PathFacts.Kind kind,
        List<Hop> hops,
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        String method,
        Instant measuredAt,
        int samples,
        @Nullable Double errorPercent,
        @Nullable Double lossRatio,
        @Nullable Double availableBitsPerSecond,
        @Nullable Double availableErrorPercent,
        @Nullable Long bytesUsed,
        @Nullable Regression regression,
        @Nullable String problem) {

    /**
     * Time over size.
     *
     * @param line null when there was too little to draw one; its {@code trend} says why the interval may be wide
     * @param points all transfers, those too that the line leaves out or the end of the time cut short
     */
    record Regression(@Nullable RateFit line, List<TransferPoint> points) {}

    static BandwidthDocument of(EchoSurvey.Found echo, Instant now) {
        IcmpProbe.Finding found = echo.finding();
        return new BandwidthDocument(
                PathFacts.Kind.INTERNET,
                List.of(),
                found.rttMillis(),
                found.bottleneckBitsPerSecond(),
                echo.method(),
                now,
                found.samples(),
                found.errorPercent(),
                found.lossRatio(),
                null,
                null,
                null,
                null,
                null);
    }

    static BandwidthDocument of(TrainEstimator.Estimate found, Instant now) {
        return new BandwidthDocument(
                PathFacts.Kind.INTERNET,
                List.of(),
                null,
                found.capacityBitsPerSecond(),
                "node-trains",
                now,
                found.trains(),
                found.capacityErrorPercent(),
                null,
                found.availableBitsPerSecond(),
                found.availableErrorPercent(),
                null,
                null,
                null);
    }

    static BandwidthDocument of(GrowingTransfers.Outcome found, Instant now) {
        Optional<RateFit> fit = found.fit();
        return new BandwidthDocument(
                PathFacts.Kind.INTERNET,
                List.of(),
                null,
                fit.map(RateFit::bitsPerSecond).orElse(null),
                found.method() + "-transfers",
                now,
                found.points().size(),
                fit.map(RateFit::errorPercent).orElse(null),
                null,
                null,
                null,
                found.bytes(),
                new Regression(fit.orElse(null), found.points()),
                found.problem());
    }

    /** What was measured, as the history keeps it. */
    List<Measurement> measurements(String source, String destination) {
        record Value(
                Quantity quantity,
                @Nullable Double value,
                @Nullable Double error) {}

        Quantity rate = regression == null ? Quantity.BOTTLENECK_BANDWIDTH : Quantity.BULK_TRANSFER_CAPACITY;
        return Stream.of(
                        new Value(Quantity.RTT, rttMillis, null),
                        new Value(rate, bottleneckBitsPerSecond, errorPercent),
                        new Value(Quantity.AVAILABLE_BANDWIDTH, availableBitsPerSecond, availableErrorPercent))
                .flatMap(one -> Stream.ofNullable(one.value)
                        .map(value -> new Measurement(
                                source, destination, one.quantity, value, method, samples, one.error, measuredAt)))
                .toList();
    }
}
