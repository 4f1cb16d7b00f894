package org.waybill.client.workflow;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Feature;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.SameFilesChecks;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Tool;

/**
 * Advises how to copy data: finds out what both hosts and the network can do, lists the options, forecasts each, ranks
 * and explains them (Lu 2011, section 4.1: NADMA). Only what is found out needs a network, a clock and the service; the
 * judgement is {@link AdviceFacts#judge}.
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

        /** Whether the source is a directory: as counted, else as its path says. */
        public boolean isDirectory(Endpoint source) {
            return counted.map(DatasetSize::directory).orElse(source.location().saysDirectory());
        }
    }

    /**
     * The advice.
     *
     * @throws TransferException for what makes any advice pointless: an unknown host, a source that is not there
     */
    public AdviceResult advise(AdviceRequest request) throws TransferException, InterruptedException {
        return gather(request).judge();
    }

    /**
     * Asks and measures all that the advice is judged by.
     *
     * @throws TransferException as {@link #advise}
     */
    public AdviceFacts gather(AdviceRequest request) throws TransferException, InterruptedException {
        Instant asked = ports.clock().instant();
        AdviceTimeBudget time = AdviceTimeBudget.since(asked, ports.clock());
        AdvisorConnection desk = new AdvisorConnection(ports.service(), ports.servicePatience(), time);
        try (SameFilesChecks sameFiles = new SameFilesChecks()) {
            SurveyedSources found = SurveyedSources.look(request, ports, desk, time, sameFiles);
            Instant now = ports.clock().instant();
            Survey survey = found.all().getFirst().survey();
            report(desk, survey.ends().atSource(), now);
            report(desk, survey.ends().atDestination(), now);
            desk.remember(survey.measured());
            OptionQuestions questions = new OptionQuestions(request, ports, desk, time, sameFiles, found.trainBytes());
            List<SourceFacts> sources = new ArrayList<>();
            for (SurveyedSource one : found.all()) {
                sources.add(questions.ask(one, sources.size(), found.all().size()));
            }
            String version = Advisor.class.getPackage().getImplementationVersion();
            AdviceFacts facts = new AdviceFacts(
                    AdviceFacts.newId(asked),
                    version == null ? "development" : version,
                    ZoneId.systemDefault().getId(),
                    now,
                    0,
                    sources,
                    found.remarks(),
                    List.of(),
                    missingTools(),
                    null);
            return facts.ended(
                    desk.locate(facts.map().queries()),
                    desk.trouble().orElse(null),
                    Math.max(0, Duration.between(asked, ports.clock().instant()).toMillis() / 1e3));
        }
    }

    private Set<Tool> missingTools() {
        return Stream.of(Tool.values())
                .filter(tool -> tool != Tool.WAYBILL && !ports.installed().test(tool))
                .collect(Collectors.toSet());
    }

    private void report(AdvisorConnection desk, @Nullable HostFindings findings, Instant now) {
        if (findings == null) {
            return;
        }
        List<ServiceEndpoint> found = findings.ports().stream()
                .filter(port -> port.isOpen() && !port.has(Feature.ASSUMED))
                .map(port -> new ServiceEndpoint(port.protocol(), findings.host(), port.port(), port.banner(), now))
                .toList();
        desk.report(findings.host(), found);
    }
}
