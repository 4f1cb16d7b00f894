package org.waybill.client.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.store.Entry;

/**
 * One transfer by hosts between its endpoints. Each hop is a transfer of its own that resumes, verifies and is recorded
 * in the history; a hop that an earlier run has finished finds everything there and sends nothing. The intermediate
 * copies are removed at the end, and after a failure that a re-run does not get over. For one thread. See decision 0298.
 */
final class StagedTransfer {
    private final StagedTransferService service;
    private final TransferOrder order;
    private final TransferListener listener;
    private final StagedHops hops;
    private final IntermediateCopies copies;

    private final List<TransferResult> done = new ArrayList<>();

    StagedTransfer(StagedTransferService service, TransferOrder order, TransferListener listener) {
        this.service = service;
        this.order = order;
        this.listener = listener;
        this.hops = StagedHops.of(order, service.names());
        this.copies = new IntermediateCopies(service.stores(), hops.stops(), order.bytes(), listener);
    }

    TransferResult run() throws TransferException, InterruptedException {
        checkHops();
        Instant startedAt = service.ticker().now();
        long startedNs = service.ticker().nanoTime();
        Double likely = order.forecast().secondsP50();
        Double late = order.forecast().secondsP90();
        if (likely != null) {
            listener.onForecast(likely, late == null ? likely : late);
        }
        copies.makeRoom();
        HopProgress progress = new HopProgress(hops.count(), listener);
        for (int i = 0; i < hops.count(); i++) {
            progress.start(i);
            listener.onEvent("HOP", hops.name(i) + " by " + hops.get(i).transport());
            try {
                done.add(hop(i, progress));
                if (isNothing(i)) {
                    break;
                }
            } catch (TransferException e) {
                TransferException failure = named(e, i);
                if (isResumable(e, !hops.isLast(i))) {
                    copies.keep(i);
                } else {
                    copies.removeAll();
                }
                throw failure;
            } catch (InterruptedException e) {
                copies.keep(i);
                throw e;
            }
        }
        copies.removeAll();
        return result(startedAt, (service.ticker().nanoTime() - startedNs) / 1e9);
    }

    /** What a mover refuses is known before anything is made or sent. */
    void checkHops() throws TransferException {
        for (int i = 0; i < hops.count(); i++) {
            try {
                service.moves().check(hops.get(i));
            } catch (TransferException e) {
                throw named(e, i);
            }
        }
    }

    /** Whether a hop has left nothing for the next one: the only file was not selected. */
    private boolean isNothing(int hop) throws TransferException, InterruptedException {
        return !hops.isLast(hop)
                && done.getLast().report().files() == 0
                && !copies.holds(hops.get(hop + 1).request().source());
    }

    private TransferResult hop(int i, TransferListener progress) throws TransferException, InterruptedException {
        TransferOrder hop = hops.get(i);
        TransferResult result = service.moves().move(hop, progress);
        if (!hops.isLast(i) && copies.beginAgainIfMore(i, result.report().files())) {
            result = service.moves().move(hop, progress);
        }
        if (!done.isEmpty()) {
            requireSame(i, result.report());
        }
        return result;
    }

    /**
     * All hops copy the same files, even where something changes the intermediate copies meanwhile. What is kept at the
     * destination is not copied, and links that the host between keeps may become files.
     */
    private void requireSame(int hop, TransferReport later) throws TransferException, InterruptedException {
        TransferReport source = done.getFirst().report();
        boolean keepsSome = hops.get(hop).request().rules().keepsSome();
        boolean whole = later.notTransferred().isEmpty();
        String difference = "";
        if (later.files() == source.files()) {
            boolean comparable = source.sha256() != null && later.sha256() != null && (whole || !keepsSome);
            if (comparable && !Objects.equals(source.sha256(), later.sha256())) {
                difference = "sha256 " + later.sha256() + " instead of " + source.sha256();
            }
        } else if (later.files() < source.files() ? whole && !keepsSome : copies.count(hop - 1, Entry.Kind.LINK) == 0) {
            difference = later.files() + " files instead of " + source.files();
        }
        if (!difference.isEmpty()) {
            throw new TransferException(Reason.WRONG_CONTENT, "the data are not those of the source: " + difference);
        }
    }

