package org.waybill.client.estimate;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.engine.rightsizing.RightSizing;
import org.waybill.engine.storage.PartialFile;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.planner.forecast.DataClass;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.ForecastBand;
import org.waybill.planner.forecast.PathFacts;
import org.waybill.planner.forecast.TransferForecast;
import org.waybill.planner.forecast.TransferForecaster;
import org.waybill.planner.forecast.TransferQuery;
import org.waybill.planner.forecast.TransferTimeModel;
import org.waybill.protocol.Transport;

/**
 * Turns what was found out into a time, by the best basis there is: past transfers (the service's forecast), then a
 * probe with the protocol itself, then a model of TCP. A pure function; what cannot be known stays unknown.
 */
public final class Estimator {
    /** Method of an estimate whose line says all; where it does not, the method says why. */
    public static final String LINE = "line through small transfers";
    /** Of one whose line is that of a connection that has just started among others'. */
    static final String BESIDE = "others' connections use the path: it shares with them what seconds hardly show";
    /** Of one that a test transfer corrected. */
    static final String CHANGED = "the path carries less now than in past transfers";
    /** Below this round-trip time the local link is taken for the whole path: one site's own network. */
    private static final double SAME_SITE_RTT_MILLIS = 2;
    /** A loopback device's round trip when it was not measured. */
    private static final double LOOPBACK_RTT_MILLIS = .1;
    /** The engine's StreamTuner: on shorter paths it keeps to what it started with. */
    private static final long LEAST_TUNED_MICROS = 2_000;

    private static final int MOST_STREAMS = 16;
    private static final double LEAST_TUNING_SECONDS = .5;
    private static final double TUNING_ROUND_TRIPS = 10;
    private static final double WORTHWHILE = 1.15;

    private static final long LARGE_BYTES = 1L << 30;
    /** How far a line that still rises is believed against the capacity, as an exponent. */
    private static final double LEAST_BELIEF = .25;

    private static final double MOST_BELIEF = .5;
    /** A lower bound of the rate says no more of how long it may take. */
    private static final double FARTHEST = 3;
    /** One transfer that the hosts held up for a moment says no more either. */
    private static final double SLOWEST = 4;

    /** Of two readings that are as likely, one in five of the worse one's outcomes is one in ten of all. */
    private static final double P80_OF_P90 = .8416 / 1.2816;

    private Estimator() {}

    /**
     * How a transfer would be made.
     *
     * @param transport {@code tcp}, {@code sftp}, ...; see {@link org.waybill.planner.forecast}
     * @param streams 0: the number that the mover finds best
     * @param readsBack whether the data cross the network once more, to be verified
     * @param flushedLast whether a file is flushed to the disk when all of it has arrived, not while it arrives
     */
    public record How(String transport, int streams, boolean readsBack, boolean flushedLast) {
        /** Once, and flushed all the time. */
        public How(String transport, int streams) {
            this(transport, streams, false, false);
        }
    }

    /**
     * The estimate on the best basis.
     *
     * @param forecast the service's, null if there is none; asked with {@link #measured} it has the band that past
     *     outcomes give such measurements
     * @param probed the times of small transfers with this transport, null if none were made
     */
    public static Estimate estimate(
            Dataset dataset, How how, @Nullable Forecast forecast, @Nullable RateFit probed, PathState path) {
        Estimate measured = measured(dataset, how, probed, path);
        Estimate served = forecast == null ? Estimate.UNKNOWN : Estimate.of(forecast);
        if (probed != null && isOutdated(how, served, probed, measured, path)) {
            return measured.told(measured.samples(), CHANGED, served.forecastId());
        }
        boolean tested = probed != null && served.basis() != ForecastBasis.HISTORY;
        if (!served.isKnown() || (tested && served.evidence() != measured.evidence())) {
            return measured.told(measured.samples(), measured.method(), served.forecastId());
        }
        if (served.evidence() != measured.evidence()) {
            return served;
        }
        Estimate banded = measured.banded(served);
        boolean unsteady = tested && measured.evidence() == Evidence.UNSTEADY;
        return unsteady ? banded.atLeast(measured.secondsP90()) : banded;
    }

