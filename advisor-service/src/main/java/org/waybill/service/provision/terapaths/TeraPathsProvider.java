package org.waybill.service.provision.terapaths;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.Xml;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.CircuitProvider;
import org.waybill.service.provision.HeldCircuit;
import org.waybill.service.provision.PlannedQuotes;
import org.waybill.service.provision.Quotes;
import org.waybill.service.provision.VolumeRequest;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;

/**
 * TeraPaths' {@code tpsAPI}: circuits between two addresses. It answers a reservation with a counter-offer, which is
 * taken if it carries as much for as long; then it is committed or cancelled. No WSDL of it was preserved, so the
 * messages' namespace is a setting ({@code namespace}, as the server's own {@code ?wsdl} has it); names of operations
 * and types are those of its client stubs, parameters are named as JAX-RPC names them. Bandwidths are in bit/s.
 *
 * <p>ESCPS, the end-site control plane that succeeded TeraPaths and Lambda Station, is called in the same words, as the
 * only ones of its family that are known; what its operations begin with is a setting ({@code operationPrefix}). See
 * decision 0293.
 */
public final class TeraPathsProvider implements CircuitProvider {
    private static final String PROTOCOL = "TCP";

    private final ProvisioningHttpClient exchange;
    private final String namespace;
    private final String operationPrefix;
    private final String user;
    private final String password;

    public TeraPathsProvider(ProvisioningHttpClient exchange) {
        this.exchange = exchange;
        this.namespace = exchange.access().required("namespace");
        this.operationPrefix = exchange.access().setting("operationPrefix").orElse("tpsAPI_");
        this.user = exchange.access().required("user");
        this.password = exchange.access().required("userPassword");
    }

    /** The widest class of service that both sites have. */
    @Override
    public Quotes quote(VolumeRequest ask) {
        Document message = Soap.envelope(Soap.V11);
        Element call = call(message, "getBandwidths");
        String[] parameters = {user, password, address(ask.ingress()), address(ask.egress())};
        for (int i = 0; i < parameters.length; i++) {
            Xml.add(call, "", "String_" + (i + 1), parameters[i]);
        }
        List<Element> sites = Xml.all(send("getBandwidths", message), "bw").stream()
                .map(bandwidth -> (Element) bandwidth.getParentNode())
                .distinct()
                .toList();
        OptionalLong widest =
                sites.stream().mapToLong(TeraPathsProvider::widest).min();
        if (widest.isEmpty()) {
            throw exchange.unavailable("returns no bandwidth between the two hosts");
        }
        return PlannedQuotes.at((double) widest.getAsLong(), List.of(), ask, QuoteBasis.CAPACITY);
    }

    private static long widest(Element site) {
        return Xml.all(site, "bandwidth").stream()
                .mapToLong(value -> number(Xml.text(value)))
                .max()
                .orElse(0);
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        Document message = Soap.envelope(Soap.V11);
        long wantedSeconds =
                Duration.between(wanted.start(), wanted.end().plusMillis(999)).toSeconds();
        data(call(message, "reserve"), wanted, wantedSeconds);
        Element offer = send("reserve", message);
        String id = Xml.text(offer, "id");
        if (id.isEmpty()) {
            throw exchange.conflict("refuses: " + Soap.oneLine(Xml.text(offer, "status")));
        }
        Instant start = Instant.ofEpochMilli(number(Xml.text(offer, "startTime")));
        long seconds = number(Xml.text(offer, "duration"));
        long bandwidth = number(
                Xml.first(offer, "bandwidth").map(b -> Xml.text(b, "bandwidth")).orElse(""));
        // one that is over too soon may begin too early, or say no start at all; times are in whole milliseconds
        boolean tooSoon = start.plusSeconds(seconds).isBefore(wanted.end().minusMillis(1));
        if (seconds < wantedSeconds || bandwidth < wanted.bitsPerSecond() || tooSoon) {
            release(id);
            throw exchange.conflict("offers " + bandwidth + " bit/s for " + seconds + " s only, from " + start);
        }
        return new HeldCircuit(id, start, start.plusSeconds(seconds), bandwidth, List.of(), null, List.of());
    }

    /** Fields in the order of their names, as the stubs' serializers have them. */
    private void data(Element call, CircuitHoldOrder wanted, long seconds) {
        Element data = Xml.add(call, "", "ReservationData_1");
        Element bandwidth = Xml.add(data, "", "bandwidth");
        Xml.add(bandwidth, "", "bandwidth", String.valueOf((long) Math.ceil(wanted.bitsPerSecond())));
        Xml.add(
                bandwidth,
                "",
                "className",
                exchange.access().setting("className").orElse("EF"));
        field(data, "destIp", address(wanted.egress()));
        field(data, "destName", wanted.egress());
        field(data, "direction", "unidirectional");
        field(data, "duration", String.valueOf(seconds));
        field(data, "protocol", PROTOCOL);
        field(data, "srcIp", address(wanted.ingress()));
        field(data, "srcName", wanted.ingress());
        field(data, "startTime", String.valueOf(wanted.start().toEpochMilli()));
        field(data, "userName", user);
        Xml.add(Xml.add(data, "", "who"), "", "name", user);
    }

    private static void field(Element data, String name, String value) {
        Xml.add(data, "", name, value);
    }

    @Override
    public void commit(String id) {
        if (!yes("commit", id)) {
            throw exchange.conflict("no longer holds the circuit");
        }
    }

    @Override
    public void release(String id) {
        yes("cancel", id);
    }

    private boolean yes(String operation, String id) {
        Document message = Soap.envelope(Soap.V11);
        Element data = Xml.add(call(message, operation), "", "ReservationData_1");
        field(data, "id", id);
        field(data, "userName", user);
        return Xml.text(send(operation, message), "result").equals("true");
    }

    private Element call(Document message, String operation) {
        return Xml.add(Soap.body(message), namespace, "t:" + operationPrefix + operation);
    }

    private Element send(String operation, Document message) {
        Element reply = Soap.call(exchange, Soap.V11, "", message);
        if (!(operationPrefix + operation + "Response").equals(reply.getLocalName())) {
            throw exchange.unavailable("does not answer " + operation);
        }
        return reply;
    }

    private String address(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new ServiceException(
                    ServiceException.NOT_FOUND,
                    exchange.access().name() + " needs addresses: cannot resolve " + host,
                    e);
        }
    }

    private static long number(String text) {
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }
}
