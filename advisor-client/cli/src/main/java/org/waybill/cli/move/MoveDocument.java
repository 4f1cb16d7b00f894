package org.waybill.cli.move;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.Compared;

/**
 * {@code copy --json} (design, section 3). Numbers are null where there are none. See decision 0223.
 *
 * @param status {@code OK}; {@code PLANNED} of a dry run; or why not
 * @param source as it was named; passwords never
 * @param bytes of what is at the destination now
 * @param files that these bytes are in
 * @param seconds from the beginning to the verified destination, pauses and further attempts included
 * @param goodputBitsPerSecond new bits that arrived per second, from the acceptance of the request
 * @param sha256 of a single file; of several, of the sorted lines {@code HEX  NAME}; null when nothing was verified
 * @param transport that carried them: {@code local}, {@code tcp}, {@code sftp}, ...
 * @param via relays as {@code host:port}, in order
 * @param streams parallel connections
 * @param retransmittedBytes sent more than once
 * @param resumedBytes that were at the destination already and were not sent again
 * @param forecast null in it what could not be forecast
 * @param forecastErrorPercent (forecast - seconds) / seconds; negative when it took longer
 * @param cause what bounded the rate, or why it failed
 * @param attempts how many it took; 0 if it did not start
 * @param dryRun nothing was copied
 * @param paths what each of several paths carried
 * @param setUpSeconds part of {@code seconds} until the remote host had accepted the request
 * @param notTransferred what was left out, and what failed
 * @param compared what the SHA-256 of the copy was compared with
 * @param copies one for each directory that contains several sources, which the numbers above sum up; else empty
 * @param deletedAtSource files that {@code --delete-source} has deleted
 * @param plan what a dry run would do, with paths below the destination where there are several sources; null
 *     otherwise, and for a stream
 * @param notKept what of the files was to be kept on request, as owners, and is not; one line each
 * @param hops the transfers that it was made of where the data were kept at hosts between the endpoints; else empty
 */
