package org.waybill.cli.advise;

import java.util.List;
import java.util.Set;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.BesideAdvice;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.protocol.Transport;

/** The options of an advice that a running copy may change over to (decisions 0224 and 0302). */
public record OtherOptions(MoveChoice choice, Advisor.AdviceResult adviceResult) {
    /** What others have done, or test transfers: no model. */
    private static final Set<ForecastBasis> KNOWN = Set.of(ForecastBasis.HISTORY, ForecastBasis.PROBE);

    /** What advice beside a copy that goes directly to or from a node has found; no more than history tells. */
    public BesideAdvice.Found overRelays() {
        List<Workflow> known = byEngine(Set.of(ForecastBasis.HISTORY));
        return new BesideAdvice.Found(
                known.stream()
                        .filter(option -> option.via().isEmpty())
                        .map(Workflow::estimate)
                        .findFirst()
                        .orElse(Estimate.UNKNOWN),
                known.stream()
                        .filter(option -> !option.via().isEmpty())
                        .map(this::order)
                        .toList());
    }

    /** The same beside a copy by another server of the node's host: also what test transfers tell. */
    public BesideAdvice.Found atNode() {
        return new BesideAdvice.Found(
                Estimate.UNKNOWN, byEngine(KNOWN).stream().map(this::order).toList());
    }

    private List<Workflow> byEngine(Set<ForecastBasis> told) {
        return adviceResult.advice().workflows().stream()
                .filter(option -> option.transport().equals(Transport.TCP.name())
                        && option.movable()
                        && option.circuit() == null
                        && option.replica() == null
                        && !option.hasStops()
                        && told.contains(option.estimate().basis()))
                .toList();
    }

    private TransferOrder order(Workflow option) {
        return choice.by(adviceResult, option, false);
    }
}
