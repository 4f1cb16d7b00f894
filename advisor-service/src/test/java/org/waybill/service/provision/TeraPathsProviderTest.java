package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.Xml;
import org.waybill.service.provision.terapaths.TeraPathsProvider;
import org.waybill.service.provision.wire.Soap;

/** TeraPaths against a server that makes counter-offers. */
class TeraPathsProviderTest {
    private static final String NAMESPACE = "http://terapaths.example.org/tpsAPI";
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final Map<String, String> states = new HashMap<>();
    private StubServer server;
    private long most = 2_000_000_000;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer(request -> answer(Xml.parse(request.body())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TeraPathsProvider provider() {
        return new TeraPathsProvider(server.exchange(
                "/terapathsAPI/tpsAPI",
                Map.of("namespace", NAMESPACE, "user", "waybill", "userPassword", "only-in-tests")));
    }

    private StubServer.Answer answer(Document message) {
        Element call = Xml.children(Soap.body(message)).getFirst();
        assertThat(call.getNamespaceURI()).isEqualTo(NAMESPACE);
        Document reply = Soap.envelope(Soap.V11);
        Element answer = Xml.add(Soap.body(reply), NAMESPACE, "t:" + call.getLocalName() + "Response");
        switch (call.getLocalName()) {
            case "tpsAPI_getBandwidths" -> {
                for (long rate : new long[] {most, 5_000_000_000L}) {
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
                bandwidth(Xml.add(result, "", "bandwidth"), Math.min(wanted, most));
                Xml.add(result, "", "duration", Xml.text(call, "duration"));
                Xml.add(result, "", "id", id);
                Xml.add(result, "", "startTime", String.valueOf(Long.parseLong(Xml.text(call, "startTime")) + 60_000));
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

    private static CircuitHoldOrder wanted(double bitsPerSecond) {
        return new CircuitHoldOrder(
                UUID.randomUUID().toString(),
                "192.0.2.1",
                "192.0.2.2",
                NOON,
                NOON.plusSeconds(60),
                bitsPerSecond,
                List.of());
    }

    @Test
    void quotesTheWidestClassThatBothSitesHave() {
        Quotes quotes = provider()
                .quote(new VolumeRequest(
                        "192.0.2.1", "192.0.2.2", 1_000_000_000, NOON, null, Double.POSITIVE_INFINITY, null));
        assertThat(quotes.basis()).isEqualTo(QuoteBasis.CAPACITY);
        assertThat(quotes.earliestFinish().bitsPerSecond()).isEqualTo(2e9);
    }

    @Test
    void takesACounterOfferThatCarriesAsMuchAndCommitsIt() {
        HeldCircuit granted = provider().hold(wanted(1e9));
        assertThat(granted.start()).isEqualTo(NOON.plusSeconds(60));
        assertThat(granted.end()).isEqualTo(NOON.plusSeconds(120));
        provider().commit(granted.externalId());
        assertThat(states).containsEntry(granted.externalId(), "COMMITTED");
        provider().release(granted.externalId());
        assertThat(states).containsEntry(granted.externalId(), "CANCELLED");
        assertThatThrownBy(() -> provider().commit(granted.externalId())).hasMessageContaining("no longer holds");
    }

    @Test
    void cancelsACounterOfferThatCarriesLess() {
        assertThatThrownBy(() -> provider().hold(wanted(3e9)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT))
                .hasMessageContaining("offers 2000000000 bit/s for 60 s only");
        assertThat(states).containsValue("CANCELLED");
    }

    @Test
    void operationsAndFieldsAreThoseOfTheInterface() throws IOException {
        String described = Files.readString(TestData.file("terapaths/interface.md"));
        takesACounterOfferThatCarriesAsMuchAndCommitsIt();
        quotesTheWidestClassThatBothSitesHave();
        Set<String> seen = new TreeSet<>();
        for (StubServer.Request request : server.requests()) {
            Element call = Xml.children(Soap.body(Xml.parse(request.body()))).getFirst();
            assertThat(described).contains("| " + call.getLocalName() + " |");
            seen.add(call.getLocalName());
            for (Element data : Xml.all(call, "ReservationData_1")) {
                List<String> fields =
                        Xml.children(data).stream().map(Element::getLocalName).toList();
                assertThat(fields)
                        .isSorted()
                        .allSatisfy(field ->
                                assertThat(described).containsPattern("\\b" + field + "\\b|Bandwidth bandwidth"));
            }
        }
        assertThat(seen).hasSize(4);
    }
}
