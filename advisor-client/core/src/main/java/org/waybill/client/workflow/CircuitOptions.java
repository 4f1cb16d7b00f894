package org.waybill.client.workflow;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.ReservedPath;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Scenario;
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
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.client.workflow.survey.SurveyInputs;
import org.waybill.engine.TransferException;
import org.waybill.planner.reservation.BreakEven;
import org.waybill.protocol.Tool;

/**
 * The options over reserved circuits: where provisioning systems reach both hosts and the job is above the size from
 * which a circuit pays. The forecast is that of the reserved path (Lu 2011, section 4.1.1.6): the least link capacity
 * along the circuit together with the rate measured from here to its ingress, after the wait for its start.
 */
final class CircuitOptions {
    /** Headers, and a rate that is not held to the last per cent: the reservation should outlast the transfer. */
    private static final double MARGIN = 1.1;

    private static final Duration SLACK = Duration.ofSeconds(30);
    private static final Duration PROBE = Duration.ofSeconds(3);

    private final AdvisorPorts ports;
    private final AdvisorConnection desk;
    private final SurveyedSource of;
    private final Dataset dataset;
    private final PathState path;
    private final Instant now;
    private final List<PathFacts> paths = new ArrayList<>();
    private final List<Remark> remarks = new ArrayList<>();

    CircuitOptions(AdvisorPorts ports, AdvisorConnection desk, SurveyedSource of, Dataset dataset, Instant now) {
        this.ports = ports;
        this.desk = desk;
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

    /** Options over circuits in place of those of {@code judged} that gain by them. */
    List<Ranking.EstimatedOption> over(List<Ranking.EstimatedOption> judged) throws InterruptedException {
        List<Ranking.EstimatedOption> carriers = carriers(judged);
        if (carriers.isEmpty() || dataset.bytes() == 0 || of.survey().ends().scenario() == Scenario.LOCAL_TO_LOCAL) {
            return List.of();
        }
        List<Ranking.EstimatedOption> options = new ArrayList<>();
        for (CircuitOffer first : offers(query(Math.round(dataset.bytes() * MARGIN), null))) {
            if (first.earliestFinish() == null) {
                remark(ReasonCode.CIRCUIT_UNAVAILABLE, first.system() + ": " + first.problem());
                continue;
            }
            Double access = access(first);
            CircuitOffer offer = withSlack(first, first.earliestFinish(), access);
            for (PlannedCircuit circuit : circuits(offer, access, best(judged))) {
                options.addAll(over(circuit, carriers));
            }
        }
        return options;
    }

    private List<Ranking.EstimatedOption> over(PlannedCircuit circuit, List<Ranking.EstimatedOption> carriers) {
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
        for (Ranking.EstimatedOption carrier : carriers) {
            Candidate option = carrier.candidate();
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
    private static List<Ranking.EstimatedOption> carriers(List<Ranking.EstimatedOption> judged) {
        List<Ranking.EstimatedOption> direct = judged.stream()
                .filter(one -> one.candidate().via().isEmpty()
                        && one.candidate().movable()
                        && one.candidate().pathSure()
                        && !one.candidate().throughHere()
                        && !one.candidate().isByDatagrams())
                .toList();
        List<Ranking.EstimatedOption> made = direct.stream()
                .filter(one -> one.candidate().tool() == Tool.WAYBILL
                        || one.candidate().tool() == Tool.GLOBUS_URL_COPY)
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

    private CircuitQuery query(long bytes, @Nullable Double access) {
        Survey survey = of.survey();
        // what no interface carries, none bounds
        Double most = survey.isOnOneMachine() ? null : SurveyInputs.link(survey);
        return new CircuitQuery(
                survey.source().facts().host(),
                survey.destination().facts().host(),
                bytes,
                null,
                of.request().deadline(),
                most,
                access,
                null);
    }

    private List<CircuitOffer> offers(CircuitQuery query) throws InterruptedException {
        Optional<List<CircuitOffer>> offers = desk.circuits(query);
        if (offers.isEmpty()) {
            desk.circuitTrouble()
                    .ifPresent(why -> remark(ReasonCode.CIRCUIT_UNAVAILABLE, "no circuits were offered: " + why));
        }
        return offers.orElse(List.of());
    }

    /** The same offer for a reservation that outlasts the transfer, at a rate that the path to the ingress can use. */
    private CircuitOffer withSlack(CircuitOffer first, CircuitQuote quote, @Nullable Double access)
            throws InterruptedException {
        double rate = access == null ? quote.bitsPerSecond() : Math.min(access, quote.bitsPerSecond());
        long bytes = Math.round(dataset.bytes() * MARGIN + SLACK.toSeconds() * rate / 8);
        return offers(query(bytes, access)).stream()
                .filter(offer -> offer.system().equals(first.system()) && offer.earliestFinish() != null)
                .findFirst()
                .orElse(first);
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
        double wait = waitSeconds(offer.kind(), quote.start());
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
                wait);
    }

    /** A quote with a path has room on all of its links; else the topology says what the shortest circuit has. */
    private static double alongTheCircuit(@Nullable ReservedPath shortest, CircuitQuote quote) {
        return quote.path().isEmpty() && shortest != null
                ? Math.min(shortest.circuitBitsPerSecond(), quote.bitsPerSecond())
                : quote.bitsPerSecond();
    }

    private double waitSeconds(ProvisioningKind kind, Instant start) {
        double ahead = Math.max(0, Duration.between(now, start).toMillis() / 1e3);
        return Math.max(ahead, kind.setUp().toMillis() / 1e3);
    }

    /**
     * The rate from this machine to its end of the circuit, measured on the path to that point if it is an address or
     * a full name; null where it cannot be known, or where this machine sends nothing.
     */
    private @Nullable Double access(CircuitOffer offer) throws InterruptedException {
        boolean sending = of.request().source().isLocal();
        if (sending == of.request().destination().isLocal()) {
            return null;
        }
        String point = sending ? offer.ingress() : offer.egress();
        if (!point.matches("[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+")) {
            return null;
        }
        try {
            InetAddress address = ports.resolver().resolve(point).getFirst();
            ports.notes().accept("measuring the path to the circuit at " + point);
            return ports.paths().survey(new PathSurveyor.Far(point, address, 0, PROBE)).stream()
                    .map(PathFacts::bottleneckBitsPerSecond)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        } catch (TransferException unknown) {
            return null;
        }
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
