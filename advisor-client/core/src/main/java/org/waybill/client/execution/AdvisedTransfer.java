package org.waybill.client.execution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.ranking.ChangeOver;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;

/**
 * A transfer that started before its advice. Once it is clear that it takes long, advice is made beside it, and where
 * another option is forecast to be done at least a fifth earlier, the transfer changes over to it: the running attempt is
 * stopped, and the other option resumes, or sends all again where it writes to another place. No option is taken twice. If
 * one fails, the first one resumes and stays. For one thread, which makes the attempts. See decision 0224.
 */
final class AdvisedTransfer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AdvisedTransfer.class.getName());
    /** A forecast of less is over before it is read. */
    private static final double SHORTEST_SHOWN_SECONDS = 2;

    /** The event of an option that was found beside the transfer. */
    private static final String NOT_USED = "OPTION_NOT_USED";

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration ADVICE_GRACE = Duration.ofSeconds(2);

    private final TransferOrder first;
    private final @Nullable BesideAdvice beside;
    private final @Nullable RecentTransfers recent;
    private final Consumer<TransferOrder> changes;
    private final RetryClock ticker;
    /** All that were carried out, the present one last. */
    private final List<TransferOrder> taken = new ArrayList<>();

    private TransferOrder order;
    private Instant startedAt;
    private long startedNs;
    private long startedBytes;
    private boolean changed;
    private volatile Estimate forecast;
    private @Nullable Thread adviser;
    private volatile BesideAdvice.@Nullable Found found;
    private boolean judged;
    private @Nullable TransferOrder better;

    /**
     * @param beside null where no advice is made
     * @param recent forecast an order that was not advised; null for none
     * @param changes hears of each other order before it is carried out
     */
    AdvisedTransfer(
            TransferOrder first,
            @Nullable BesideAdvice beside,
            @Nullable RecentTransfers recent,
            Consumer<TransferOrder> changes,
            RetryClock ticker) {
        this.recent = recent;
        this.first = first;
        this.beside = beside;
        this.changes = changes;
        this.ticker = ticker;
        this.order = first;
        this.taken.add(first);
        this.startedAt = ticker.now();
        this.startedNs = ticker.nanoTime();
        this.forecast = first.forecast();
    }

    /** Moves the data of an order, once. */
    @FunctionalInterface
    interface Carrier {
        TransferReport move(TransferOrder order, TransferListener progress)
                throws TransferException, InterruptedException;
    }

    /** The order that is carried out now. */
    TransferOrder order() {
        return order;
    }

    /** For the whole transfer; unknown after a change, since no option has made all of it. */
    Estimate forecast() {
        return changed ? Estimate.UNKNOWN : forecast;
    }

    boolean hasChanged() {
        return changed;
    }

    /** Orders that were given up, each of which has left data that the present one has no use for. */
    List<TransferOrder> givenUp() {
        return taken.stream()
                .distinct()
                .filter(one -> !one.sharesDataWith(order))
                .toList();
    }

    /** When the present order's part began. */
    Instant startedAt() {
        return startedAt;
    }

    /** The part of the present order, from the report of its last attempt: as if it had resumed an earlier transfer. */
    TransferReport part(TransferReport last) {
        return last.ofAllAttempts((ticker.nanoTime() - startedNs) / 1e9, Math.min(last.resumedBytes(), startedBytes));
    }

    /** One attempt by the present order, and by the next ones if the transfer changes over meanwhile. */
    TransferReport attempt(Carrier carrier, TransferListener listener) throws TransferException, InterruptedException {
        RecentTransfers known = recent;
        TransferListener progress = known == null ? listener : new FromRecent(known, listener);
        tell(forecast, listener);
        while (beside != null && !judged) {
            Optional<TransferReport> report = watched(carrier, progress, beside);
            if (report.isPresent()) {
                return report.get();
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return byPresentOrder(carrier, progress);
    }

    /** Carries out the present order; empty where the transfer changes over to the next one. */
    private Optional<TransferReport> watched(Carrier carrier, TransferListener progress, BesideAdvice advice)
            throws TransferException, InterruptedException {
        Pace pace = new Pace(progress);
        TransferOrder now = order;
        try {
            Optional<TransferReport> report = new TimedAttempt<TransferReport>(
                            heard -> carrier.move(now, heard), pace, ticker)
                    .within(() -> changesOver(advice, pace) ? Duration.ZERO : LOOK);
            if (report.isPresent()) {
                return report;
            }
        } catch (TransferException e) {
            return Optional.of(byFirstOrder(e, carrier, progress));
        }
        TransferOrder next = Objects.requireNonNull(better);
        better = null;
        judged = false;
        tellOfChange(next, progress);
        continueBy(next, pace.running().doneBytes(), progress);
        return Optional.empty();
    }

    private void tellOfChange(TransferOrder next, TransferListener progress) {
        boolean resumes = next.sharesDataWith(order);
        progress.onEvent(
                "TRANSPORT_CHANGED",
                "changing over from " + name(order) + " to " + name(next)
                        + (resumes ? "" : " at " + next.remote()) + ", forecast " + band(next.forecast())
                        + " for all data; "
                        + (resumes
                                ? "what was copied is kept"
                                : "partial files of " + name(order) + " are not resumed, and are removed at the end"));
    }

    private TransferReport byPresentOrder(Carrier carrier, TransferListener progress)
            throws TransferException, InterruptedException {
        try {
            return carrier.move(order, progress);
        } catch (TransferException e) {
            return byFirstOrder(e, carrier, progress);
        }
    }

    /** What fails by another option resumes by the first one, and stays with it. */
    private TransferReport byFirstOrder(TransferException e, Carrier carrier, TransferListener progress)
            throws TransferException, InterruptedException {
        if (order.equals(first)
                || e.reason() == Reason.INTERRUPTED
                || Thread.currentThread().isInterrupted()) {
            throw e;
        }
        judged = true;
        progress.onEvent(
                "TRANSPORT_CHANGED", name(order) + " failed: " + e.getMessage() + "; resuming by " + name(first));
        continueBy(first, Long.MAX_VALUE, progress);
        return carrier.move(order, progress);
    }

    private void continueBy(TransferOrder next, long doneBytes, TransferListener progress) {
        boolean resumes = next.sharesDataWith(order);
        order = next;
        taken.add(next);
        // by data of its own it may find more or less than was copied before
        startedBytes = resumes ? doneBytes : Long.MAX_VALUE;
        changed = true;
        startedAt = ticker.now();
        startedNs = ticker.nanoTime();
        if (!resumes) {
            changes.accept(next);
            progress.onRestart();
            tell(next.forecast(), progress);
        }
    }

    /** Has advice made when it is worth it, and says whether to stop the attempt, since there is a better order. */
    private boolean changesOver(BesideAdvice advice, Pace pace) {
        ChangeOver.Running now = pace.running();
        if (adviser == null) {
            if (ChangeOver.isWorthAdvice(now)) {
                Dataset all = new Dataset(now.allBytes(), pace.files());
                adviser = Thread.ofPlatform().daemon().name("advice").start(() -> advise(advice, all));
            }
            return false;
        }
        BesideAdvice.Found options = found;
        // one that was taken for its forecast is not given up before it has sent anything
        boolean begins = changed && now.movedBytes() == 0;
        if (options == null || judged || begins || !now.isMeasured()) {
            return false;
        }
        judged = true;
        if (!changed) {
            show(options.running(), pace);
        }
        better = options.others().stream()
                .filter(other -> !taken.contains(other))
                .filter(other -> ChangeOver.pays(now, other.forecast(), other.sharesDataWith(order)))
                .findFirst()
                .orElse(null);
        options.notUsed().forEach(why -> pace.onEvent(NOT_USED, why));
        if (better == null) {
            options.others().stream()
                    .filter(other -> !taken.contains(other))
                    .forEach(other -> pace.onEvent(
                            NOT_USED,
                            name(other) + " at " + other.remote() + " is not used: forecast " + band(other.forecast())
                                    + " for all data, which gains too little"));
        }
        return better != null;
    }

    private void show(Estimate ofAdvice, Pace pace) {
        if (ofAdvice.isKnown()) {
            forecast = ofAdvice;
            tell(forecast, pace);
            pace.onEvent("FORECAST", "forecast " + band(forecast) + " for all data");
        }
    }

    private void advise(BesideAdvice advice, Dataset all) {
        try {
            found = advice.find(all);
        } catch (TransferException | RuntimeException e) {
            LOG.log(Level.DEBUG, "no advice beside the transfer: {0}", e.getMessage());
        } catch (InterruptedException _) {
            // the transfer is over
        }
    }

    private static void tell(Estimate forecast, TransferListener listener) {
        Double likely = forecast.secondsP50();
        Double late = forecast.secondsP90();
        if (likely != null) {
            listener.onForecast(likely, late == null ? likely : late);
        }
    }

    private static String band(Estimate forecast) {
        return HumanUnits.band(forecast.secondsP50(), forecast.secondsP90());
    }

    private static String name(TransferOrder order) {
        return order.transport()
                + (order.request().via().isEmpty()
                        ? ""
                        : " via " + String.join(", ", order.request().via()));
    }

    /** Advice that is still made is stopped, and has a moment to remove what it has made. */
    @Override
    public void close() {
        Thread running = adviser;
        if (running != null) {
            running.interrupt();
            try {
                boolean _ = running.join(ADVICE_GRACE);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Forecasts a transfer that was not advised, as soon as its mover knows how much there is to copy. */
    private final class FromRecent extends ForwardingListener {
        private final RecentTransfers known;
        private boolean asked = forecast.isKnown() || changed;

        FromRecent(RecentTransfers known, TransferListener next) {
            super(next);
            this.known = known;
        }

        @Override
        public void onProgress(Progress progress) {
            if (isFirstWithTotals(progress)) {
                Estimate found = known.forecast(first, progress.totalBytes(), progress.totalFiles());
                if (found.isKnown()) {
                    forecast = found;
                    tell(found, next);
                    Double latest = found.secondsP90() == null ? found.secondsP50() : found.secondsP90();
                    if (latest != null && latest >= SHORTEST_SHOWN_SECONDS) {
                        next.onEvent(
                                "FORECAST",
                                "by " + first.transport() + ", forecast " + band(found) + RecentTransfers.basis(found));
                    }
                }
            }
            super.onProgress(progress);
        }

        private synchronized boolean isFirstWithTotals(Progress progress) {
            boolean isFirst = !asked && progress.totalBytes() >= 0 && progress.totalFiles() > 0;
            asked |= isFirst;
            return isFirst;
        }
    }

    /** Measures how fast an attempt moves data. */
    private final class Pace extends ForwardingListener {
        private long firstBytes;
        private long firstNs;
        private @Nullable Progress latest;

        Pace(TransferListener next) {
            super(next);
        }

        @Override
        public void onProgress(Progress progress) {
            synchronized (this) {
                if (latest == null && progress.phase() == Phase.MOVING) {
                    firstBytes = progress.bytesDone();
                    firstNs = ticker.nanoTime();
                }
                if (latest != null || progress.phase() == Phase.MOVING) {
                    latest = progress;
                }
            }
            super.onProgress(progress);
        }

        synchronized ChangeOver.Running running() {
            Progress now = latest;
            return now == null
                    ? new ChangeOver.Running(-1, 0, 0, 0)
                    : new ChangeOver.Running(
                            now.totalBytes(),
                            now.bytesDone(),
                            now.bytesDone() - firstBytes,
                            (ticker.nanoTime() - firstNs) / 1e9);
        }

        synchronized long files() {
            return latest == null ? 1 : Math.max(1, latest.totalFiles());
        }
    }
}