    /**
     * Whether a forecast by history needs a test transfer: the path was measured to be too narrow for it now. Over a
     * path whose return is the narrower direction, which echoes cannot tell, the test confirms the history.
     */
    public static boolean isContradicted(Estimate history, PathState path) {
        Double goodput = history.goodputBitsPerSecond();
        Double capacity = path.bottleneckBitsPerSecond();
        return history.basis() == ForecastBasis.HISTORY
                && path.evidence().wasProbed()
                && goodput != null
                && capacity != null
                && goodput > PathState.WIDER * capacity;
    }

    /** Whether measurements of now have taken the place of a history. */
    public static boolean isChanged(Estimate estimate) {
        return estimate.method().equals(CHANGED);
    }

    /** What is estimated of an option without a test transfer of its own, where another's has {@link #CHANGED}. */
    public static Estimate changed(Dataset dataset, How how, PathState path, Estimate history) {
        Estimate measured = measured(dataset, how, null, path);
        return measured.isKnown() ? measured.told(measured.samples(), CHANGED, history.forecastId()) : history;
    }

    /**
     * Whether the path is no longer that of the history: two measurements of now, one of them a test transfer whose
     * whole interval is below what the history promises, say so. It has one connection: it fills the path, or all that
     * the option has are below, too.
     */
    private static boolean isOutdated(How how, Estimate history, RateFit probed, Estimate measured, PathState path) {
        Double goodput = history.goodputBitsPerSecond();
        Double capacity = path.bottleneckBitsPerSecond();
        boolean fills = capacity != null && PathState.isFilled(probed.highBitsPerSecond(), capacity);
        Double late = history.secondsP90();
        Double seconds = measured.secondsP50();
        return isContradicted(history, path)
                && goodput != null
                && probed.highBitsPerSecond() * (fills ? 1 : Math.max(1, how.streams())) < goodput
                && late != null
                && seconds != null
                && seconds > late;
    }

    /** What the measurements of now promise, with the band of their evidence before anything is known of outcomes. */
    public static Estimate measured(Dataset dataset, How how, @Nullable RateFit probed, PathState path) {
        Double disk = path.writeBitsPerSecond();
        if (how.flushedLast() && disk != null) {
            Estimate network = measured(
                    dataset,
                    new How(how.transport(), how.streams(), how.readsBack(), false),
                    probed,
                    path.withDisk(null));
            return network.flushed(dataset, dataset.bytes() * 8 / disk);
        }
        PathState seen = probed == null ? path : tested(how.transport(), probed, path);
        Estimate there = probed == null ? byModel(dataset, how, path) : byProbe(dataset, how, probed, seen, path);
        return how.readsBack() ? there.longer(dataset, backSeconds(dataset, how, path, seen, there)) : there;
    }

    /**
     * On the return path neither loss nor others' connections are known of, and the source's disk is not read again;
     * without a capacity of its own it is at most as slow as the forward path.
     */
    private static double backSeconds(Dataset dataset, How how, PathState path, PathState seen, Estimate there) {
        Double asThere = there.secondsP50();
        if (asThere == null || path.bottleneckBitsPerSecond() == null) {
            return asThere == null ? 0 : asThere;
        }
        Double capacity = seen.backBitsPerSecond();
        PathState way = path.lossless().withSourceDisk(null);
        TransferTimeModel back = model(dataset, how, capacity == null ? way : way.carrying(capacity));
        double seconds = back.seconds(dataset.bytes(), dataset.files()) - back.setupSeconds();
        return capacity == null ? Math.min(asThere, seconds) : seconds;
    }

    /** What test transfers by a transport show of the path, for all options over it. */
    public static PathState tested(String transport, RateFit line, PathState path) {
        TransferTimeModel alone = forecast(
                        new Dataset(LARGE_BYTES, 1),
                        new How(transport, 1),
                        path.lossless(),
                        path.bottleneckBitsPerSecond())
                .model();
        return new TestedPath(path, line)
                .state(path.control(transport), alone == null ? line.bitsPerSecond() : 8 / alone.secondsPerByte());
    }

