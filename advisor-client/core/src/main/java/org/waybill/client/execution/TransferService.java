package org.waybill.client.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.RunningTransfer;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Mover;

/**
 * Carries out transfers: finds the mover, tries again while that can help, and leaves the outcome in the
 * {@link Outbox}, so that the next forecast learns from it. Needs no advisor service. Blocking; an interrupt stops the
 * transfer and keeps its state.
 */
public final class TransferService {
    private static final Logger LOG = System.getLogger(TransferService.class.getName());

    /** Failures that say nothing about the path between the two hosts. */
    private static final Set<Reason> NOT_FOR_HISTORY = EnumSet.of(
            Reason.INTERNAL,
            Reason.BAD_INPUT,
            Reason.NOT_FOUND,
            Reason.UNKNOWN_HOST,
            Reason.NOTHING_TO_DO,
            Reason.TARGET_BUSY,
            Reason.INTERRUPTED);

    private final List<Mover> movers;
    private final Outbox outbox;
    private final Retries retries;
    private final RetryClock ticker;
    private final @Nullable Consumer<RunningTransfer> watchers;
    private final @Nullable RecentTransfers recent;
    private final @Nullable ChangeOverNotes notes;
    private final @Nullable KeptFailures failures;

    /** @param watchers get the progress of a transfer every few seconds; null for none */
    public TransferService(
            List<Mover> movers,
            Outbox outbox,
            RetryPolicy policy,
            RetryClock ticker,
            RandomGenerator random,
            @Nullable Consumer<RunningTransfer> watchers) {
        this(List.copyOf(movers), outbox, new Retries(policy, ticker, random), ticker, watchers, null, null, null);
    }

    private TransferService(
            List<Mover> movers,
            Outbox outbox,
            Retries retries,
            RetryClock ticker,
            @Nullable Consumer<RunningTransfer> watchers,
            @Nullable RecentTransfers recent,
            @Nullable ChangeOverNotes notes,
            @Nullable KeptFailures failures) {
        this.movers = movers;
        this.outbox = outbox;
        this.retries = retries;
        this.ticker = ticker;
        this.watchers = watchers;
        this.recent = recent;
        this.notes = notes;
        this.failures = failures;
    }

    /** The same that keeps its transfers there, and forecasts from them what was not advised. */
    public TransferService remembering(RecentTransfers transfers) {
        return new TransferService(movers, outbox, retries, ticker, watchers, transfers, notes, failures);
    }

    /** The same that notes in a directory of the home what a killed run leaves elsewhere, for the next one to remove. */
    public TransferService noting(Path directory) {
        return new TransferService(
                movers, outbox, retries, ticker, watchers, recent, new ChangeOverNotes(directory), failures);
    }

    /** The same for an attempt of a task, whose failures are kept once. @param file that notes those that were */
    public TransferService ofTask(Path file) {
        return new TransferService(movers, outbox, retries, ticker, watchers, recent, notes, new KeptFailures(file));
    }

    /**
     * Moves the data.
     *
     * @throws TransferException when it cannot be done; the state is kept where resuming later can help
     */
    public TransferResult move(TransferOrder order, TransferListener listener)
            throws TransferException, InterruptedException {
        return move(order, null, listener);
    }

    /**
     * The same for an order that was not advised.
     *
     * @param beside makes the advice while the transfer runs, if it takes long; null for none
     */
    public TransferResult move(TransferOrder order, @Nullable BesideAdvice beside, TransferListener listener)
            throws TransferException, InterruptedException {
        if (watchers == null || order.request().dryRun()) {
            return carryOut(order, beside, listener);
        }
        try (ProgressReporter announcer = ProgressReporter.start(order, watchers, listener, ticker)) {
            return carryOut(order, beside, announcer);
        }
    }

    /**
     * Moves the data of an option that is tried: one attempt, and none after it.
     *
     * @param most after which it is stopped
     * @throws TransferException when it failed, or was stopped
     */
    public TransferResult tryOnce(TransferOrder order, Duration most, TransferListener listener)
            throws TransferException, InterruptedException {
        TransferService once = new TransferService(
                movers,
                outbox,
                new Retries(RetryPolicy.NONE, ticker, retries.random()),
                ticker,
                watchers,
                recent,
                notes,
                failures);
        long startedNs = ticker.nanoTime();
        return new TimedAttempt<>(progress -> once.move(order, progress), listener, ticker)
                .within(() -> most.minusNanos(ticker.nanoTime() - startedNs))
                .orElseThrow(() -> new TransferException(
                        Reason.GAVE_UP, "it took more than " + HumanUnits.time(most.toMillis() / 1e3)));
    }

