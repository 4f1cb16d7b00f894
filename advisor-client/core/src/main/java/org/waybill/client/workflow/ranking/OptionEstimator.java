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
import org.waybill.client.estimate.Dataset;
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

/**
 * Says how long the options between two endpoints would take: by history, by small transfers, by a model. Asks the
 * service and measures; {@link OptionFacts} judges the answers.
 */
public final class OptionEstimator {
    public static final int MOST_TRANSPORTS_PROBED = 3;
    /** What is copied sooner is not worth seconds of test transfers. */
    private static final double LEAST_SECONDS_TO_PROBE = 4;
    /** Of a test's log-in at most; the others of a transfer are its checks, and those of its end. */
    private static final double MOST_LOG_IN_ROUND_TRIPS = 12;
    /** Without a time on a measured capacity, what is smaller is soon done over most paths. */
    private static final long LEAST_UNKNOWN_TO_PROBE_BYTES = 1L << 20;

    private final AdvisorConnection desk;
    private final Probing probing;
    private final Survey survey;
    private final PathState path;
    private final int mostProbed;

    /**
     * What small transfers are made with, and how long.
     *
     * @param later methods that are tried after this estimator's
     */
    public record Probing(TransferTimer timer, ProbeBudget budget, int later) {}

    /** @param mostProbed the number of transports at most that are tried with small transfers */
    public OptionEstimator(AdvisorConnection desk, Probing probing, Survey survey, PathState path, int mostProbed) {
        this.desk = desk;
        this.probing = probing;
        this.survey = survey;
        this.path = path;
        this.mostProbed = mostProbed;
    }

    /** What is found out about the candidates; nothing where it is not known how much is copied. */
    public OptionAnswers ask(List<Candidate> candidates, @Nullable Dataset moved) throws InterruptedException {
        return moved == null ? OptionAnswers.NONE : facts(candidates, moved).answers();
    }

    /** Asks the service, makes the test transfers that are worth it, and asks again with what these show. */
    OptionFacts facts(List<Candidate> candidates, Dataset moved) throws InterruptedException {
        List<List<Forecast>> legs = new ArrayList<>();
        for (Candidate candidate : candidates) {
            legs.add(StagedEstimate.forecasts(candidate, moved, desk));
        }
        OptionFacts untested =
                answered(OptionFacts.of(candidates, moved, survey, path, new OptionAnswers(Map.of(), List.of(), legs)));
        List<Estimate> estimates = untested.estimates();
        if (isLong(estimates)) {
            probing.budget().extend();
        }
        Map<String, RateFit> lines = Estimator.telling(measured(untested, estimates), path);
        if (lines.isEmpty()) {
            return untested;
        }
        OptionFacts tested = answered(untested.with(lines, List.of()));
        // an older service may not know the evidence of a test
        boolean answered = !tested.answers().forecasts().isEmpty();
        return answered ? tested : untested.with(lines, untested.answers().forecasts());
    }

    private OptionFacts answered(OptionFacts facts) throws InterruptedException {
        return facts.with(facts.answers().lines(), desk.forecast(facts.queries(survey)));
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

    /**
     * Lines of test transfers by the transports that have no history, or one that the path contradicts, the engine's first: where it has a node, it
     * mostly transfers the data. In the order in which they were made.
     */
    private Map<String, RateFit> measured(OptionFacts facts, List<Estimate> estimates) throws InterruptedException {
        List<Candidate> candidates = facts.candidates();
        Dataset moved = facts.dataset();
        Map<String, Candidate> carriers = new LinkedHashMap<>();
        for (boolean engine : new boolean[] {true, false}) {
            for (int i = 0; i < candidates.size(); i++) {
                Candidate candidate = candidates.get(i);
                if (candidate.isByEngine() == engine
                        && fits(candidate)
                        && needsTest(estimates.get(i))
                        && worthProbing(facts, candidate, estimates.get(i))) {
                    carriers.putIfAbsent(OptionFacts.carrier(candidate.transport()), candidate);
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

    private boolean needsTest(Estimate estimate) {
        return estimate.basis() != ForecastBasis.HISTORY || Estimator.isContradicted(estimate, path);
    }

    private Duration logIn(String transport) {
        Double rtt = Estimator.rttMillis(path);
        double roundTrips =
                Math.min(MOST_LOG_IN_ROUND_TRIPS, Protocols.transport(transport).setupRoundTrips());
        return Duration.ofMillis(rtt == null ? 0 : Math.round(roundTrips * rtt));
    }

    private boolean fits(Candidate candidate) {
        return candidate.movable()
                && !candidate.isStaged()
                && candidate.protocol() != Protocol.SRM
                && candidate.via().isEmpty()
                && probing.timer().canTime(candidate);
    }

    /**
     * By time, not by bytes: some MiB last minutes over a slow path. A time counts only where a capacity was measured,
     * and after trains, which show no loss, only if it holds with some: a hopeful one would else prevent its own
     * correction. On one machine there is no path to measure.
     */
    private boolean worthProbing(OptionFacts facts, Candidate candidate, Estimate given) {
        Estimate estimate = Estimator.isContradicted(given, path) ? facts.now(candidate) : given;
        Evidence evidence = estimate.evidence();
        Double seconds = evidence == Evidence.TRAINS ? facts.ifLosing(candidate).secondsP50() : estimate.secondsP50();
        boolean known = seconds != null && evidence.wasProbed();
        return !path.sameMachine()
                && (seconds != null && seconds >= LEAST_SECONDS_TO_PROBE
                        || !known && facts.dataset().bytes() >= LEAST_UNKNOWN_TO_PROBE_BYTES);
    }

    public static int reckoned(Candidate candidate) {
        if (candidate.streams() > 0) {
            return candidate.streams();
        }
        return candidate.isByEngine() ? TransferQuery.AUTO_STREAMS : 1;
    }
}