    /**
     * What all test transfers together show of the path for an option by another transport: those whose congestion
     * control is its own, else, and less surely, the others.
     *
     * @param lines by transport; one at least
     */
    public static PathState tested(Map<String, RateFit> lines, String transport, PathState path) {
        PathState widest = lines.entrySet().stream()
                .map(line -> tested(line.getKey(), line.getValue(), path))
                .max(Comparator.comparing(
                        PathState::bottleneckBitsPerSecond, Comparator.nullsFirst(Comparator.naturalOrder())))
                .orElseThrow();
        // a single line takes its own rate for the capacity where nothing else shows one
        PathState known = lines.size() == 1 ? path : path.asWideAs(widest);
        Map<Boolean, List<PathState>> byLikeness = lines.entrySet().stream()
                .collect(Collectors.partitioningBy(
                        line -> path.control(line.getKey()) == path.control(transport),
                        Collectors.mapping(
                                line -> tested(line.getKey(), line.getValue(), known), Collectors.toList())));
        List<PathState> alike = byLikeness.getOrDefault(true, List.of());
        List<PathState> states = alike.isEmpty() ? byLikeness.getOrDefault(false, List.of()) : alike;
        Evidence worst = states.stream()
                .map(PathState::evidence)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        PathState seen =
                PathState.together(states, alike.isEmpty() && worst != Evidence.SHARED ? Evidence.UNSTEADY : worst);
        Double others = path.otherFlows();
        // a connection that pushes others aside and fills the path does not show that there are none
        return alike.isEmpty() && path.control(transport).yieldsToLoss() && others != null && others > 0
                ? seen.beside(others)
                : seen;
    }

    /**
     * Those lines that show something: an unsteady one that does not contradict a steady one with the same congestion
     * control adds its noise alone.
     */
    public static Map<String, RateFit> telling(Map<String, RateFit> lines, PathState path) {
        Map<String, RateFit> telling = new LinkedHashMap<>(lines);
        telling.entrySet()
                .removeIf(one -> !isSteady(one, path)
                        && lines.entrySet().stream()
                                .anyMatch(other -> isSteady(other, path)
                                        && path.control(one.getKey()) == path.control(other.getKey())
                                        && one.getValue().lowBitsPerSecond()
                                                <= other.getValue().bitsPerSecond()
                                        && one.getValue().highBitsPerSecond()
                                                >= other.getValue().bitsPerSecond()));
        return telling;
    }

    private static boolean isSteady(Map.Entry<String, RateFit> line, PathState path) {
        return tested(line.getKey(), line.getValue(), path).evidence() == Evidence.TEST;
    }

    /**
     * The line is drawn through single files of one connection, after the log-in; what logging in, further files and
     * further connections change is the model's.
     */
    private static Estimate byProbe(Dataset dataset, How how, RateFit line, PathState path, PathState before) {
        TransferTimeModel model = model(dataset, how, path);
        double gain = model(dataset, new How(how.transport(), 1), path).secondsPerByte() / model.secondsPerByte();
        double logIn = model(new Dataset(0, 1), how, path).setupSeconds();
        double setup = logIn
                + Math.max(model.setupSeconds() - logIn, line.delaySeconds())
                + model.secondsPerFile() * dataset.files();
        double disk = path.diskBitsPerSecond() == null ? Double.POSITIVE_INFINITY : path.diskBitsPerSecond();
        double p50 = setup + dataset.bytes() * 8 / Math.min(disk, path.atMost(line.bitsPerSecond() * gain));
        double slow = setup + dataset.bytes() * 8 / Math.min(disk, line.lowBitsPerSecond() * gain);
        TestedPath test = new TestedPath(before, line);
        boolean ramp = test.isRamp();
        boolean explained = ramp && !test.fillsPath() && test.isSlowStart();
        Evidence evidence = path.evidence();
        boolean beside = evidence == Evidence.SHARED && before.isSharedWith(before.control(how.transport()));
        if (beside) {
            double usual = model(dataset, how, before.asShared()).seconds(dataset.bytes(), dataset.files());
            p50 = usual * Math.pow(p50 / usual, TestedPath.BESIDE_BELIEF);
            slow = p50; // the low rate of one that has just started does not last
        } else if (ramp) {
            // between the capacity and the rate at which it ended; nearer to the capacity the less it filled the path
            double least = Math.min(p50, model.seconds(dataset.bytes(), dataset.files()));
            p50 = explained
                    ? least
                    : least * Math.pow(p50 / least, Math.clamp(test.filled(), LEAST_BELIEF, MOST_BELIEF));
            slow = explained ? p50 : slow;
        } else if (evidence == Evidence.UNSTEADY && test.fillsPath()) {
            // between seconds that filled the path and what the losses that they met make of minutes
            double lossless = model(dataset, how, path.lossless()).seconds(dataset.bytes(), dataset.files());
            double longer = model.seconds(dataset.bytes(), dataset.files()) / lossless;
            slow = Math.max(slow, longer * p50 * Math.pow(prior(evidence), P80_OF_P90));
            p50 *= Math.sqrt(longer);
        } else if (evidence == Evidence.UNSTEADY && before.bottleneckBitsPerSecond() != null) {
            double usual =
                    model(dataset, how, before.losing(path.lossRatio())).seconds(dataset.bytes(), dataset.files());
            double middle = Math.min(disk, path.atMost(test.middle() * gain));
            p50 = usual * Math.pow((setup + dataset.bytes() * 8 / middle) / usual, test.belief());
        }
        slow = Math.min(slow, (ramp ? FARTHEST : SLOWEST) * p50);
        // a beginning that is slow start's says no more of the path than was known before
        double factor = explained ? Math.max(prior(evidence), prior(before.evidence())) : prior(evidence);
        double p90 = p50 * factor;
        boolean steady = line.settled() && !ramp;
        return new Estimate(
                p50,
                steady ? p90 : Math.max(p90, slow),
                goodput(dataset, p50),
                ForecastBasis.PROBE,
                line.points().size(),
                null,
                beside ? BESIDE : steady ? LINE : (ramp ? Trend.RISING : line.trend()).meaning(),
                null,
                evidence);
    }