    private TransferResult carryOut(TransferOrder order, @Nullable BesideAdvice beside, TransferListener listener)
            throws TransferException, InterruptedException {
        // at each attempt the same, so that nodes know who comes back
        UUID name = UUID.randomUUID();
        TransferRequest request = order.request().named(name);
        Instant startedAt = ticker.now();
        long startedNs = ticker.nanoTime();
        // what a cache has takes no path: the time neither follows from other copies nor shows what others take
        boolean cached = request.networkPaths().cached();
        try (AdvisedTransfer course =
                new AdvisedTransfer(order, beside, cached ? null : recent, next -> note(order, next), ticker)) {
            try {
                Retries.Outcome<TransferReport> outcome = attempt(course, name, listener);
                TransferReport last = course.order().judged(outcome.result());
                // what an earlier attempt of this transfer sent was not there before
                TransferReport all = outcome.attempts() == 1 && !course.hasChanged()
                        ? last
                        : last.ofAllAttempts(
                                secondsSince(startedNs), Math.min(last.resumedBytes(), outcome.firstBytes()));
                TransferResult result =
                        new TransferResult(all, outcome.attempts(), startedAt, all.seconds(), course.forecast());
                if (!request.dryRun() && !cached) {
                    String cause = last.cause().code();
                    TransferReport part = course.hasChanged() ? course.part(last) : all;
                    Instant since = course.hasChanged() ? course.startedAt() : startedAt;
                    keep(course.order(), outcome(course, part, since, part.seconds(), "OK", cause), listener);
                }
                if (!request.dryRun()) {
                    removeWhatWasGivenUp(order, course, listener);
                }
                return result;
            } catch (TransferException e) {
                if (!request.dryRun() && !NOT_FOR_HISTORY.contains(e.reason())) {
                    String reason = e.reason().name();
                    keep(
                            course.order(),
                            outcome(course, null, startedAt, secondsSince(startedNs), reason, reason),
                            listener);
                }
                throw e;
            }
        }
    }

    private void note(TransferOrder first, TransferOrder next) {
        if (notes != null) {
            notes.add(first, next);
        }
    }

    /** Of options that this run, or one that was killed, has changed over from; what stays is named, and harms no copy. */
    private void removeWhatWasGivenUp(TransferOrder first, AdvisedTransfer course, TransferListener listener)
            throws InterruptedException {
        List<TransferOrder> left = new ArrayList<>(course.givenUp());
        if (notes != null) {
            notes.of(first).stream()
                    .filter(noted -> !noted.sharesDataWith(course.order()))
                    .filter(noted -> left.stream().noneMatch(noted::sharesDataWith))
                    .forEach(left::add);
        }
        boolean later = false;
        for (TransferOrder one : left) {
            try {
                moverFor(one.transport(), one.request()).giveUp(one.request(), listener);
            } catch (TransferException e) {
                boolean again = notes != null && e.isRetriable();
                later |= again;
                listener.onEvent(
                        "PARTIAL_KEPT",
                        "what " + one.transport() + " has left at " + one.remote() + " could not be removed: "
                                + e.getMessage() + (again ? "; re-run this command to remove it" : ""));
            }
        }
        if (notes != null && !later) {
            notes.remove(first);
        }
    }

    /**
     * By the transport of the order; where that was advice and its datagrams do not get through, by another one, and
     * where advice beside the transfer finds a better one, by that.
     */
    private Retries.Outcome<TransferReport> attempt(AdvisedTransfer course, UUID name, TransferListener listener)
            throws TransferException, InterruptedException {
        TransferOrder order = course.order();
        TransferRequest request = order.request().named(name);
        Mover mover = moverFor(order.transport(), request);
        String instead = order.instead();
        if (instead == null) {
            return retries.run(
                    progress -> course.attempt(
                            (now, heard) -> move(
                                    moverFor(now.transport(), now.request()),
                                    now.request().named(name),
                                    heard),
                            progress),
                    request.deadline(),
                    listener);
        }
        Mover other = moverFor(instead, request);
        AtomicBoolean changed = new AtomicBoolean();
        return retries.run(
                progress -> {
                    if (changed.get()) {
                        return move(other, request, progress);
                    }
                    try {
                        return move(mover, request, progress);
                    } catch (TransferException e) {
                        if (!e.isRetriableBriefly() && e.reason() != Reason.UNSAFE) {
                            throw e;
                        }
                        changed.set(true);
                        listener.onEvent(
                                "TRANSPORT_CHANGED",
                                order.transport() + " failed: " + e.getMessage() + "; falling back to " + instead);
                        return move(other, request, progress);
                    }
                },
                request.deadline(),
                listener);
    }

