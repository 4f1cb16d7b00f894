package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import org.waybill.client.estimate.PathInputs;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.planner.forecast.TransferQuery;

/** Says how long the ways between two ends would take: by history, by small transfers, by a model. */
final class OptionEstimator {
    static final int MOST_TRANSPORTS_PROBED = 3;
    private static final long LEAST_JOB_TO_PROBE_BYTES = 64L << 20;

    private final AdvisorConnection desk;
    private final Probing probing;
    private final Survey survey;
    private final @Nullable Dataset dataset;
    private final PathInputs path;
    private final int mostProbed;

    /**
     * What small transfers are made with, and how long.
     *
     * @param later ways that are tried after this judge's
     */
    record Probing(TransferTimer timer, ProbeTimeBudget time, int later) {}

    /** @param mostProbed so many transports at most are tried with small transfers */
    OptionEstimator(AdvisorConnection desk, Probing probing, Survey survey, @Nullable Dataset dataset, PathInputs path,
            int mostProbed) {
        this.desk = desk;
        this.probing = probing;
        this.survey = survey;
        this.dataset = dataset;
        this.path = path;
        this.mostProbed = mostProbed;
    }

    /** Each candidate with its estimate. */
    List<Ranking.EstimatedOption> judge(List<Candidate> candidates) throws InterruptedException {
        List<Ranking.EstimatedOption> judged = new ArrayList<>();
        if (dataset == null) {
            candidates.forEach(candidate -> judged.add(new Ranking.EstimatedOption(candidate, Estimate.UNKNOWN)));
            return judged;
        }
        List<Forecast> forecasts = desk.forecast(candidates.stream()
                .map(candidate -> query(candidate, dataset)).toList());
        Map<String, Optional<RateFit>> lines = new HashMap<>();
        long carriers = candidates.stream().filter(this::fits).map(option -> carrier(option.transport())).distinct()
                .count();
        int options = (int) Math.min(carriers, mostProbed) + probing.later();
        for (int i = 0; i < candidates.size(); i++) {
            Candidate candidate = candidates.get(i);
            @Nullable Forecast forecast = i < forecasts.size() ? forecasts.get(i) : null;
            boolean history = forecast != null && forecast.basis() == ForecastBasis.HISTORY;
            if (candidate.isStaged()) {
                judged.add(new Ranking.EstimatedOption(candidate, StagedEstimate.estimate(candidate, dataset, desk)));
                continue;
            }
            if (!candidate.via().isEmpty() && !history) {
                judged.add(new Ranking.EstimatedOption(candidate, Estimate.UNKNOWN));
                continue;
            }
            Optional<RateFit> line = Optional.empty();
            if (!history && fits(candidate) && worthProbing(dataset)) {
                String carrier = carrier(candidate.transport());
                line = lines.getOrDefault(carrier, Optional.empty());
                if (!lines.containsKey(carrier) && lines.size() < mostProbed) {
                    line = measured(candidate, dataset, options - lines.size());
                    lines.put(carrier, line);
                }
            }
            Estimate estimate = Estimator.estimate(dataset, new Estimator.How(candidate.transport(),
                    reckoned(candidate)), forecast, line.orElse(null), pathOf(candidate));
            judged.add(new Ranking.EstimatedOption(candidate, estimate));
        }
        return judged;
    }

    /** Waybill's scp is SFTP on the wire, and need not be measured beside it. */
    private static String carrier(String transport) {
        return transport.equals("scp") ? "sftp" : transport;
    }

    private boolean fits(Candidate candidate) {
        return candidate.movable() && !candidate.isStaged() && candidate.via().isEmpty()
                && probing.timer().canTime(candidate);
    }

    private Optional<RateFit> measured(Candidate candidate, Dataset moved, int options) throws InterruptedException {
        Optional<TransferBudget> budget = probing.time().next(moved, options);
        return budget.isEmpty() ? Optional.empty() : probing.timer().time(candidate, budget.get());
    }

    /** Small data are moved sooner than measured, and on one machine there is no path to measure. */
    private boolean worthProbing(Dataset dataset) {
        return dataset.bytes() >= LEAST_JOB_TO_PROBE_BYTES && !path.sameMachine();
    }

    /** What lies between two other machines cannot be seen from here. */
    private PathInputs pathOf(Candidate candidate) {
        boolean seen = candidate.source().isLocal() || candidate.destination().isLocal();
        return seen || survey.isOnOneMachine() ? path : PathInputs.UNKNOWN;
    }

    static int reckoned(Candidate candidate) {
        if (candidate.streams() > 0) {
            return candidate.streams();
        }
        return candidate.tool() == Tool.WAYBILL ? TransferQuery.AUTO_STREAMS : 1;
    }

    private ForecastQuery query(Candidate candidate, Dataset dataset) {
        PathInputs seen = pathOf(candidate);
        EndpointCosts ends = EndpointCosts.of(candidate.transport(), dataset.bytes(), seen);
        return new ForecastQuery(survey.source().facts().host(), survey.destination().facts().host(),
                candidate.transport(), String.join(",", candidate.via()), reckoned(candidate), StorageClass.DISK,
                dataset.bytes(), dataset.files(), Estimator.rttMillis(seen), seen.bottleneckBitsPerSecond(),
                seen.lossRatio(), ends.setupSeconds(), ends.bitsPerSecond());
    }
}