    private static double prior(Evidence evidence) {
        return ForecastBand.prior(evidence).p90Factor();
    }

    /**
     * The estimate over a circuit that is reserved: the wait for its start, then a model of the transport over a path
     * without loss whose bottleneck is what is reserved.
     *
     * @param bitsPerSecond what the option can use of the circuit
     * @param waitSeconds until it carries data
     */
    public static Estimate reserved(
            Dataset dataset, How how, PathState path, double bitsPerSecond, double waitSeconds) {
        return over(
                dataset, how, path, bitsPerSecond, waitSeconds, ForecastBasis.MODEL, "reserved path", Evidence.NONE);
    }

    /**
     * The estimate over relays: a model of the transport over a path whose bottleneck is what its links are forecast to
     * carry. They were measured by transfers between the nodes, loss and other traffic included.
     */
    public static Estimate relayed(Dataset dataset, How how, PathState path, double bitsPerSecond) {
        return over(
                dataset,
                how,
                path,
                bitsPerSecond,
                0,
                ForecastBasis.PROBE,
                "measured links between the relays",
                Evidence.LINKS);
    }

    private static Estimate over(
            Dataset dataset,
            How how,
            PathState path,
            double bitsPerSecond,
            double waitSeconds,
            ForecastBasis basis,
            String method,
            Evidence evidence) {
        TransferTimeModel model = model(dataset, how, path.reserved(bitsPerSecond));
        double seconds = model.seconds(dataset.bytes(), dataset.files());
        double p50 = waitSeconds + seconds;
        double p90 = waitSeconds + seconds * ForecastBand.prior(Evidence.LINKS).p90Factor();
        return new Estimate(p50, p90, goodput(dataset, p50), basis, 0, null, method, null, evidence);
    }

    /** The planner's model for a pair without history, with the limits of the hosts where the path has none. */
    private static Estimate byModel(Dataset dataset, How how, PathState path) {
        Double capacity = capacity(path);
        if (capacity == null) {
            return Estimate.UNKNOWN;
        }
        TransferForecast model = forecast(dataset, how, path, capacity == Double.POSITIVE_INFINITY ? null : capacity);
        if (model.basis() == TransferForecast.Basis.UNKNOWN || model.secondsP50() == null) {
            return Estimate.UNKNOWN;
        }
        // a round trip as short as one machine's says nothing of the network between two
        boolean between = model.evidence() == Evidence.ENDS && !path.sameMachine();
        Evidence evidence = between ? path.evidence() : model.evidence();
        return new Estimate(
                model.secondsP50(),
                between
                        ? Double.valueOf(model.secondsP50()
                                * ForecastBand.prior(evidence).p90Factor())
                        : model.secondsP90(),
                model.goodputBitsPerSecond(),
                ForecastBasis.valueOf(model.basis().name()),
                0,
                null,
                model.predictor(),
                null,
                evidence);
    }