    /** Fails where the mover of an order refuses it, before anything is made or sent. */
    void check(TransferOrder order) throws TransferException {
        moverFor(order.transport(), order.request()).check(order.request());
    }

    private static TransferReport move(Mover mover, TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        try (LargePacketWatch watch = LargePacketWatch.start(request, listener)) {
            try {
                return mover.move(request, watch);
            } catch (TransferException e) {
                watch.failed(e);
                throw e;
            }
        }
    }

    private Mover moverFor(String transport, TransferRequest request) throws TransferException {
        for (Mover mover : movers) {
            if (mover.name().equals(transport) && mover.accepts(request.source(), request.destination())) {
                return mover;
            }
        }
        boolean known = movers.stream().anyMatch(mover -> mover.name().equals(transport));
        throw new TransferException(
                Reason.BAD_INPUT,
                known
                        ? "transport '" + transport + "' cannot copy from "
                                + request.source().scheme() + " to "
                                + request.destination().scheme() + "; 'waybill advise' lists those that can"
                        : "invalid transport '" + transport + "': expected one of "
                                + movers.stream()
                                        .map(Mover::name)
                                        .sorted()
                                        .distinct()
                                        .collect(Collectors.joining(", ")));
    }

    private double secondsSince(long startedNs) {
        return (ticker.nanoTime() - startedNs) / 1e9;
    }

    /**
     * What the history keeps; the report is null for a transfer that failed. One that was held to a rate of its user's
     * choice shows nothing of its path, though something else bounded it for a part of the time.
     */
    private static TransferOutcome outcome(
            AdvisedTransfer course,
            @Nullable TransferReport report,
            Instant startedAt,
            double seconds,
            String status,
            String cause) {
        TransferOrder order = course.order();
        TransferRequest request = order.request();
        Estimate forecast = report == null ? Estimate.UNKNOWN : course.forecast();
        String transport = report == null ? order.transport() : report.transport();
        String via = order.path(String.join(",", report == null ? request.via() : report.via()));
        boolean held = report != null
                && request.isLimited()
                && !TransferOutcome.showsThePath(transport, via, TransferOutcome.LIMITED);
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                order.sourceHost(),
                order.destinationHost(),
                transport,
                via,
                Math.max(1, report == null ? request.streams() : report.streams()),
                storage(order),
                report == null ? 0 : report.bytes(),
                Math.max(1, report == null ? order.files() : report.sentFiles()),
                startedAt,
                seconds,
                report == null ? 0 : report.retransmittedBytes(),
                report == null ? 0 : report.resumedBytes(),
                status,
                forecast.forecastId(),
                forecast.secondsP50(),
                forecast.secondsP90(),
                held ? TransferOutcome.LIMITED : cause);
    }

    /** Streams come from memory or go there; the rest is on disk (Rizk 2006, section 4.3 forecasts them apart). */
    static StorageClass storage(TransferOrder order) {
        boolean stream = order.request().source().isStream()
                || order.request().destination().isStream();
        return stream ? StorageClass.MEMORY : StorageClass.DISK;
    }

    /** A transfer does not fail because of a home that cannot be written, but a reader of the history has to know. */
    private void keep(TransferOrder order, TransferOutcome outcome, TransferListener listener) {
        try {
            KeptFailures noted = outcome.status().equals("OK") ? null : failures;
            if (noted != null && noted.has(outcome)) {
                return;
            }
            if (recent != null) {
                recent.add(order, outcome);
            }
            outbox.put(outcome);
            if (noted != null) {
                noted.add(outcome);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot record the outcome in the history: " + e);
            listener.onEvent("HISTORY_NOT_KEPT", outbox.notKept("this transfer", e));
        }
    }
}
