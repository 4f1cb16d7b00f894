package org.waybill.client.workflow;

import java.util.List;
import java.util.stream.Stream;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.survey.SuggestedEndpoint;

/**
 * The advisor's answer; its components are the fields of {@code advise --json}.
 *
 * @param adviceSeconds how long it took to find all this out; the options' times begin after it
 */
public record Advice(
        HostFacts source,
        HostFacts destination,
        Scenario scenario,
        List<ProtocolFacts> protocols,
        List<PathFacts> paths,
        List<SuggestedEndpoint> suggestedSources,
        List<SuggestedEndpoint> suggestedDestinations,
        List<Workflow> workflows,
        List<Remark> warnings,
        double adviceSeconds) {
    public Advice {
        protocols = List.copyOf(protocols);
        paths = List.copyOf(paths);
        suggestedSources = List.copyOf(suggestedSources);
        suggestedDestinations = List.copyOf(suggestedDestinations);
        workflows = List.copyOf(workflows);
        warnings = List.copyOf(warnings);
    }

    /** The same with a warning before all others. */
    public Advice warning(Remark first) {
        return with(
                workflows, Stream.concat(Stream.of(first), warnings.stream()).toList());
    }

    /** The same with other options, for example with some left out. */
    public Advice with(List<Workflow> others) {
        return with(others, warnings);
    }

    private Advice with(List<Workflow> ways, List<Remark> remarks) {
        return new Advice(
                source,
                destination,
                scenario,
                protocols,
                paths,
                suggestedSources,
                suggestedDestinations,
                ways,
                remarks,
                adviceSeconds);
    }
}
