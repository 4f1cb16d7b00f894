package org.waybill.client.workflow.ranking;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.StorageClass;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.EndpointCosts;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.planner.forecast.Evidence;
import org.waybill.planner.forecast.TransferQuery;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

/** Says how long the options between two endpoints would take: by history, by small transfers, by a model. */
public final class OptionEstimator {
    public static final int MOST_TRANSPORTS_PROBED = 3;
    /** What is copied sooner is not worth seconds of test transfers. */
    private static final double LEAST_SECONDS_TO_PROBE = 4;
    /** Without a known time, what is smaller is soon done over most paths. */
    private static final long LEAST_UNKNOWN_TO_PROBE_BYTES = 1L << 20;

    private final AdvisorConnection desk;
    private final Probing probing;
    private final Survey survey;
    private final @Nullable Dataset dataset;
    private final PathState path;
    private final int mostProbed;

    /**
     * What small transfers are made with, and how long.
     *
     * @param later methods that are tried after this estimator's
     */
    public record Probing(TransferTimer timer, ProbeBudget budget, int later) {}

    /** @param mostProbed the number of transports at most that are tried with small transfers */
    public OptionEstimator(
            AdvisorConnection desk,
            Probing probing,
            Survey survey,
            @Nullable Dataset dataset,
            PathState path,
            int mostProbed) {
        this.desk = desk;
        this.probing = probing;
        this.survey = survey;
        this.dataset = dataset;
        this.path = path;
        this.mostProbed = mostProbed;
    }

    /** Each candidate with its estimate. */
    public List<Ranking.EstimatedOption> judge(List<Candidate> candidates) throws InterruptedException {
        List<Ranking.EstimatedOption> judged = new ArrayList<>();
        if (dataset == null) {
            candidates.forEach(candidate -> judged.add(new Ranking.EstimatedOption(candidate, Estimate.UNKNOWN)));
            return judged;
        }
        List<Estimate> estimates = estimates(candidates, dataset, Map.of());
        if (isLong(estimates)) {
            probing.budget().extend();
        }
        Map<String, RateFit> lines = Estimator.telling(measured(candidates, estimates, dataset), path);
        if (!lines.isEmpty()) {
            estimates = asWide(estimates(candidates, dataset, lines));
        }
        for (int i = 0; i < candidates.size(); i++) {
            judged.add(new Ranking.EstimatedOption(candidates.get(i), estimates.get(i)));
        }
        return judged;
    }

    private static boolean isLong(List<Estimate> estimates) {
        double shortest = estimates.stream()
                .map(Estimate::secondsP50)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(0);
        return shortest > ProbeBudget.LONG_SECONDS;
    }

    /** Of options over a path that was seen to be unsteady none is surer than the one that it was seen by. */
    private static List<Estimate> asWide(List<Estimate> estimates) {
        double widest = estimates.stream()
                .filter(one -> one.evidence() == Evidence.UNSTEADY)
                .mapToDouble(Estimate::p90Factor)
                .max()
                .orElse(1);
        return estimates.stream()
                .map(one -> one.evidence() == Evidence.UNSTEADY ? one.asWideAs(widest) : one)
                .toList();
    }

