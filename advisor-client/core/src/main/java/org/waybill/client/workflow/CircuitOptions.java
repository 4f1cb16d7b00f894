package org.waybill.client.workflow;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.ReservedPath;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.DedicatedOptions;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.client.workflow.ranking.OptionEstimator;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.planner.reservation.BreakEven;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/**
 * The options over reserved circuits: where provisioning systems reach both hosts and the job is above the size from
 * which a circuit pays. The forecast is that of the reserved path (Lu 2011, section 4.1.1.6): the least link capacity
 * along the circuit together with the rate measured from here to its ingress, after the wait for its start. A pure
 * function of what {@link CircuitAnswers} has.
 */
final class CircuitOptions {
    private final SurveyedSource of;
    private final Dataset dataset;
    private final PathState path;
    private final Instant now;
    private final List<PathFacts> paths = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();

    CircuitOptions(SurveyedSource of, Dataset dataset, Instant now) {
        this.of = of;
        this.dataset = dataset;
        this.path = of.path();
        this.now = now;
    }

    /** The reserved paths that there could be. */
    List<PathFacts> paths() {
        return List.copyOf(paths);
    }

    /** Why there are no options over circuits where systems reach both hosts. */
    List<Remark> remarks() {
        return List.copyOf(remarks);
    }

    /** Options over the circuits that were offered, in place of those of {@code judged} that gain by them. */
    List<Ranking.EstimatedOption> over(CircuitAnswers answers, List<Ranking.EstimatedOption> judged) {
        List<Candidate> carriers =
                carriers(judged.stream().map(Ranking.EstimatedOption::candidate).toList());
        List<Ranking.EstimatedOption> options = new ArrayList<>();
        for (CircuitAnswers.Offered offered : answers.offers()) {
            CircuitOffer offer = offered.offer();
            if (offer.earliestFinish() == null) {
                remark(ReasonCode.CIRCUIT_UNAVAILABLE, offer.system() + ": " + offer.problem());
            }
            for (PlannedCircuit circuit : circuits(offer, offered.accessBitsPerSecond(), best(judged))) {
                options.addAll(over(circuit, carriers));
            }
        }
        if (answers.trouble() != null) {
            remark(ReasonCode.CIRCUIT_UNAVAILABLE, "no circuits were offered: " + answers.trouble());
        }
        return options;
    }

    private List<Ranking.EstimatedOption> over(PlannedCircuit circuit, List<Candidate> carriers) {
        Long pays = circuit.breakEvenBytes();
        if (pays != null && dataset.bytes() < pays) {
            remark(
                    ReasonCode.CIRCUIT_DOES_NOT_PAY,
                    pays == Long.MAX_VALUE
                            ? circuit.system() + " offers " + HumanUnits.rate(circuit.expectedBitsPerSecond())
                                    + ", which is no more than the best option without a circuit brings"
                            : "a circuit of " + circuit.system() + " pays from " + HumanUnits.decimalSize(pays)
                                    + " on");
            return List.of();
        }
        paths.add(facts(circuit));
        List<Ranking.EstimatedOption> options = new ArrayList<>();
        for (Candidate option : carriers) {
            options.add(judged(option.over(circuit)));
            if (DedicatedOptions.carries(option)) {
                options.add(judged(DedicatedOptions.byDatagrams(option.over(circuit))));
            }
        }
        return options;
    }

    private Ranking.EstimatedOption judged(Candidate option) {
        PlannedCircuit circuit = Objects.requireNonNull(option.circuit());
        Estimate estimate = Estimator.reserved(
                dataset,
                new Estimator.How(option.transport(), OptionEstimator.reckoned(option)),
                path,
                circuit.expectedBitsPerSecond(),
                circuit.waitSeconds());
        return new Ranking.EstimatedOption(option, estimate);
    }

