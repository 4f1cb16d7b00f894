package org.waybill.service.provision.wire;

import java.io.IOException;
import java.util.Map;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.service.Xml;

/** SOAP 1.1 and 1.2 calls. */
public final class Soap {
    public static final String V11 = "http://schemas.xmlsoap.org/soap/envelope/";
    public static final String V12 = "http://www.w3.org/2003/05/soap-envelope";
    private static final int LONGEST_FAULT = 300;

    private Soap() {}

    /** An envelope with an empty header and an empty body. */
    public static Document envelope(String version) {
        Document document = Xml.document();
        Element envelope = Xml.add(document, version, "soap:Envelope");
        Xml.add(envelope, version, "soap:Header");
        Xml.add(envelope, version, "soap:Body");
        return document;
    }

    public static Element header(Document envelope) {
        return Xml.children(envelope.getDocumentElement()).getFirst();
    }

    public static Element body(Document envelope) {
        return Xml.children(envelope.getDocumentElement()).getLast();
    }

    /** Calls and returns what is in the reply's body; a fault is a {@link ServiceException} that quotes it. */
    public static Element call(ProvisioningHttpClient exchange, String version, String action, Document envelope) {
        Map<String, String> headers = version.equals(V11)
                ? Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"" + action + "\"")
                : Map.of("Content-Type", "application/soap+xml; charset=utf-8; action=\"" + action + "\"");
        ProvisioningHttpClient.Reply reply = exchange.send("", headers, Xml.bytes(envelope));
        Element content = content(exchange, version, reply.body());
        if ("Fault".equals(content.getLocalName())) {
            throw fault(exchange.access().name(), content);
        }
        if (reply.status() == 500) {
            throw exchange.unavailable("answers HTTP 500");
        }
        return content;
    }

    private static Element content(ProvisioningHttpClient exchange, String version, byte[] reply) {
        try {
            Element envelope = Xml.parse(reply).getDocumentElement();
            if ("Envelope".equals(envelope.getLocalName())
                    && version.equals(envelope.getNamespaceURI())
                    && !Xml.children(envelope).isEmpty()) {
                Element body = Xml.children(envelope).getLast();
                if ("Body".equals(body.getLocalName()) && !Xml.children(body).isEmpty()) {
                    return Xml.children(body).getFirst();
                }
            }
        } catch (IOException e) {
            throw exchange.unavailable("returns invalid XML", e);
        }
        throw exchange.unavailable("does not answer with a SOAP message");
    }

    private static ServiceException fault(String system, Element fault) {
        String text = Xml.text(fault, "text");
        for (String place : new String[] {"msg", "faultstring", "Text"}) {
            text = text.isEmpty() ? Xml.text(fault, place) : text;
        }
        return ServiceException.conflict(system + " refuses: " + oneLine(text));
    }

    /** A text of the other side, as part of one of our lines. */
    public static String oneLine(String text) {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.isEmpty() ? "no reason given" : line.substring(0, Math.min(LONGEST_FAULT, line.length()));
    }
}
