package org.waybill.service.provision.nsi;

import java.time.Instant;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.service.Xml;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.wire.Soap;

/**
 * The messages that a requester agent sends.
 *
 * @param requester our NSA's URN
 * @param provider the other side's
 * @param replyTo where confirmations go; empty if we poll
 */
record NsiMessages(String requester, String provider, String replyTo) {
    static final String CONNECTION = "http://schemas.ogf.org/nsi/2013/12/connection/types";
    static final String HEADERS = "http://schemas.ogf.org/nsi/2013/12/framework/headers";
    private static final String P2P = "http://schemas.ogf.org/nsi/2013/12/services/point2point";
    private static final String SERVICE_TYPE = "http://services.ogf.org/nsi/2013/12/descriptions/EVTS.A-GOLE";

    /** A reservation of capacity (whole Mbit/s, as EVTS.A-GOLE counts) from one STP to another. */
    Document reserve(CircuitHoldOrder wanted, String correlationId) {
        Document message = message(correlationId, true);
        Element reserve = Xml.add(Soap.body(message), CONNECTION, "c:reserve");
        Xml.add(reserve, "", "globalReservationId", "urn:uuid:" + wanted.id());
        Xml.add(reserve, "", "description", "waybill " + wanted.id());
        Element criteria = Xml.add(reserve, "", "criteria");
        criteria.setAttribute("version", "0");
        Element schedule = Xml.add(criteria, "", "schedule");
        Xml.add(schedule, "", "startTime", time(wanted.start()));
        Xml.add(schedule, "", "endTime", time(wanted.end()));
        Xml.add(criteria, "", "serviceType", SERVICE_TYPE);
        Element circuit = Xml.add(criteria, P2P, "p:p2ps");
        Xml.add(circuit, "", "capacity", String.valueOf(wanted.megabits()));
        Xml.add(circuit, "", "directionality", "Bidirectional");
        Xml.add(circuit, "", "symmetricPath", "true");
        Xml.add(circuit, "", "sourceSTP", wanted.ingress());
        Xml.add(circuit, "", "destSTP", wanted.egress());
        return message;
    }

    /** One of {@code reserveCommit}, {@code reserveAbort}, {@code provision}, {@code release}, {@code terminate}. */
    Document request(String operation, String connectionId, String correlationId) {
        Document message = message(correlationId, true);
        Element request = Xml.add(Soap.body(message), CONNECTION, "c:" + operation);
        Xml.add(request, "", "connectionId", connectionId);
        return message;
    }

    /** The state of a connection, answered at once. */
    Document query(String connectionId, String correlationId) {
        Document message = message(correlationId, false);
        Element request = Xml.add(Soap.body(message), CONNECTION, "c:querySummarySync");
        Xml.add(request, "", "connectionId", connectionId);
        return message;
    }

    private Document message(String correlationId, boolean answered) {
        Document message = Soap.envelope(Soap.V11);
        Element header = Xml.add(Soap.header(message), HEADERS, "h:nsiHeader");
        Xml.add(header, "", "protocolVersion", "application/vnd.ogf.nsi.cs.v2.provider+soap");
        Xml.add(header, "", "correlationId", correlationId);
        Xml.add(header, "", "requesterNSA", requester);
        Xml.add(header, "", "providerNSA", provider);
        if (answered && !replyTo.isEmpty()) {
            Xml.add(header, "", "replyTo", replyTo);
        }
        return message;
    }

    /** XML schema's form, to the millisecond. */
    private static String time(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli()).toString();
    }
}