    /** The failure with the hop, or with the host that cannot keep the data. */
    private TransferException named(TransferException e, int hop) {
        if (hops.isLast(hop)) {
            return new TransferException(e.reason(), hops.name(hop) + ": " + e.getMessage(), e);
        }
        String text = isOfDisk(e.reason())
                ? IntermediateCopies.noRoom(hops.stops().get(hop), e)
                : hops.name(hop) + ": " + e.getMessage();
        // of what the user named as the destination nothing is written before the last hop
        return new TransferException(e.reason(), text, e).having(0, 0);
    }

    private static boolean isOfDisk(Reason reason) {
        return reason == Reason.DISK_FULL || reason == Reason.READ_ONLY || reason == Reason.DISK_FAILED;
    }

    /**
     * Whether a re-run can use the intermediate copies.
     *
     * @param atStop whether the hop that failed writes to a host between the endpoints
     */
    static boolean isResumable(TransferException failure, boolean atStop) {
        return switch (failure.reason()) {
            case BAD_INPUT, NOT_FOUND, NOTHING_TO_DO, UNSAFE, WRONG_CONTENT, VERIFICATION_FAILED, INTERNAL -> false;
            case DISK_FULL, READ_ONLY, DISK_FAILED -> !atStop;
            case PERMISSION ->
                !atStop || failure.copied() != null && failure.copied().files() > 0;
            default -> true;
        };
    }

    private TransferResult result(Instant startedAt, double seconds) {
        List<TransferReport> reports = done.stream().map(TransferResult::report).toList();
        int slowest = 0;
        for (int i = 1; i < done.size(); i++) {
            slowest = done.get(i).seconds() > done.get(slowest).seconds() ? i : slowest;
        }
        TransferReport.Cause cause = reports.get(slowest).cause();
        TransferReport report = report(
                reports,
                seconds,
                cause.equals(TransferReport.Cause.UNKNOWN)
                        ? cause
                        : new TransferReport.Cause(cause.code(), hops.name(slowest) + ": " + cause.text()));
        List<TransferResult.Hop> made = new ArrayList<>();
        for (int i = 0; i < done.size(); i++) {
            TransferReport one = reports.get(i);
            made.add(new TransferResult.Hop(
                    hops.get(i).sourceHost(),
                    hops.get(i).destinationHost(),
                    one.transport(),
                    one.bytes(),
                    one.resumedBytes(),
                    done.get(i).seconds(),
                    one.sha256()));
        }
        int retries = done.stream().mapToInt(one -> one.attempts() - 1).sum();
        boolean whole = reports.stream().allMatch(one -> one.resumedBytes() == 0);
        return new TransferResult(
                report, 1 + retries, startedAt, seconds, whole ? order.forecast() : Estimate.UNKNOWN, made);
    }

    private TransferReport report(List<TransferReport> reports, double seconds, TransferReport.Cause cause) {
        TransferReport last = reports.getLast();
        return new TransferReport(
                last.bytes(),
                last.files(),
                seconds,
                last.sha256(),
                reports.stream()
                        .map(TransferReport::compared)
                        .max(Comparator.naturalOrder())
                        .orElse(Compared.NOTHING),
                order.transport(),
                hops.stops().stream()
                        .map(stop -> IntermediateCopies.host(stop) + ":" + new Endpoint(stop, true).port())
                        .toList(),
                reports.stream().mapToInt(TransferReport::streams).max().orElse(1),
                reports.stream().mapToLong(TransferReport::retransmittedBytes).sum(),
                last.resumedBytes(),
                cause,
                List.of(),
                reports.getFirst().setUpSeconds(),
                reports.stream()
                        .flatMap(one -> one.notTransferred().stream())
                        .distinct()
                        .toList(),
                last.unsent());
    }
}
