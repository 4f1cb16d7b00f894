package org.waybill.client.workflow.ranking;

import java.util.List;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.StorageClass;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Location;
import org.waybill.planner.forecast.Evidence;

/** How long an option takes whose transfers follow each other: known where each of them has been made before. */
public final class StagedEstimate {
    private StagedEstimate() {}

    /** What the service says of each of its transfers; empty where it is one transfer. */
    public static List<Forecast> forecasts(Candidate candidate, Dataset dataset, AdvisorConnection desk)
            throws InterruptedException {
        return desk.forecast(
                candidate.legs().stream().map(leg -> query(leg, dataset)).toList());
    }

    /** The sum of the transfers' forecasts; unknown as soon as one of them is. */
    public static Estimate estimate(Candidate candidate, Dataset dataset, List<Forecast> forecasts) {
        if (forecasts.size() < candidate.legs().size()) {
            return Estimate.UNKNOWN;
        }
        double p50 = 0;
        double p90 = 0;
        int samples = Integer.MAX_VALUE;
        for (Forecast forecast : forecasts) {
            Double likely = forecast.secondsP50();
            Double late = forecast.secondsP90();
            if (forecast.basis() != ForecastBasis.HISTORY || likely == null) {
                return Estimate.UNKNOWN;
            }
            p50 += likely;
            // all late at once is rarer than one time in ten, so the sum errs to the safe side
            p90 += late == null ? likely : late;
            samples = Math.min(samples, forecast.samples());
        }
        return new Estimate(
                p50,
                p90,
                dataset.bytes() * 8 / Math.max(p50, 1e-3),
                ForecastBasis.HISTORY,
                samples,
                null,
                "sum of " + forecasts.size() + " transfers",
                null,
                Evidence.HISTORY);
    }

    private static ForecastQuery query(Candidate leg, Dataset dataset) {
        return new ForecastQuery(
                host(leg.source()),
                host(leg.destination()),
                leg.transport(),
                String.join(",", leg.via()),
                OptionEstimator.reckoned(leg),
                StorageClass.DISK,
                dataset.bytes(),
                dataset.files(),
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static String host(Location end) {
        return end.isLocal() ? LocalAddresses.name() : end.host();
    }
}
