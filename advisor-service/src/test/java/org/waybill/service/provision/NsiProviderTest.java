package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.Xml;
import org.waybill.service.provision.nsi.NsiCallbacks;
import org.waybill.service.provision.nsi.NsiProvider;
import org.waybill.service.provision.wire.Soap;

/** NSI CS 2.0 against a provider agent that keeps the standard's three state machines and calls back. */
class NsiProviderTest {
    private static final String CONNECTION = "http://schemas.ogf.org/nsi/2013/12/connection/types";
    private static final String HEADERS = "http://schemas.ogf.org/nsi/2013/12/framework/headers";
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final String SOURCE = "urn:ogf:network:es.net:2013::losa-cr6:2_1_c4_1:+?vlan=3700";
    private static final String DESTINATION = "urn:ogf:network:es.net:2013::fnalfcc-cr6:lag-2:+?vlan=3700";

    private final NsiCallbacks callbacks = new NsiCallbacks("a-secret-address");
    private final Map<String, String> states = new ConcurrentHashMap<>();
    private StubServer agent;
    private StubServer requester;
    private long freeMegabits = 10_000;
    private boolean silent;

    @BeforeEach
    void start() throws IOException {
        agent = new StubServer(request -> provider(Xml.parse(request.body())));
        requester = new StubServer(request -> {
            Optional<byte[]> acknowledged =
                    callbacks.take(request.path().substring("/callback/nsi/".length()), request.body());
            return new StubServer.Answer(
                    acknowledged.isPresent() ? 200 : 404, "text/xml", acknowledged.orElse(new byte[0]));
        });
    }

    @AfterEach
    void stop() {
        agent.close();
        requester.close();
    }

    private NsiProvider provider(boolean callsBack, Duration poll) {
        Map<String, String> settings = new ConcurrentHashMap<>(Map.of(
                "requesterNsa", "urn:ogf:network:lab.example:2026:nsa",
                "providerNsa", "urn:ogf:network:es.net:2013:nsa"));
        if (callsBack) {
            settings.put("replyTo", requester.url("/callback/nsi").toString());
        }
        return new NsiProvider(
                agent.exchange("/nsi-v2/ConnectionServiceProvider", settings),
                callbacks,
                _ -> Optional.empty(),
                poll,
                Duration.ofSeconds(10));
    }

    private static CircuitHoldOrder wanted(double bitsPerSecond) {
        return new CircuitHoldOrder(
                UUID.randomUUID().toString(),
                SOURCE,
                DESTINATION,
                NOON,
                NOON.plusSeconds(3600),
                bitsPerSecond,
                List.of());
    }

    /** What the provider agent does; its answer comes at once, its confirmation a moment later. */
    private StubServer.Answer provider(Document message) throws IOException {
        Element root = message.getDocumentElement();
        Element header = Xml.first(root, "nsiHeader").orElseThrow();
        Element request = Xml.children(Soap.body(message)).getFirst();
        String connection = Xml.text(request, "connectionId");
        String operation = request.getLocalName();
        Document reply = envelope(header, "provider");
        switch (operation) {
            case "reserve" -> {
                connection = "conn-" + states.size();
                boolean fits = Long.parseLong(Xml.text(request, "capacity")) <= freeMegabits;
                states.put(connection, (fits ? "ReserveHeld" : "ReserveFailed") + " Released Created");
                Element response = Xml.add(Soap.body(reply), CONNECTION, "c:reserveResponse");
                Xml.add(response, "", "connectionId", connection);
                confirm(header, fits ? "reserveConfirmed" : "reserveFailed", connection);
            }
            case "querySummarySync" -> summary(reply, connection);
            default -> {
                String[] now = states.get(connection).split(" ");
                switch (operation) {
                    case "reserveCommit" -> now[0] = "ReserveStart";
                    case "provision" -> now[1] = "Provisioned";
                    case "release" -> now[1] = "Released";
                    case "terminate" -> now[2] = "Terminated";
                    default -> throw new IllegalArgumentException(operation);
                }
                states.put(connection, String.join(" ", now));
                Xml.add(Soap.body(reply), CONNECTION, "c:acknowledgment");
                confirm(header, operation + "Confirmed", connection);
            }
        }
        return new StubServer.Answer(200, "text/xml", Xml.bytes(reply));
    }