record MoveDocument(
        String status,
        String source,
        String destination,
        @Nullable Long bytes,
        @Nullable Long files,
        @Nullable Double seconds,
        @Nullable Double goodputBitsPerSecond,
        @Nullable String sha256,
        String transport,
        List<String> via,
        @Nullable Integer streams,
        @Nullable Long retransmittedBytes,
        @Nullable Long resumedBytes,
        Forecast forecast,
        @Nullable Double forecastErrorPercent,
        Cause cause,
        int attempts,
        @Nullable Instant startedAt,
        boolean dryRun,
        List<TransferReport.PathShare> paths,
        @Nullable Double setUpSeconds,
        List<NotTransferred> notTransferred,
        @Nullable Compared compared,
        List<Copy> copies,
        List<String> deletedAtSource,
        @Nullable PlannedCopy plan,
        List<String> notKept,
        List<TransferResult.Hop> hops) {
    static final String PLANNED = "PLANNED";

    /** What was expected. */
    record Forecast(@Nullable Double secondsP50, @Nullable Double secondsP90) {
        static Forecast of(Estimate estimate) {
            return new Forecast(estimate.secondsP50(), estimate.secondsP90());
        }
    }

    static MoveDocument succeeded(Endpoint source, Endpoint destination, TransferResult result) {
        return succeeded(source, destination, result, null, List.of(), List.of());
    }

    /**
     * Of what is at the destination.
     *
     * @param unwanted why that does not count as a success; null where it does
     * @param deletedAtSource files that were deleted there afterwards
     * @param notKept what was to be kept on request
     */
    static MoveDocument succeeded(
            Endpoint source,
            Endpoint destination,
            TransferResult result,
            @Nullable Reason unwanted,
            List<String> deletedAtSource,
            List<String> notKept) {
        TransferReport report = result.report();
        return new MoveDocument(
                unwanted == null ? "OK" : unwanted.name(),
                source.format(),
                destination.format(),
                report.bytes(),
                report.files(),
                result.seconds(),
                report.goodputBitsPerSecond(),
                report.sha256(),
                report.transport(),
                result.hops().isEmpty() ? report.via() : List.of(),
                report.streams(),
                report.retransmittedBytes(),
                report.resumedBytes(),
                Forecast.of(result.forecast()),
                result.forecastErrorPercent(),
                report.cause(),
                result.attempts(),
                result.startedAt(),
                false,
                report.paths(),
                report.setUpSeconds(),
                report.notTransferred(),
                report.compared(),
                List.of(),
                deletedAtSource,
                null,
                notKept,
                result.hops());
    }

    /** What a dry run found, or a copy that did not come about, whose cause says why. */
    static MoveDocument nothingCopied(
            String status,
            Endpoint source,
            Endpoint destination,
            String transport,
            List<String> via,
            Estimate forecast,
            Cause cause,
            boolean dryRun,
            List<NotTransferred> notTransferred,
            @Nullable PlannedCopy plan,
            List<String> notKept) {
        return new MoveDocument(
                status,
                source.format(),
                destination.format(),
                null,
                null,
                null,
                null,
                null,
                transport,
                via,
                null,
                null,
                null,
                Forecast.of(forecast),
                null,
                cause,
                0,
                null,
                dryRun,
                List.of(),
                null,
                notTransferred,
                null,
                List.of(),
                List.of(),
                plan,
                notKept,
                List.of());
    }

    /** The same of a copy that failed and has some of it at the destination. */
    MoveDocument having(TransferException.@Nullable Copied copied) {
        return copied == null
                ? this
                : new MoveDocument(
                        status,
                        source,
                        destination,
                        copied.bytes(),
                        copied.files(),
                        seconds,
                        goodputBitsPerSecond,
                        sha256,
                        transport,
                        via,
                        streams,
                        retransmittedBytes,
                        resumedBytes,
                        forecast,
                        forecastErrorPercent,
                        cause,
                        attempts,
                        startedAt,
                        dryRun,
                        paths,
                        setUpSeconds,
                        notTransferred,
                        compared,
                        copies,
                        deletedAtSource,
                        plan,
                        notKept,
                        hops);
    }

    /**
     * Of several copies, the worst status; what failed counts before what was left out; NOTHING_TO_DO only if it is
     * that of all.
     */
    static MoveDocument ofSeveral(List<String> places, List<MoveDocument> all, @Nullable PlannedCopy plan) {
        MoveDocument worst = Collections.max(all, Comparator.comparing(MoveDocument::badness));
        boolean dry = worst.dryRun;
        List<String> transports =
                all.stream().map(MoveDocument::transport).distinct().toList();
        Double seconds = dry ? null : sum(all, MoveDocument::seconds);
        Long bytes = dry ? null : (long) sum(all, MoveDocument::bytes);
        Long resumed = dry ? null : (long) sum(all, MoveDocument::resumedBytes);
        return new MoveDocument(
                worst.status,
                String.join(" ", places.subList(0, places.size() - 1)),
                places.getLast(),
                bytes,
                dry ? null : (long) sum(all, MoveDocument::files),
                seconds,
                seconds == null || bytes == null || resumed == null || seconds <= 0
                        ? null
                        : (bytes - resumed) * 8 / seconds,
                null,
                transports.size() == 1 ? transports.getFirst() : "several",
                all.stream().flatMap(one -> one.via.stream()).distinct().toList(),
                all.stream()
                        .map(MoveDocument::streams)
                        .filter(Objects::nonNull)
                        .max(Integer::compare)
                        .orElse(null),
                dry ? null : (long) sum(all, MoveDocument::retransmittedBytes),
                resumed,
                new Forecast(
                        sumIfKnown(all, one -> one.forecast.secondsP50),
                        sumIfKnown(all, one -> one.forecast.secondsP90)),
                null,
                worst.cause,
                all.stream().mapToInt(MoveDocument::attempts).sum(),
                all.getFirst().startedAt,
                dry,
                List.of(),
                null,
                all.stream().flatMap(one -> one.notTransferred.stream()).toList(),
                null,
                all.stream()
                        .map(one -> new Copy(
                                one.source,
                                one.destination,
                                one.status,
                                one.bytes,
                                one.files,
                                one.seconds,
                                one.sha256,
                                one.transport,
                                one.cause))
                        .toList(),
                all.stream().flatMap(one -> one.deletedAtSource.stream()).toList(),
                plan,
                all.stream().flatMap(one -> one.notKept.stream()).distinct().toList(),
                List.of());
    }

    private static double sum(List<MoveDocument> all, Function<MoveDocument, ? extends @Nullable Number> number) {
        return all.stream()
                .map(number)
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue)
                .sum();
    }

    private static @Nullable Double sumIfKnown(
            List<MoveDocument> all, Function<MoveDocument, @Nullable Double> number) {
        return all.stream().map(number).allMatch(Objects::nonNull) ? (Double) sum(all, number) : null;
    }

    int exitCode() {
        return isGood() ? 0 : Reason.valueOf(status).exitCode();
    }

    private boolean isGood() {
        return status.equals("OK") || status.equals(PLANNED);
    }

    private int badness() {
        boolean mild = status.equals(Reason.LEFT_OUT.name());
        // nothing was sent only where none of them sent anything
        return status.equals(Reason.NOTHING_TO_DO.name())
                ? Integer.MIN_VALUE
                : isGood() ? -1000 : exitCode() - (mild ? 500 : 0);
    }

    /** One of several. */
    record Copy(
            String source,
            String destination,
            String status,
            @Nullable Long bytes,
            @Nullable Long files,
            @Nullable Double seconds,
            @Nullable String sha256,
            String transport,
            Cause cause) {}
}
