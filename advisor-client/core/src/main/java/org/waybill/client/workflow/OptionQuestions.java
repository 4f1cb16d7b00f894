package org.waybill.client.workflow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.host.NodePlace;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.Exploration;
import org.waybill.client.workflow.ranking.OptionAnswers;
import org.waybill.client.workflow.ranking.OptionEstimator;
import org.waybill.client.workflow.ranking.ProbeBudget;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.SameFilesChecks;
import org.waybill.engine.TransferException;

/** Lists the options from each source and finds out all that they are judged by. */
final class OptionQuestions {
    private final AdviceRequest request;
    private final AdvisorPorts ports;
    private final AdvisorConnection desk;
    private final AdviceTimeBudget time;
    private final SameFilesChecks sameFiles;
    private final ProbeBudget probing;

    /**
     * Test transfers have their time from now on.
     *
     * @param trainBytes that packet trains have already sent
     */
    OptionQuestions(
            AdviceRequest request,
            AdvisorPorts ports,
            AdvisorConnection desk,
            AdviceTimeBudget time,
            SameFilesChecks sameFiles,
            long trainBytes) {
        this.request = request;
        this.ports = ports;
        this.desk = desk;
        this.time = time;
        this.sameFiles = sameFiles;
        this.probing = new ProbeBudget(time.forProbing(), trainBytes, ports.clock());
    }

    /**
     * All about the options from one source.
     *
     * @param place among the sources, from 0: the first one is the most likely to be used
     * @param sources of all
     */
    SourceFacts ask(SurveyedSource one, int place, int sources) throws TransferException, InterruptedException {
        SourceFacts listed = options(one);
        ports.notes()
                .accept("forecasting " + HumanUnits.counted(listed.candidates().size(), "option"));
        OptionEstimator estimator = new OptionEstimator(
                desk,
                new OptionEstimator.Probing(ports.timer(), probing, sources - place - 1),
                one.survey(),
                one.path(),
                place == 0 ? OptionEstimator.MOST_TRANSPORTS_PROBED : 1);
        OptionAnswers answers = estimator.ask(listed.candidates(), listed.dataset());
        SourceFacts asked = listed.with(listed.candidates(), answers, CircuitAnswers.NONE);
        List<Candidate> settled = settled(asked);
        return asked.with(settled, answers, CircuitAnswers.ask(one, listed.dataset(), settled, ports, desk));
    }

    private SourceFacts options(SurveyedSource one) throws InterruptedException {
        StorageSystemOptions storage = StorageSystemOptions.of(one, desk);
        RelayOptions relays = RelayOptions.of(one.candidates(), one.survey(), desk);
        List<Candidate> all = new ArrayList<>(relays.all());
        if (storage != null) {
            all.addAll(storage.candidates(one));
        }
        // a source that was named by what it is has no scheme of its own
        AdviceRequest named = request.replicas().isEmpty() ? request : one.request();
        List<Candidate> kept = all.stream()
                .map(option -> Security.guarded(named, option))
                .filter(option -> Security.keepsToWhatWasNamed(named, option)
                        && (!named.secure() || Security.of(option).protectsData()))
                .toList();
        return new SourceFacts(
                one,
                storage,
                relays.forecasts(),
                kept,
                all.size() - kept.size(),
                OptionAnswers.NONE,
                CircuitAnswers.NONE);
    }

    private static Candidate certain(Candidate option) {
        return option.atNode(option.source().path(), option.destination().path());
    }

    /**
     * With certain paths of nodes that show the same files as SSH; waits for that only if one would be the first, or
     * worth a trial.
     */
    private List<Candidate> settled(SourceFacts asked) throws TransferException, InterruptedException {
        List<Candidate> certain =
                asked.candidates().stream().map(OptionQuestions::certain).toList();
        if (certain.equals(asked.candidates())) {
            return certain;
        }
        AdviceRequest here = asked.surveyed().request();
        Ranking ranking = new Ranking(request.prefer());
        List<Ranking.EstimatedOption> ranked = ranking.rank(
                asked.with(certain, asked.answers(), CircuitAnswers.NONE).direct());
        boolean decides = ranked.stream()
                .filter(one -> !asked.candidates().contains(one.candidate()))
                .anyMatch(one -> one.equals(ranked.getFirst()) || Exploration.isWorth(one, ranked.getFirst()));
        Optional<NodePlace> from = sameFiles.place(here.source(), false, decides ? time.forRanking() : Duration.ZERO);
        Optional<NodePlace> to = sameFiles.place(here.destination(), true, decides ? time.forRanking() : Duration.ZERO);
        if (decides && (from.isEmpty() || to.isEmpty())) {
            ports.notes().accept("no answer in time: whether SSH and node show the same");
        }
        String source = from.map(NodePlace::path).orElse(null);
        String destination = to.map(NodePlace::path).orElse(null);
        return source == null || destination == null
                ? asked.candidates()
                : asked.candidates().stream()
                        .map(one -> one.atNode(source, destination))
                        .toList();
    }
}