    private void summary(Document reply, String connection) {
        Element summary = Xml.add(Soap.body(reply), CONNECTION, "c:querySummarySyncConfirmed");
        if (states.containsKey(connection)) {
            Element reservation = Xml.add(summary, "", "reservation");
            Xml.add(reservation, "", "connectionId", connection);
            Xml.add(reservation, "", "requesterNSA", "urn:ogf:network:lab.example:2026:nsa");
            states(reservation, connection);
        }
    }

    private void states(Element parent, String connection) {
        String[] now = states.get(connection).split(" ");
        Element part = Xml.add(parent, "", "connectionStates");
        Xml.add(part, "", "reservationState", now[0]);
        Xml.add(part, "", "provisionState", now[1]);
        Xml.add(part, "", "lifecycleState", now[2]);
        Element plane = Xml.add(part, "", "dataPlaneStatus");
        Xml.add(plane, "", "active", "false");
        Xml.add(plane, "", "version", "0");
        Xml.add(plane, "", "versionConsistent", "true");
    }

    private static Document envelope(Element asked, String role) {
        Document message = Soap.envelope(Soap.V11);
        Element header = Xml.add(Soap.header(message), HEADERS, "h:nsiHeader");
        Xml.add(header, "", "protocolVersion", "application/vnd.ogf.nsi.cs.v2." + role + "+soap");
        for (String copied : List.of("correlationId", "requesterNSA", "providerNSA")) {
            Xml.add(header, "", copied, Xml.text(asked, copied));
        }
        return message;
    }

