package org.waybill.client.workflow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.ranking.OptionAnswers;
import org.waybill.client.workflow.ranking.OptionFacts;
import org.waybill.client.workflow.ranking.Ranking;

/**
 * One source with its options and all that was asked and measured about them.
 *
 * @param storage the storage system at one of the endpoints; null if there is none
 * @param relays the service's forecasts for paths between the hosts, over relays and without; empty where it has none
 * @param leftOut the number of options left out because data would travel in clear
 */
record SourceFacts(
        SurveyedSource surveyed,
        @Nullable StorageSystemOptions storage,
        List<PathForecast> relays,
        List<Candidate> candidates,
        int leftOut,
        OptionAnswers answers,
        CircuitAnswers circuits) {
    SourceFacts {
        relays = List.copyOf(relays);
        candidates = List.copyOf(candidates);
    }

    /** The options with estimates, those over circuits among them. */
    record Estimates(List<Ranking.EstimatedOption> options, List<PathFacts> circuits, List<Remark> remarks) {}

    /** @param now the moment from which a circuit's start is counted */
    Estimates judge(Instant now) {
        Dataset dataset = dataset();
        List<Ranking.EstimatedOption> options = new ArrayList<>(direct());
        List<Remark> remarks = new ArrayList<>(new RelayOptions(candidates, surveyed.survey(), relays).remarks());
        if (storage != null) {
            remarks.add(new Remark(ReasonCode.STORAGE_SYSTEM, storage.told()));
        }
        if (dataset == null) {
            return new Estimates(options, List.of(), remarks);
        }
        CircuitOptions reserved = new CircuitOptions(surveyed, dataset, now);
        options.addAll(reserved.over(circuits, List.copyOf(options)));
        remarks.addAll(reserved.remarks());
        return new Estimates(options, reserved.paths(), remarks);
    }

    /** How much there is; null if unknown. */
    @Nullable
    Dataset dataset() {
        Dataset known = surveyed.dataset();
        return known == null && storage != null ? storage.dataset() : known;
    }

    /** The options with estimates, but for those over circuits. */
    List<Ranking.EstimatedOption> direct() {
        Dataset dataset = dataset();
        // how long a tape takes is unknown beforehand
        return dataset == null || (storage != null && storage.onTape())
                ? candidates.stream()
                        .map(option -> new Ranking.EstimatedOption(option, Estimate.UNKNOWN))
                        .toList()
                : OptionFacts.of(candidates, dataset, surveyed.survey(), surveyed.path(), answers)
                        .judge();
    }

    SourceFacts with(List<Candidate> itsCandidates, OptionAnswers itsAnswers, CircuitAnswers itsCircuits) {
        return new SourceFacts(surveyed, storage, relays, itsCandidates, leftOut, itsAnswers, itsCircuits);
    }
}