    /** The three terms over a path whose bottleneck is known. */
    private static TransferTimeModel model(Dataset dataset, How how, PathState path) {
        return Objects.requireNonNull(
                forecast(dataset, how, path, path.bottleneckBitsPerSecond()).model());
    }

    /** With as many connections as the engine finds best, where it is to find them: as its StreamTuner does. */
    private static TransferForecast forecast(
            Dataset dataset, How how, PathState path, @Nullable Double bottleneckBitsPerSecond) {
        Double rtt = rttMillis(path);
        if (how.streams() != TransferQuery.AUTO_STREAMS || !how.transport().equals(Transport.TCP.name())) {
            return forecast(dataset, how, how.streams(), path, bottleneckBitsPerSecond);
        }
        boolean modelBased = !path.control(how.transport()).yieldsToLoss();
        long rttMicros = rtt == null ? 0 : Math.round(1000 * rtt);
        int streams = RightSizing.initialStreams(rttMicros, dataset.bytes(), PartialFile.BLOCK_BYTES, modelBased);
        TransferForecast made = forecast(dataset, how, streams, path, bottleneckBitsPerSecond);
        double tuned = 0;
        for (boolean first = true; rttMicros >= LEAST_TUNED_MICROS && streams < MOST_STREAMS; first = false) {
            tuned += 2 * Math.max(LEAST_TUNING_SECONDS, TUNING_ROUND_TRIPS * rttMicros / 1e6);
            TransferForecast more = forecast(dataset, how, 2 * streams, path, bottleneckBitsPerSecond);
            Double seconds = made.secondsP50();
            Double fewer = more.secondsP50();
            boolean waits = modelBased && !made.predictor().endsWith("window");
            if (waits || seconds == null || fewer == null || seconds < 2 * tuned) {
                return made;
            }
            if (!first && seconds < WORTHWHILE * fewer) {
                return made;
            }
            streams *= 2;
            made = more;
        }
        return made;
    }

    private static TransferForecast forecast(
            Dataset dataset, How how, int streams, PathState path, @Nullable Double bottleneckBitsPerSecond) {
        TransferQuery query =
                new TransferQuery(how.transport(), "", streams, DataClass.DISK, dataset.bytes(), dataset.files());
        return TransferForecaster.forecast(
                List.of(), query, facts(dataset, how.transport(), path, bottleneckBitsPerSecond));
    }

    /** What the planner is told of a path and its hosts, for a transfer by this transport. */
    public static PathFacts facts(Dataset dataset, String transport, PathState path) {
        return facts(dataset, transport, path, path.bottleneckBitsPerSecond());
    }

    private static PathFacts facts(
            Dataset dataset, String transport, PathState path, @Nullable Double bottleneckBitsPerSecond) {
        Long window =
                path.windowBytes() == null ? null : Long.valueOf(path.windowBytes() / PathState.BUFFER_PER_WINDOW);
        EndpointCosts ends = EndpointCosts.of(transport, dataset.bytes(), path);
        CongestionControl control = path.control(transport);
        return new PathFacts(
                rttMillis(path),
                path.lossRatio(),
                bottleneckBitsPerSecond,
                path.evidence(),
                path.othersBeside(control),
                window,
                path.diskBitsPerSecond(),
                ends.setupSeconds(),
                ends.bitsPerSecond(),
                control);
    }

    /** The path's round-trip time; on one machine a short one, since a busy machine only seems to have a long one. */
    public static @Nullable Double rttMillis(PathState path) {
        return path.sameMachine() ? Double.valueOf(LOOPBACK_RTT_MILLIS) : path.rttMillis();
    }

    /** What the path can carry at most, or null when nothing says so: a guess would be worth nothing. */
    private static @Nullable Double capacity(PathState path) {
        if (path.sameMachine()) {
            return Double.POSITIVE_INFINITY;
        }
        if (path.bottleneckBitsPerSecond() != null) {
            return path.bottleneckBitsPerSecond();
        }
        boolean sameSite = path.rttMillis() != null && path.rttMillis() < SAME_SITE_RTT_MILLIS;
        return sameSite ? path.localLinkBitsPerSecond() : null;
    }

    private static double goodput(Dataset dataset, double seconds) {
        return seconds > 0 ? dataset.bytes() * 8 / seconds : 0;
    }
}
