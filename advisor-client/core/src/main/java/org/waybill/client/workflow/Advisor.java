package org.waybill.client.workflow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.HumanUnits;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.ReasonFacts;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.explanation.Warnings;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.OptionEstimator;
import org.waybill.client.workflow.ranking.ProbeBudget;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.GeoLookup;
import org.waybill.client.workflow.survey.Suggestions;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Tool;

/**
 * Advises how to copy data: finds out what both hosts and the network can do, lists the options, forecasts each, ranks
 * and explains them (Lu 2011, section 4.1: NADMA). The judgement is a pure function of what was found out.
 */
public final class Advisor {
    private final AdvisorPorts ports;

    public Advisor(AdvisorPorts ports) {
        this.ports = ports;
    }

    /** Advice together with what a script or a transfer needs of it: the candidates in the order of the workflows. */
    public record AdviceResult(Advice advice, List<Candidate> candidates, Optional<DatasetSize> counted) {
        public AdviceResult {
            candidates = List.copyOf(candidates);
        }
    }

    /** All options of all cases, estimated, with remarks. */
    private record OptionEstimates(
            List<Ranking.EstimatedOption> judged, int leftOut, List<PathFacts> circuits, List<Remark> remarks) {}

    /**
     * The advice.
     *
     * @throws TransferException for what makes any advice pointless: an unknown host, a source that is not there
     */
    public AdviceResult advise(AdviceRequest request) throws TransferException, InterruptedException {
        Instant asked = ports.clock().instant();
        AdviceTimeBudget time = AdviceTimeBudget.since(asked, ports.clock());
        AdvisorConnection desk = new AdvisorConnection(ports.service(), ports.servicePatience(), time);
        SurveyedSources cases = SurveyedSources.look(request, ports, desk, time);
        Instant now = ports.clock().instant();
        SurveyedSource main = cases.main();
        Survey survey = main.survey();
        report(desk, survey.ends().atSource(), now);
        report(desk, survey.ends().atDestination(), now);
        desk.remember(survey.measured());
        OptionEstimates estimates = judge(request, cases, desk, now, new ProbeBudget(time.forProbing(), ports.clock()));
        Ranking ranking = new Ranking(request.prefer());
        List<Ranking.EstimatedOption> ranked = ranking.rank(estimates.judged());
        Set<Tool> missing =
                missing(ranked.stream().map(Ranking.EstimatedOption::candidate).toList());
        List<Workflow> workflows = new Workflows(
                        candidate -> facts(cases.of(candidate), missing, now), ranking, main.directory())
                .of(ranked);
        GeoLookup places = new GeoLookup(desk, survey, estimates.circuits());
        Warnings warnings = new Warnings(main.request(), survey, main.protocols(), ranked, now);
        Advice advice = new Advice(
                places.source(),
                places.destination(),
                survey.ends().scenario(),
                main.protocols(),
                places.paths(),
                Suggestions.near(
                        main.request().source(), survey.source(), survey.ends().atSource()),
                Suggestions.near(
                        request.destination(),
                        survey.destination(),
                        survey.ends().atDestination()),
                workflows,
                warnings.of(desk.trouble(), estimates.leftOut(), estimates.remarks()),
                Math.max(0, Duration.between(asked, ports.clock().instant()).toMillis() / 1e3));
        return new AdviceResult(
                advice, ranked.stream().map(Ranking.EstimatedOption::candidate).toList(), survey.counted());
    }

    private OptionEstimates judge(
            AdviceRequest request, SurveyedSources cases, AdvisorConnection desk, Instant now, ProbeBudget time)
            throws InterruptedException {
        List<Ranking.EstimatedOption> judged = new ArrayList<>();
        List<PathFacts> circuits = new ArrayList<>();
        List<Remark> remarks = new ArrayList<>(cases.remarks());
        int leftOut = 0;
        int casesLeft = cases.all().size();
        for (SurveyedSource one : cases.all()) {
            StorageSystemOptions srm = StorageSystemOptions.of(one, desk);
            List<Candidate> all = new ArrayList<>(one.candidates());
            if (srm != null) {
                all.addAll(srm.candidates(one));
                remarks.add(new Remark(ReasonCode.STORAGE_SYSTEM, srm.told()));
            }
            // a source that was named by what it is has no scheme of its own
            AdviceRequest named = request.replicas().isEmpty() ? request : one.request();
            List<Candidate> kept = all.stream()
                    .map(option -> Security.guarded(named, option))
                    .filter(option -> Security.keepsToWhatWasNamed(named, option)
                            && (!named.secure() || Security.of(option).protectsData()))
                    .toList();
            ports.notes().accept("forecasting " + HumanUnits.counted(kept.size(), "option"));
            boolean main = one.equals(cases.main());
            Dataset known = one.dataset();
            Dataset dataset = known == null && srm != null ? srm.dataset() : known;
            casesLeft--;
            List<Ranking.EstimatedOption> direct = new OptionEstimator(
                            desk,
                            new OptionEstimator.Probing(ports.timer(), time, casesLeft),
                            one.survey(),
                            dataset,
                            one.path(),
                            main ? OptionEstimator.MOST_TRANSPORTS_PROBED : 1)
                    .judge(kept);
            if (srm != null && srm.onTape()) {
                // how long the tape takes is unknown beforehand
                direct = direct.stream()
                        .map(option -> new Ranking.EstimatedOption(option.candidate(), Estimate.UNKNOWN))
                        .toList();
            }
            leftOut += all.size() - kept.size();
            judged.addAll(direct);
            if (dataset != null) {
                CircuitOptions options = new CircuitOptions(ports, desk, one, dataset, now);
                judged.addAll(options.over(direct));
                circuits.addAll(options.paths());
                remarks.addAll(options.remarks());
            }
        }
        return new OptionEstimates(judged, leftOut, circuits, remarks);
    }

    private static ReasonFacts facts(SurveyedSource one, Set<Tool> missing, Instant now) {
        return new ReasonFacts(one.request(), one.dataset(), one.path(), missing, now);
    }

    private void report(AdvisorConnection desk, @Nullable HostFindings findings, Instant now) {
        if (findings == null) {
            return;
        }
        List<ServiceEndpoint> found = findings.ports().stream()
                .filter(PortFinding::isOpen)
                .map(port -> new ServiceEndpoint(port.protocol(), findings.host(), port.port(), port.banner(), now))
                .toList();
        desk.report(findings.host(), found);
    }

    private Set<Tool> missing(List<Candidate> candidates) {
        Set<Tool> missing = EnumSet.noneOf(Tool.class);
        for (Candidate candidate : candidates) {
            if (candidate.tool() != Tool.WAYBILL && !ports.installed().test(candidate.tool())) {
                missing.add(candidate.tool());
            }
        }
        return missing;
    }
}
