package org.waybill.client.workflow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.PathState;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Candidates;
import org.waybill.client.workflow.option.DedicatedOptions;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.client.workflow.survey.SurveyInputs;

/**
 * One source with what was found out about it and about the destination; replicas make several cases of one question.
 *
 * @param replica that the source is; null for the source that the user named
 * @param listedBytes how much there is by a catalogue of data; null if none says
 */
record SurveyedSource(
        AdviceRequest request,
        @Nullable KnownReplica replica,
        Survey survey,
        @Nullable Long listedBytes) {

    static SurveyedSource of(AdviceRequest request, @Nullable KnownReplica replica, Survey survey) {
        return new SurveyedSource(request, replica, survey, replica == null ? null : replica.bytes());
    }

    /** The same, now that a catalogue was found to list the data. */
    SurveyedSource listed(@Nullable Long bytes) {
        return new SurveyedSource(request, replica, survey, bytes);
    }

    List<ProtocolFacts> protocols() {
        return ProtocolUsability.judge(survey.ends());
    }

    boolean directory() {
        return survey.counted()
                .map(DatasetSize::directory)
                .orElse(FileNames.saysDirectory(request.source().location().path()));
    }

    /** How much there is: as counted, else as a catalogue of data says; null if unknown. */
    @Nullable
    Dataset dataset() {
        Dataset counted = survey.counted().map(DatasetSize::dataset).orElse(null);
        Long listed = listedBytes;
        return counted != null ? counted : listed == null ? null : new Dataset(listed, 1);
    }

    PathState path() {
        return SurveyInputs.of(survey);
    }

    /** All options from this source but those over relays, without estimates. */
    List<Candidate> candidates() {
        List<Candidate> direct = Candidates.of(survey.ends(), protocols(), request.streams(), directory());
        return StagedOptions.with(
                        DedicatedOptions.with(direct, request.dedicated()), survey, request.streams(), directory())
                .stream()
                .map(option -> option.from(replica))
                .toList();
    }
}