    /** The engine and GridFTP are made for such paths; without them, any transport of Waybill. */
    static List<Candidate> carriers(List<Candidate> candidates) {
        List<Candidate> direct = candidates.stream()
                .filter(one -> one.via().isEmpty()
                        && one.movable()
                        && one.protocol() != Protocol.SRM
                        && one.pathSure()
                        && !one.throughHere()
                        && !one.isByDatagrams())
                .toList();
        List<Candidate> made = direct.stream()
                .filter(one -> one.isByEngine() || one.tool() == Tool.GLOBUS_URL_COPY)
                .toList();
        return made.isEmpty() ? direct.stream().limit(1).toList() : made;
    }

    /** What the best option without a circuit brings; empty if unknown. */
    private OptionalDouble best(List<Ranking.EstimatedOption> judged) {
        return judged.stream()
                .map(one -> one.estimate().secondsP50())
                .filter(Objects::nonNull)
                .mapToDouble(seconds -> dataset.bytes() * 8 / Math.max(seconds, 1e-3))
                .max();
    }

    private List<PlannedCircuit> circuits(CircuitOffer offer, @Nullable Double access, OptionalDouble bestEffort) {
        CircuitQuote first = offer.earliestFinish();
        CircuitQuote shortest = offer.shortestDuration();
        if (first == null) {
            return List.of();
        }
        if (shortest == null || shortest.equals(first)) {
            return List.of(circuit(offer, first, PlannedCircuit.Aim.BOTH, access, bestEffort));
        }
        return List.of(
                circuit(offer, first, PlannedCircuit.Aim.EARLIEST_FINISH, access, bestEffort),
                circuit(offer, shortest, PlannedCircuit.Aim.SHORTEST_DURATION, access, bestEffort));
    }

    private PlannedCircuit circuit(
            CircuitOffer offer,
            CircuitQuote quote,
            PlannedCircuit.Aim aim,
            @Nullable Double access,
            OptionalDouble bestEffort) {
        double most = alongTheCircuit(offer.reservedPath(), quote);
        double expected = access == null ? most : Math.min(access, most);
        double wait = waitSeconds(offer, quote.start());
        Long pays = null;
        if (bestEffort.isPresent()) {
            OptionalLong bytes = BreakEven.bytes(wait, expected, bestEffort.getAsDouble());
            pays = bytes.orElse(Long.MAX_VALUE);
        }
        return new PlannedCircuit(
                offer.system(),
                offer.kind(),
                aim,
                offer.basis(),
                of.survey().source().facts().host(),
                of.survey().destination().facts().host(),
                offer.ingress(),
                offer.egress(),
                quote.start(),
                quote.end(),
                quote.bitsPerSecond(),
                expected,
                access,
                quote.path(),
                pays,
                wait,
                offer.setUp().toMillis() / 1e3);
    }

    /** A quote with a path has room on all of its links; else the topology says what the shortest circuit has. */
    private static double alongTheCircuit(@Nullable ReservedPath shortest, CircuitQuote quote) {
        return quote.path().isEmpty() && shortest != null
                ? Math.min(shortest.circuitBitsPerSecond(), quote.bitsPerSecond())
                : quote.bitsPerSecond();
    }

    private double waitSeconds(CircuitOffer offer, Instant start) {
        double ahead = Math.max(0, Duration.between(now, start).toMillis() / 1e3);
        return Math.max(ahead, offer.setUp().toMillis() / 1e3);
    }

    private PathFacts facts(PlannedCircuit circuit) {
        List<Hop> hops = circuit.path().stream()
                .map(node -> new Hop(null, node, null, null))
                .toList();
        return new PathFacts(
                PathFacts.Kind.RESERVED,
                hops,
                null,
                circuit.expectedBitsPerSecond(),
                "quote of " + circuit.system() + " from " + circuit.start() + " to " + circuit.end(),
                now,
                null,
                null);
    }

    private void remark(ReasonCode code, String text) {
        Remark remark = new Remark(code, text);
        if (!remarks.contains(remark)) {
            remarks.add(remark);
        }
    }
}
