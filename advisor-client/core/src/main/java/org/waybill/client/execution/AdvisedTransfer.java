package org.waybill.client.execution;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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
 * another option is forecast to be done at least a fifth earlier, the transfer changes over to it, once: the running
 * attempt is stopped, and the other option resumes. If that one fails, the first one resumes and stays. For one thread,
 * which makes the attempts. See decision 0224.
 */
final class AdvisedTransfer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AdvisedTransfer.class.getName());
    /** A forecast of less is over before it is read. */
    private static final double SHORTEST_SHOWN_SECONDS = 2;

    private static final Duration LOOK = Duration.ofMillis(200);

    private final TransferOrder first;
    private final @Nullable BesideAdvice beside;
    private final @Nullable RecentTransfers recent;
    private final RetryClock ticker;

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
     */
    AdvisedTransfer(
            TransferOrder first, @Nullable BesideAdvice beside, @Nullable RecentTransfers recent, RetryClock ticker) {
        this.recent = recent;
        this.first = first;
        this.beside = beside;
        this.ticker = ticker;
        this.order = first;
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

    /** When the present order's part began. */
    Instant startedAt() {
        return startedAt;
    }

    /** The part of the present order, from the report of its last attempt: as if it had resumed an earlier transfer. */
    TransferReport part(TransferReport last) {
        return last.ofAllAttempts((ticker.nanoTime() - startedNs) / 1e9, Math.min(last.resumedBytes(), startedBytes));
    }

    /** One attempt by the present order, and by the next one if the transfer changes over meanwhile. */
    TransferReport attempt(Carrier carrier, TransferListener listener) throws TransferException, InterruptedException {
        RecentTransfers known = recent;
        TransferListener progress = known == null ? listener : new FromRecent(known, listener);
        tell(forecast, listener);
        BesideAdvice advice = beside;
        if (advice == null || judged) {
            return byPresentOrder(carrier, progress);
        }
        Pace pace = new Pace(progress);
        Optional<TransferReport> report = new TimedAttempt<TransferReport>(
                        heard -> carrier.move(first, heard), pace, ticker)
                .within(() -> changesOver(advice, pace) ? Duration.ZERO : LOOK);
        TransferOrder next = better;
        if (report.isPresent() || next == null) {
            return report.orElseThrow();
        }
        progress.onEvent(
                "TRANSPORT_CHANGED",
                "changing over from " + name(first) + " to " + name(next) + ", forecast " + band(next.forecast())
                        + " for all data; what was copied is kept");
        continueBy(next, pace.running().doneBytes());
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return byPresentOrder(carrier, progress);
    }

    /** What fails by the other option resumes by the first one, and stays with it. */
    private TransferReport byPresentOrder(Carrier carrier, TransferListener progress)
            throws TransferException, InterruptedException {
        try {
            return carrier.move(order, progress);
        } catch (TransferException e) {
            if (order.equals(first)
                    || e.reason() == Reason.INTERRUPTED
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            progress.onEvent(
                    "TRANSPORT_CHANGED", name(order) + " failed: " + e.getMessage() + "; resuming by " + name(first));
            continueBy(first, Long.MAX_VALUE);
            return carrier.move(order, progress);
        }
    }

    private void continueBy(TransferOrder next, long doneBytes) {
        order = next;
        startedBytes = doneBytes;
        changed = true;
        startedAt = ticker.now();
        startedNs = ticker.nanoTime();
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
        if (options == null || judged || !now.isMeasured()) {
            return false;
        }
        judged = true;
        if (options.running().isKnown()) {
            forecast = options.running();
        }
        if (forecast.isKnown()) {
            tell(forecast, pace);
            pace.onEvent("FORECAST", "forecast " + band(forecast) + " for all data");
        }
        better = options.others().stream()
                .filter(other -> ChangeOver.pays(now, other.forecast()))
                .findFirst()
                .orElse(null);
        return better != null;
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

    @Override
    public void close() {
        if (adviser != null) {
            adviser.interrupt();
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
