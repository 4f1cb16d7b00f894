package org.waybill.client.workflow;

import java.util.List;
import java.util.stream.Stream;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.survey.SuggestedEndpoint;

/**
 * The advisor's answer; its components are the fields of {@code advise --json}.
 *
 * @param adviceSeconds how long it took to find all this out; the options' times begin after it
 * @param id under which the advice is kept with its facts, for {@code waybill replay}
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
        double adviceSeconds,
        String id) {
    public Advice {
        protocols = List.copyOf(protocols);
        paths = List.copyOf(paths);
        suggestedSources = List.copyOf(suggestedSources);
        suggestedDestinations = List.copyOf(suggestedDestinations);
        workflows = List.copyOf(workflows);
        warnings = List.copyOf(warnings);
    }

    /** Whether an answer that came too late, and not its content, may be why there are no options. */
    public boolean mayLackOptions() {
        return workflows.isEmpty()
                && protocols.stream().anyMatch(ProtocolFacts::unanswered)
                && warnings.stream()
                        .noneMatch(one -> one.code() == ReasonCode.NO_USABLE_PROTOCOL
                                || one.code() == ReasonCode.CLEARTEXT_LEFT_OUT);
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
                adviceSeconds,
                id);
    }
}
