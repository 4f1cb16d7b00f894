package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.Xml;
import org.waybill.service.provision.terapaths.TeraPathsProvider;
import org.waybill.service.provision.wire.Soap;

/** TeraPaths against a server that makes counter-offers. */
class TeraPathsProviderTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final EndSite site = new EndSite();
    private final Map<String, String> states = site.states();
    private StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer(site::answer);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private TeraPathsProvider provider() {
        return provider("tpsAPI_");
    }

    private TeraPathsProvider provider(String prefix) {
        return new TeraPathsProvider(server.exchange(
                "/terapathsAPI/tpsAPI",
                Map.of(
                        "namespace",
                        EndSite.NAMESPACE,
                        "user",
                        "waybill",
                        "userPassword",
                        "only-in-tests",
                        "operationPrefix",
                        prefix)));
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

    /** A start that is missing counts as long ago. */
    @Test
    void cancelsACounterOfferThatIsOverTooSoon() {
        site.offerLater(-10_000);
        assertThatThrownBy(() -> provider().hold(wanted(1e9)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT))
                .hasMessageContaining("for 60 s only, from 2030-01-01T11:59:50Z");
        assertThat(states).containsValue("CANCELLED");
    }

    /** ESCPS, the successor: the same words, under whatever its operations are called. */
    @Test
    void operationsMayHaveAnotherPrefix() {
        HeldCircuit granted = provider("escps_").hold(wanted(1e9));
        provider("escps_").commit(granted.externalId());
        assertThat(states).containsEntry(granted.externalId(), "COMMITTED");
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(new String(request.body(), StandardCharsets.UTF_8))
                        .contains("escps_")
                        .doesNotContain("tpsAPI_"));
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
