package org.waybill.client.workflow;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.client.workflow.survey.SurveyInputs;
import org.waybill.engine.TransferException;

/**
 * What provisioning systems offer for a transfer.
 *
 * @param trouble why they could not be asked; null if they could
 */
record CircuitAnswers(List<Offered> offers, @Nullable String trouble) {
    static final CircuitAnswers NONE = new CircuitAnswers(List.of(), null);
    /** Headers, and a rate that is not held to the last per cent: the reservation should outlast the transfer. */
    private static final double MARGIN = 1.1;

    private static final Duration SLACK = Duration.ofSeconds(30);
    private static final Duration PROBE = Duration.ofSeconds(3);

    CircuitAnswers {
        offers = List.copyOf(offers);
    }

    /**
     * One system's offer.
     *
     * @param accessBitsPerSecond the rate measured from this machine to its end of the circuit; null if unknown
     */
    record Offered(CircuitOffer offer, @Nullable Double accessBitsPerSecond) {}

    /** Asks them, where one of the options could use a circuit, and measures the paths to those that are offered. */
    static CircuitAnswers ask(
            SurveyedSource of,
            @Nullable Dataset dataset,
            List<Candidate> options,
            AdvisorPorts ports,
            AdvisorConnection desk)
            throws InterruptedException {
        if (dataset == null
                || dataset.bytes() == 0
                || of.survey().ends().scenario() == Scenario.LOCAL_TO_LOCAL
                || CircuitOptions.carriers(options).isEmpty()) {
            return NONE;
        }
        Optional<List<CircuitOffer>> asked = offers(of, Math.round(dataset.bytes() * MARGIN), null, desk);
        boolean failed = asked.isEmpty();
        List<Offered> offers = new ArrayList<>();
        for (CircuitOffer first : asked.orElse(List.of())) {
            CircuitQuote quote = first.earliestFinish();
            if (quote == null) {
                offers.add(new Offered(first, null));
            } else {
                Double access = access(of, first, ports);
                // a reservation that outlasts the transfer, at a rate that the path to the ingress can use
                double rate = access == null ? quote.bitsPerSecond() : Math.min(access, quote.bitsPerSecond());
                // the circuit is set up within the time that is reserved
                double slack = (SLACK.toMillis() + first.setUp().toMillis()) / 1e3;
                long bytes = Math.round(dataset.bytes() * MARGIN + slack * rate / 8);
                Optional<List<CircuitOffer>> again = offers(of, bytes, access, desk);
                failed |= again.isEmpty();
                CircuitOffer offer = again.orElse(List.of()).stream()
                        .filter(one -> one.system().equals(first.system()) && one.earliestFinish() != null)
                        .findFirst()
                        .orElse(first);
                offers.add(new Offered(offer, access));
            }
        }
        return new CircuitAnswers(offers, failed ? desk.circuitTrouble().orElse(null) : null);
    }

    private static Optional<List<CircuitOffer>> offers(
            SurveyedSource of, long bytes, @Nullable Double access, AdvisorConnection desk)
            throws InterruptedException {
        Survey survey = of.survey();
        // what no interface carries, none bounds
        Double most = survey.isOnOneMachine() ? null : SurveyInputs.link(survey);
        return desk.circuits(new CircuitQuery(
                survey.source().facts().host(),
                survey.destination().facts().host(),
                bytes,
                null,
                of.request().deadline(),
                most,
                access,
                null));
    }

    /**
     * The rate from this machine to its end of the circuit, measured on the path to that point if it is an address or
     * a full name; null where it cannot be known, or where this machine sends nothing.
     */
    private static @Nullable Double access(SurveyedSource of, CircuitOffer offer, AdvisorPorts ports)
            throws InterruptedException {
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
            return ports
                    .paths()
                    .survey(new PathSurveyor.Far(point, address, 0, PROBE, PathSurveyor.NodeSearch.NONE))
                    .stream()
                    .map(PathFacts::bottleneckBitsPerSecond)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        } catch (TransferException unknown) {
            return null;
        }
    }
}
