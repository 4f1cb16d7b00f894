package org.waybill.client.estimate;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferForecaster;
import org.waybill.planner.forecast.TransferQuery;

/**
 * Turns what was found out into a time, by the best basis there is: past transfers (the service's forecast), then a
 * probe with the protocol itself, then a model of TCP. A pure function; what cannot be known stays unknown.
 */
public final class Estimator {
    /** Method of an estimate whose line says all; where it does not, the method says why. */
    public static final String LINE = "line through small transfers";
    /** Below this round-trip time the local link is taken for the whole path: one site's own network. */
    private static final double SAME_SITE_RTT_MILLIS = 2;
    /** A loopback device's round trip when nobody measured it. */
    private static final double LOOPBACK_RTT_MILLIS = .1;
    /** Auto-tuned windows use half the buffer (tcp_adv_win_scale 1, tcp(7)). */
    private static final int BUFFER_PER_WINDOW = 2;

    private Estimator() {}

    /**
     * How a transfer would be made.
     *
     * @param transport {@code tcp}, {@code sftp}, ...; see {@link org.waybill.planner.forecast}
     * @param streams 0: as many as the mover finds best
     */
    public record How(String transport, int streams) {}

    /**
     * The estimate on the best basis.
     *
     * @param forecast the service's, null if there is none
     * @param probed the times of small transfers with this transport, null if none were made
     */
    public static Estimate estimate(Dataset dataset, How how, @Nullable Forecast forecast,
            @Nullable RateFit probed, PathInputs path) {
        Estimate served = forecast == null ? Estimate.UNKNOWN : Estimate.of(forecast);
        if (served.isKnown() && served.basis() == ForecastBasis.HISTORY) {
            return served;
        }
        if (probed != null) {
            return byProbe(dataset, how, probed, path, served.forecastId());
        }
        return served.isKnown() ? served : byModel(dataset, how, path);
    }

    /** The line is drawn through single files; what further files cost is the model's, or else another delay each. */
    private static Estimate byProbe(Dataset dataset, How how, RateFit line, PathInputs path,
            @Nullable String forecastId) {
        TransferForecast model = model(dataset, how, path, line.bitsPerSecond(), true);
        double first = Math.max(0, line.delaySeconds());
        double perFile = model.model() == null ? first : model.model().secondsPerFile();
        double delay = first + perFile * (dataset.files() - 1);
        double p50 = delay + dataset.bytes() * 8 / line.bitsPerSecond();
        double p90 = delay + dataset.bytes() * 8 / line.lowBitsPerSecond();
        return new Estimate(p50, p90, goodput(dataset, p50), ForecastBasis.PROBE, line.points().size(), null,
                line.settled() ? LINE : line.trend().meaning(), forecastId);
    }

    /**
     * The estimate over a circuit that is reserved: the wait for its start, then a model of the transport over a path
     * without loss whose bottleneck is what is reserved.
     *
     * @param bitsPerSecond what the way can bring of the circuit
     * @param waitSeconds until it carries data
     */
    public static Estimate reserved(Dataset dataset, How how, PathInputs path, double bitsPerSecond,
            double waitSeconds) {
        PathInputs circuit = new PathInputs(path.rttMillis(), bitsPerSecond, 0.0, null, path.windowBytes(),
                path.congestionControl(), false, path.cpus(), path.loadAverage());
        TransferForecast model = model(dataset, how, circuit, bitsPerSecond, true);
        EndpointCosts ends = EndpointCosts.of(how.transport(), dataset.bytes(), circuit);
        double plain = ends.setupSeconds() + dataset.bytes() * 8 / Math.min(bitsPerSecond, ends.bitsPerSecond());
        double p50 = waitSeconds + (model.secondsP50() == null ? plain : model.secondsP50());
        Double p90 = model.secondsP90() == null ? null : Double.valueOf(waitSeconds + model.secondsP90());
        return new Estimate(p50, p90, goodput(dataset, p50), ForecastBasis.MODEL, 0, null, "reserved path", null);
    }

    /** The planner's model for a pair without history, with the limits of the ends where the path has none. */
    private static Estimate byModel(Dataset dataset, How how, PathInputs path) {
        Double capacity = capacity(path);
        if (capacity == null) {
            return Estimate.UNKNOWN;
        }
        Double bottleneck = capacity == Double.POSITIVE_INFINITY ? null : capacity;
        TransferForecast model = model(dataset, how, path, bottleneck, path.bottleneckBitsPerSecond() != null);
        if (model.basis() == TransferForecast.Basis.UNKNOWN || model.secondsP50() == null) {
            return Estimate.UNKNOWN;
        }
        return new Estimate(model.secondsP50(), model.secondsP90(), model.goodputBitsPerSecond(),
                ForecastBasis.valueOf(model.basis().name()), 0, null, model.predictor(), null);
    }

    private static TransferForecast model(Dataset dataset, How how, PathInputs path,
            @Nullable Double bottleneckBitsPerSecond, boolean probed) {
        Double rtt = rttMillis(path);
        Long window = path.windowBytes() == null ? null : Long.valueOf(path.windowBytes() / BUFFER_PER_WINDOW);
        EndpointCosts ends = EndpointCosts.of(how.transport(), dataset.bytes(), path);
        PathFacts facts = new PathFacts(rtt, path.lossRatio(), bottleneckBitsPerSecond, probed, window, null,
                ends.setupSeconds(), ends.bitsPerSecond(), congestionControl(path));
        TransferQuery query = new TransferQuery(how.transport(), "", how.streams(), DataClass.DISK, dataset.bytes(),
                dataset.files());
        return TransferForecaster.forecast(List.of(), query, facts);
    }

    /** The path's round-trip time; on one machine a short one, since a busy machine only seems to have a long one. */
    public static @Nullable Double rttMillis(PathInputs path) {
        return path.sameMachine() ? Double.valueOf(LOOPBACK_RTT_MILLIS) : path.rttMillis();
    }

    /** What the path can carry at most, or null when nothing says so: a guess would be worth nothing. */
    private static @Nullable Double capacity(PathInputs path) {
        if (path.sameMachine()) {
            return Double.POSITIVE_INFINITY;
        }
        if (path.bottleneckBitsPerSecond() != null) {
            return path.bottleneckBitsPerSecond();
        }
        boolean sameSite = path.rttMillis() != null && path.rttMillis() < SAME_SITE_RTT_MILLIS;
        return sameSite ? path.localLinkBitsPerSecond() : null;
    }

    private static @Nullable CongestionControl congestionControl(PathInputs path) {
        if (path.congestionControl() == null) {
            return null;
        }
        return switch (path.congestionControl().toLowerCase(Locale.ROOT)) {
            case "reno" -> CongestionControl.RENO;
            case "bbr", "bbr2", "bbr3" -> CongestionControl.BBR;
            default -> CongestionControl.CUBIC;
        };
    }

    private static double goodput(Dataset dataset, double seconds) {
        return seconds > 0 ? dataset.bytes() * 8 / seconds : 0;
    }
}