    private void confirm(Element header, String name, String connection) {
        String replyTo = Xml.text(header, "replyTo");
        if (replyTo.isEmpty() || silent) {
            return;
        }
        Document message = envelope(header, "requester");
        Element confirmation = Xml.add(Soap.body(message), CONNECTION, "c:" + name);
        Xml.add(confirmation, "", "connectionId", connection);
        if (name.endsWith("Failed")) {
            states(confirmation, connection);
            Element why = Xml.add(confirmation, "", "serviceException");
            Xml.add(why, "", "nsaId", "urn:ogf:network:es.net:2013:nsa");
            Xml.add(why, "", "errorId", "00600");
            Xml.add(why, "", "text", "CAPACITY_UNAVAILABLE");
        }
        Thread.startVirtualThread(() -> {
            try (HttpClient http = HttpClient.newHttpClient()) {
                Thread.sleep(50);
                http.send(
                        HttpRequest.newBuilder(URI.create(replyTo))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(Xml.bytes(message)))
                                .build(),
                        BodyHandlers.discarding());
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void circuitFromReserveToTerminate(boolean callsBack, Duration poll) {
        NsiProvider provider = provider(callsBack, poll);
        HeldCircuit granted = provider.hold(wanted(4e9));
        assertThat(states).containsEntry(granted.externalId(), "ReserveHeld Released Created");
        provider.commit(granted.externalId());
        assertThat(states).containsEntry(granted.externalId(), "ReserveStart Provisioned Created");
        provider.commit(granted.externalId());
        provider.release(granted.externalId());
        assertThat(states).containsEntry(granted.externalId(), "ReserveStart Released Terminated");
        provider.release(granted.externalId());
        provider.release("a connection that nobody knows");
    }

    @Test
    void reservesProvisionsAndTerminatesWithCallbacks() {
        circuitFromReserveToTerminate(true, Duration.ofSeconds(5));
        assertThat(requester.requests()).as("confirmations").hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void findsOutByAskingWhereNoCallbackComes() {
        circuitFromReserveToTerminate(false, Duration.ofMillis(20));
        silent = true;
        circuitFromReserveToTerminate(true, Duration.ofMillis(20));
    }

    @Test
    void whatIsRefusedIsTerminatedAndSaysWhy() {
        for (boolean callsBack : new boolean[] {true, false}) {
            assertThatThrownBy(() -> provider(callsBack, callsBack ? Duration.ofSeconds(5) : Duration.ofMillis(20))
                            .hold(wanted(11e9)))
                    .isInstanceOfSatisfying(ServiceException.class, refused -> {
                        assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT);
                        assertThat(refused).hasMessageContaining(callsBack ? "CAPACITY_UNAVAILABLE" : "ReserveFailed");
                    });
        }
        assertThat(states.values())
                .isNotEmpty()
                .allSatisfy(state -> assertThat(state).endsWith("Terminated"));
    }

    @Test
    void takesConfirmationsAtTheSecretAddressOnlyAndOnlyWhatWasAskedFor() throws IOException {
        byte[] stranger = Xml.bytes(envelope(
                Xml.first(
                                Xml.parse(("<a><nsiHeader><correlationId>urn:uuid:x"
                                                        + "</correlationId></nsiHeader></a>")
                                                .getBytes(StandardCharsets.UTF_8))
                                        .getDocumentElement(),
                                "nsiHeader")
                        .orElseThrow(),
                "requester"));
        assertThat(callbacks.take("guessed", stranger)).isEmpty();
        assertThatThrownBy(() -> callbacks.take("a-secret-address", stranger)).hasMessageContaining("empty body");
        assertThatThrownBy(() -> callbacks.take(
                        "a-secret-address",
                        "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>"
                                .getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void quotesWhatTheTopologyCouldCarryElseWhatTheCallerNamed() {
        VolumeRequest ask = new VolumeRequest(
                SOURCE, "urn:ogf:network:netherlight.net:2013:production7:x", 1_000_000_000, NOON, null, 2e9, null);
        assertThat(provider(false, Duration.ofMillis(20)).quote(ask).basis()).isEqualTo(QuoteBasis.AS_ASKED);
        NsiProvider knowing = new NsiProvider(
                agent.exchange("/", Map.of("requesterNsa", "urn:a", "providerNsa", "urn:b")),
                callbacks,
                networks -> {
                    assertThat(networks.ingress()).isEqualTo("es.net:2013");
                    assertThat(networks.egress()).isEqualTo("netherlight.net:2013");
                    return Optional.of(PlannedQuotes.at(1e9, List.of(), networks, QuoteBasis.CAPACITY));
                },
                Duration.ofMillis(20),
                Duration.ofSeconds(1));
        assertThat(knowing.quote(ask).basis()).isEqualTo(QuoteBasis.CAPACITY);
    }

    @Test
    void everyMessageIsValidByTheStandardsSchemas() throws Exception {
        SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        // the xmldsig and xenc schemas name a document type; nothing is loaded from anywhere else
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
        Schema types = factory.newSchema(new Source[] {
            new StreamSource(
                    TestData.file("nsi/ogf_nsi_connection_types_v2_0.xsd").toFile()),
            new StreamSource(TestData.file("nsi/ogf_nsi_services_p2p_v2_0.xsd").toFile())
        });
        circuitFromReserveToTerminate(true, Duration.ofSeconds(5));
        assertThat(agent.requests()).hasSizeGreaterThan(8);
        for (StubServer.Request request : agent.requests()) {
            Document message = Xml.parse(request.body());
            types.newValidator()
                    .validate(new DOMSource(Xml.children(Soap.body(message)).getFirst()));
            Element header = Xml.children(Soap.header(message)).getFirst();
            assertThat(Xml.children(header))
                    .extracting(Element::getLocalName)
                    .startsWith("protocolVersion", "correlationId", "requesterNSA", "providerNSA");
            assertThat(Xml.text(header, "correlationId"))
                    .matches("urn:uuid:[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}");
            String action = request.headers().get("Soapaction").getFirst();
            assertThat(Files.readString(TestData.file("nsi/ogf_nsi_connection_provider_v2_0.wsdl")))
                    .contains("soapAction=" + action);
        }
    }
}
