package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.service.Xml;
import org.waybill.service.provision.wire.Soap;

/** The web service of an end site that speaks TeraPaths' words, and makes counter-offers; what its operations begin with is free. */
public final class EndSite {
    public static final String NAMESPACE = "http://terapaths.example.org/tpsAPI";
    private static final long MOST = 2_000_000_000;

    private final Map<String, String> states = new HashMap<>();
    private volatile long laterMillis = 60_000;

    /** What became of each reservation. */
    Map<String, String> states() {
        return states;
    }

    /** Has it offer circuits so much later than requested. */
    void offerLater(long millis) {
        laterMillis = millis;
    }

    /** Answers a message. */
    public synchronized StubServer.Answer answer(StubServer.Request request) throws IOException {
        Document message = Xml.parse(request.body());
        Element call = Xml.children(Soap.body(message)).getFirst();
        assertThat(call.getNamespaceURI()).isEqualTo(NAMESPACE);
        Document reply = Soap.envelope(Soap.V11);
        Element answer = Xml.add(Soap.body(reply), NAMESPACE, "t:" + call.getLocalName() + "Response");
        switch (call.getLocalName().replaceFirst("escps_", "tpsAPI_")) {
            case "tpsAPI_getBandwidths" -> {
                for (long rate : new long[] {MOST, 5_000_000_000L}) {
                    Element site = Xml.add(answer, "", "result");
                    bandwidth(Xml.add(site, "", "bw"), 1_000_000);
                    bandwidth(Xml.add(site, "", "bw"), rate);
                }
            }
            case "tpsAPI_reserve" -> {
                Element result = Xml.add(answer, "", "result");
                long wanted =
                        Long.parseLong(Xml.text(Xml.first(call, "bandwidth").orElseThrow(), "bandwidth"));
                String id = "tps-" + (states.size() + 1);
                states.put(id, "RESERVED");
                bandwidth(Xml.add(result, "", "bandwidth"), Math.min(wanted, MOST));
                Xml.add(result, "", "duration", Xml.text(call, "duration"));
                Xml.add(result, "", "id", id);
                Xml.add(
                        result,
                        "",
                        "startTime",
                        String.valueOf(Long.parseLong(Xml.text(call, "startTime")) + laterMillis));
            }
            case "tpsAPI_commit" ->
                Xml.add(
                        answer,
                        "",
                        "result",
                        String.valueOf(states.replace(Xml.text(call, "id"), "RESERVED", "COMMITTED")));
            case "tpsAPI_cancel" ->
                Xml.add(answer, "", "result", String.valueOf(states.put(Xml.text(call, "id"), "CANCELLED") != null));
            default -> throw new IllegalArgumentException(call.getLocalName());
        }
        return new StubServer.Answer(200, "text/xml", Xml.bytes(reply));
    }

    private static void bandwidth(Element bandwidth, long bitsPerSecond) {
        Xml.add(bandwidth, "", "bandwidth", String.valueOf(bitsPerSecond));
        Xml.add(bandwidth, "", "className", "EF");
    }
}
