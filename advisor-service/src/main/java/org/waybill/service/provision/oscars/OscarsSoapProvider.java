package org.waybill.service.provision.oscars;

import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.service.InputChecks;
import org.waybill.service.Xml;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.CircuitProvider;
import org.waybill.service.provision.HeldCircuit;
import org.waybill.service.provision.KnownTopology;
import org.waybill.service.provision.PlannedQuotes;
import org.waybill.service.provision.Quotes;
import org.waybill.service.provision.VolumeRequest;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;
import org.waybill.service.provision.wire.WsSecurity;

/**
 * OSCARS 0.6 over signed SOAP 1.2: {@code createReservation} reserves at once, with the path set up and torn down by
 * OSCARS' own timer, {@code queryReservation} follows it, {@code cancelReservation} gives it back. OSCARS 0.6 does not
 * say what is free: quotes are based on its imported topology, or on the rate that the caller named. Rates are whole
 * Mbit/s and times whole seconds there.
 */
public final class OscarsSoapProvider implements CircuitProvider {
    private static final String NAMESPACE = "http://oscars.es.net/OSCARS/06";
    private static final String ACTION = "http://oscars.es.net/OSCARS/";
    private static final Set<String> RESERVED = Set.of("RESERVED", "INSETUP", "ACTIVE");
    private static final Set<String> OVER = Set.of("FAILED", "CANCELLED", "FINISHED", "INCANCEL", "UNKNOWN");

    private final ProvisioningHttpClient exchange;
    private final WsSecurity security;
    private final KnownTopology topology;
    private final Clock clock;
    private final Duration poll;
    private final Duration patience;

    /**
     * A client of one inter-domain controller.
     *
     * @param poll between two looks at a reservation that is being worked out
     * @param patience the longest that it may take
     */
    public OscarsSoapProvider(
            ProvisioningHttpClient exchange, KnownTopology topology, Clock clock, Duration poll, Duration patience) {
        this.exchange = exchange;
        this.security = new WsSecurity(exchange.access());
        this.topology = topology;
        this.clock = clock;
        this.poll = poll;
        this.patience = patience;
    }

    /** An end in OSCARS 0.6: a link's URN, and a VLAN or {@code any}. */
    private record LinkPoint(String urn, String vlan) {
        static LinkPoint of(String point) {
            String[] parts = point.split("\\?vlan=", 2);
            if (!parts[0].startsWith("urn:ogf:network:")
                    || (parts.length == 2 && !parts[1].matches("any|[0-9]{1,4}(-[0-9]{1,4})?"))) {
                throw InputChecks.bad("'" + point + "' is not a link of OSCARS 0.6:"
                        + " attach at urn:ogf:network:domain=D:node=N:port=P:link=L?vlan=any");
            }
            return new LinkPoint(parts[0], parts.length == 2 ? parts[1] : "any");
        }

        /** As {@code CtrlPlaneTopology} names nodes. */
        String node() {
            String[] parts = urn.substring("urn:ogf:network:".length()).split(":");
            return parts.length < 2
                    ? urn
                    : parts[0].replaceFirst("^domain=", "") + ":" + parts[1].replaceFirst("^node=", "");
        }
    }

    @Override
    public Quotes quote(VolumeRequest ask) {
        VolumeRequest nodes = ask.between(
                LinkPoint.of(ask.ingress()).node(), LinkPoint.of(ask.egress()).node());
        return topology.quote(nodes).orElseGet(() -> PlannedQuotes.asAsked(ask));
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        Document message = Soap.envelope(Soap.V12);
        Element request = Xml.add(Soap.body(message), NAMESPACE, "o:createReservation");
        add(request, "description", "waybill " + wanted.id());
        Element constraint = Xml.add(request, NAMESPACE, "o:userRequestConstraint");
        add(constraint, "startTime", String.valueOf(wanted.start().getEpochSecond()));
        add(constraint, "endTime", String.valueOf(wanted.end().minusNanos(1).getEpochSecond() + 1));
        add(constraint, "bandwidth", String.valueOf(wanted.megabits()));
        Element path = Xml.add(constraint, NAMESPACE, "o:pathInfo");
        add(path, "pathSetupMode", "timer-automatic");
        add(path, "pathType", "loose");
        Element ends = Xml.add(path, NAMESPACE, "o:layer2Info");
        LinkPoint source = LinkPoint.of(wanted.ingress());
        LinkPoint destination = LinkPoint.of(wanted.egress());
        add(ends, "srcVtag", source.vlan());
        add(ends, "destVtag", destination.vlan());
        add(ends, "srcEndpoint", source.urn());
        add(ends, "destEndpoint", destination.urn());
        String id = Xml.text(call("createReservation", message), "globalReservationId");
        if (id.isEmpty()) {
            throw exchange.unavailable("returns no reservation id");
        }
        awaitReserved(id);
        return HeldCircuit.asWanted(wanted, id, null);
    }

    private void awaitReserved(String id) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            String status = status(id);
            if (RESERVED.contains(status)) {
                return;
            }
            if (OVER.contains(status)) {
                throw exchange.conflict("did not reserve: " + Soap.oneLine(status));
            }
            if (System.nanoTime() > deadline) {
                release(id);
                throw exchange.unavailable("did not reserve within " + patience.toSeconds() + " s");
            }
            exchange.pause(poll);
        }
    }

    private String status(String id) {
        return Xml.first(call("queryReservation", about("queryReservation", id)), "reservationDetails")
                .map(details -> Xml.text(details, "status"))
                .orElse("UNKNOWN");
    }

    /** Reserved is reserved: only looks whether it still is. */
    @Override
    public void commit(String id) {
        String status = status(id);
        if (!RESERVED.contains(status)) {
            throw exchange.conflict("no longer has the circuit reserved: " + Soap.oneLine(status));
        }
    }

    @Override
    public void release(String id) {
        if (!OVER.contains(status(id))) {
            call("cancelReservation", about("cancelReservation", id));
        }
    }

    private static Document about(String operation, String id) {
        Document message = Soap.envelope(Soap.V12);
        add(Xml.add(Soap.body(message), NAMESPACE, "o:" + operation), "globalReservationId", id);
        return message;
    }

    private Element call(String operation, Document message) {
        Document signed = security.signed(message, Soap.V12, clock.instant());
        return Soap.call(exchange, Soap.V12, ACTION + operation, signed);
    }

    private static void add(Element parent, String name, String text) {
        Xml.add(parent, NAMESPACE, "o:" + name, text);
    }
}