    /** What history, and where there is none the measurements, say of each candidate. */
    private List<Estimate> estimates(List<Candidate> candidates, Dataset moved, Map<String, RateFit> lines)
            throws InterruptedException {
        List<Forecast> forecasts = desk.forecast(candidates.stream()
                .map(candidate -> query(candidate, moved, lines))
                .toList());
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            @Nullable Forecast forecast = i < forecasts.size() ? forecasts.get(i) : null;
            boolean history = forecast != null && forecast.basis() == ForecastBasis.HISTORY;
            if (candidate.isStaged()) {
                estimates.add(StagedEstimate.estimate(candidate, moved, desk));
            } else if (!candidate.via().isEmpty() && !history) {
                estimates.add(Estimate.UNKNOWN);
            } else {
                RateFit line = lines.get(carrier(candidate.transport()));
                estimates.add(Estimator.estimate(moved, how(candidate), forecast, line, pathOf(candidate, lines)));
            }
        }
        return estimates;
    }

    /**
     * Lines of test transfers by the transports that have no history, the engine's first: where it has a node, it
     * mostly transfers the data. In the order in which they were made.
     */
    private Map<String, RateFit> measured(List<Candidate> candidates, List<Estimate> estimates, Dataset moved)
            throws InterruptedException {
        Map<String, Candidate> carriers = new LinkedHashMap<>();
        for (boolean engine : new boolean[] {true, false}) {
            for (int i = 0; i < candidates.size(); i++) {
                Candidate candidate = candidates.get(i);
                if ((candidate.tool() == Tool.WAYBILL) == engine
                        && fits(candidate)
                        && estimates.get(i).basis() != ForecastBasis.HISTORY
                        && worthProbing(moved, estimates.get(i))) {
                    carriers.putIfAbsent(carrier(candidate.transport()), candidate);
                }
            }
        }
        Map<String, RateFit> lines = new LinkedHashMap<>();
        int left = Math.min(carriers.size(), mostProbed);
        for (Map.Entry<String, Candidate> carrier : carriers.entrySet()) {
            Optional<TransferBudget> budget = left == 0
                    ? Optional.empty()
                    : probing.budget().next(moved, left + probing.later(), logIn(carrier.getKey()));
            if (budget.isEmpty()) {
                continue; // another one may log in sooner
            }
            probing.timer().time(carrier.getValue(), budget.get()).ifPresent(line -> lines.put(carrier.getKey(), line));
            left--;
        }
        return lines;
    }

    private Duration logIn(String transport) {
        Double rtt = Estimator.rttMillis(path);
        double roundTrips = Protocols.transport(transport).setupRoundTrips();
        return Duration.ofMillis(rtt == null ? 0 : Math.round(roundTrips * rtt));
    }

    /** What is one protocol on the wire need not be measured twice. */
    private static String carrier(String transport) {
        return Protocols.transport(transport).history();
    }

    private boolean fits(Candidate candidate) {
        return candidate.movable()
                && !candidate.isStaged()
                && candidate.via().isEmpty()
                && probing.timer().canTime(candidate);
    }

    /** By time, not by bytes: some MiB last minutes over a slow path. On one machine there is no path to measure. */
    private boolean worthProbing(Dataset moved, Estimate estimate) {
        Double seconds = estimate.secondsP50();
        return !path.sameMachine()
                && (seconds == null
                        ? moved.bytes() >= LEAST_UNKNOWN_TO_PROBE_BYTES
                        : seconds >= LEAST_SECONDS_TO_PROBE);
    }

    /**
     * The path between two other machines cannot be measured from here. What an option's own line shows is added where
     * the line is used.
     */
    private PathState pathOf(Candidate candidate, Map<String, RateFit> lines) {
        String carrier = carrier(candidate.transport());
        PathState state = lines.isEmpty() || lines.containsKey(carrier) ? path : Estimator.tested(lines, carrier, path);
        boolean seen = candidate.source().isLocal() || candidate.destination().isLocal();
        PathState known = seen || survey.isOnOneMachine() ? state : PathState.UNKNOWN;
        return readsBack(candidate) && isCached() ? known.withDisk(null) : known;
    }

    /** What other tools write is not read back. */
    private static boolean readsBack(Candidate candidate) {
        return candidate.movable()
                && candidate.source().isLocal()
                && !candidate.destination().isLocal()
                && Protocols.transport(candidate.transport()).readsBack();
    }

    /** Whether the remote host's memory takes all that is written: Linux lets a tenth of it wait for the disk. */
    private boolean isCached() {
        Long free = survey.destination().facts().freeMemoryBytes();
        return dataset != null && free != null && dataset.bytes() < free / 10;
    }

    private Estimator.How how(Candidate candidate) {
        boolean flushedLast = candidate.protocol().server() == Protocol.SSH
                && !candidate.destination().isLocal()
                && isCached();
        return new Estimator.How(candidate.transport(), reckoned(candidate), readsBack(candidate), flushedLast);
    }

    public static int reckoned(Candidate candidate) {
        if (candidate.streams() > 0) {
            return candidate.streams();
        }
        return candidate.tool() == Tool.WAYBILL ? TransferQuery.AUTO_STREAMS : 1;
    }

    private ForecastQuery query(Candidate candidate, Dataset moved, Map<String, RateFit> lines) {
        RateFit line = lines.get(carrier(candidate.transport()));
        PathState seen = pathOf(candidate, lines);
        EndpointCosts ends = EndpointCosts.of(candidate.transport(), moved.bytes(), seen);
        Estimate measured = Estimator.measured(moved, how(candidate), line, seen);
        return new ForecastQuery(
                survey.source().facts().host(),
                survey.destination().facts().host(),
                candidate.transport(),
                String.join(",", candidate.via()),
                reckoned(candidate),
                StorageClass.DISK,
                moved.bytes(),
                moved.files(),
                Estimator.rttMillis(seen),
                seen.bottleneckBitsPerSecond(),
                seen.lossRatio(),
                ends.setupSeconds(),
                ends.bitsPerSecond(),
                measured.secondsP50(),
                measured.evidence().name());
    }
}
