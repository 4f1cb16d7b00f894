package org.waybill.client.workflow.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.StorageClass;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.EndpointCosts;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.estimate.ServerCopyTime;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Everything that the options between two endpoints are judged by. The judgement uses no service, clock or network: the
 * same facts always give the same estimates.
 *
 * @param oneMachine whether both endpoints are this machine
 * @param freeMemoryBytes of the destination host; null if unknown
 */
public record OptionFacts(
        List<Candidate> candidates,
        Dataset dataset,
        PathState path,
        boolean oneMachine,
        @Nullable Long freeMemoryBytes,
        OptionAnswers answers) {
    /**
     * Spread of the logarithm of the engine's outcomes over unsteady paths, as a part of the tools'. Of the corpus' half that may be
     * tuned on, eight of the engine were within .08 (root of the mean square) of their P50, thirty of tools within .30: with a
     * probability of 95 % by the F test, half as much or less.
     */
    private static final double ADAPTING_SPREAD = .5;

    public OptionFacts {
        candidates = List.copyOf(candidates);
    }

    /** The facts of options over a surveyed path. */
    public static OptionFacts of(
            List<Candidate> candidates, Dataset dataset, Survey survey, PathState path, OptionAnswers answers) {
        return new OptionFacts(
                candidates,
                dataset,
                path,
                survey.isOnOneMachine(),
                survey.destination().facts().freeMemoryBytes(),
                answers);
    }

    OptionFacts with(Map<String, RateFit> tested, List<Forecast> forecasts) {
        OptionAnswers later = new OptionAnswers(tested, forecasts, answers.legs());
        return new OptionFacts(candidates, dataset, path, oneMachine, freeMemoryBytes, later);
    }

    /** Each candidate with its estimate. */
    public List<Ranking.EstimatedOption> judge() {
        List<Estimate> estimates = answers.lines().isEmpty() ? estimates() : asWide(estimates());
        List<Ranking.EstimatedOption> judged = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            judged.add(new Ranking.EstimatedOption(candidates.get(i), steadied(candidates.get(i), estimates.get(i))));
        }
        return judged;
    }

    /** Of options over a path that was seen to be unsteady none is surer than the one that it was seen by. */
    private static List<Estimate> asWide(List<Estimate> estimates) {
        return asWide(asWide(estimates, Evidence.UNSTEADY), Evidence.SHARED);
    }

    private static List<Estimate> asWide(List<Estimate> estimates, Evidence evidence) {
        double widest = estimates.stream()
                .filter(one -> one.evidence() == evidence)
                .mapToDouble(Estimate::p90Factor)
                .max()
                .orElse(1);
        return estimates.stream()
                .map(one -> one.evidence() == evidence ? one.asWideAs(widest) : one)
                .toList();
    }

    /**
     * The engine adds connections and takes another congestion control as it finds the path, and goes on where a
     * connection stalls; a tool's one connection has the path as it is.
     */
    private static Estimate steadied(Candidate candidate, Estimate estimate) {
        boolean adapts = candidate.isByEngine()
                && !candidate.isByDatagrams()
                && candidate.via().isEmpty();
        return adapts && estimate.evidence() == Evidence.UNSTEADY ? estimate.asNarrowAs(ADAPTING_SPREAD) : estimate;
    }

    /** What history, and where there is none the measurements, say of each candidate. */
    List<Estimate> estimates() {
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            @Nullable
            Forecast forecast =
                    i < answers.forecasts().size() ? answers.forecasts().get(i) : null;
            boolean history = forecast != null && forecast.basis() == ForecastBasis.HISTORY;
            boolean links = forecast != null && Evidence.LINKS.name().equals(forecast.evidence());
            Optional<Estimate> byLinks =
                    byLinks(candidate).map(own -> links && forecast != null ? own.banded(Estimate.of(forecast)) : own);
            if (candidate.isStaged()) {
                estimates.add(StagedEstimate.estimate(
                        candidate, dataset, answers.legs().get(i)));
            } else if (candidate.staysInServer() && !history) {
                estimates.add(ServerCopyTime.of(dataset, path.rttMillis(), forecast));
            } else if (!candidate.via().isEmpty() && !history) {
                estimates.add(byLinks.orElse(Estimate.UNKNOWN));
            } else {
                RateFit line = answers.lines().get(carrier(candidate.transport()));
                Estimate own =
                        Estimator.estimate(dataset, how(candidate), links ? null : forecast, line, pathOf(candidate));
                estimates.add(own.wasSeen() ? own : byLinks.orElse(own));
            }
        }
        return estimates.stream().noneMatch(Estimator::isChanged) ? estimates : allChanged(estimates);
    }

    /** The path that a test transfer found narrower than its history is that of the other direct options, too. */
    private List<Estimate> allChanged(List<Estimate> estimates) {
        List<Estimate> all = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            boolean direct = !candidate.isStaged() && candidate.via().isEmpty();
            Estimate own = estimates.get(i);
            all.add(
                    direct && Estimator.isContradicted(own, path)
                            ? Estimator.changed(dataset, how(candidate), pathOf(candidate), own)
                            : own);
        }
        return all;
    }

    /** What a candidate's path promises now, whatever its history. */
    Estimate now(Candidate candidate) {
        return Estimator.measured(dataset, how(candidate), null, pathOf(candidate));
    }

    /** What a candidate would take if the path lost what trains and echoes do not show. */
    Estimate ifLosing(Candidate candidate) {
        return Estimator.measured(
                dataset, how(candidate), null, pathOf(candidate).losingUnseen());
    }

    /** By what the service knows of the links of its path. */
    private Optional<Estimate> byLinks(Candidate candidate) {
        return Optional.ofNullable(candidate.relayed())
                .map(PathForecast::bitsPerSecond)
                .map(rate -> Estimator.relayed(dataset, how(candidate), pathOf(candidate), rate));
    }

    /** The questions to the service, one for each candidate. */
    List<ForecastQuery> queries(Survey survey) {
        return candidates.stream().map(candidate -> query(candidate, survey)).toList();
    }

    /** What is one protocol on the wire need not be measured twice. */
    static String carrier(String transport) {
        return Protocols.transport(transport).history();
    }

    /**
     * The path between two other machines cannot be measured from here. What an option's own line shows is added where
     * the line is used.
     */
    private PathState pathOf(Candidate candidate) {
        String carrier = carrier(candidate.transport());
        Map<String, RateFit> lines = answers.lines();
        PathState state = lines.isEmpty() || lines.containsKey(carrier) ? path : Estimator.tested(lines, carrier, path);
        boolean seen = candidate.source().isLocal() || candidate.destination().isLocal();
        PathState known = seen || oneMachine ? state : PathState.UNKNOWN;
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
        return freeMemoryBytes != null && dataset.bytes() < freeMemoryBytes / 10;
    }

    private Estimator.How how(Candidate candidate) {
        boolean flushedLast = candidate.protocol().server() == Protocol.SSH
                && !candidate.destination().isLocal()
                && isCached();
        return new Estimator.How(
                candidate.transport(), OptionEstimator.reckoned(candidate), readsBack(candidate), flushedLast);
    }

    private ForecastQuery query(Candidate candidate, Survey survey) {
        RateFit line = answers.lines().get(carrier(candidate.transport()));
        PathState seen = pathOf(candidate);
        EndpointCosts ends = EndpointCosts.of(candidate.transport(), dataset.bytes(), seen);
        Estimate own = Estimator.measured(dataset, how(candidate), line, seen);
        Estimate measured = own.wasSeen() && candidate.via().isEmpty()
                ? own
                : byLinks(candidate).orElse(own);
        return new ForecastQuery(
                survey.source().facts().host(),
                survey.destination().facts().host(),
                candidate.transport(),
                String.join(",", candidate.via()),
                OptionEstimator.reckoned(candidate),
                StorageClass.DISK,
                dataset.bytes(),
                dataset.files(),
                Estimator.rttMillis(seen),
                seen.bottleneckBitsPerSecond(),
                seen.lossRatio(),
                ends.setupSeconds(),
                ends.bitsPerSecond(),
                measured.secondsP50(),
                measured.evidence().name());
    }
}
