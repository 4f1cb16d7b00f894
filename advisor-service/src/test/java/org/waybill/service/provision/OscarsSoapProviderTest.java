package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.XMLConstants;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.transform.dom.DOMSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.Xml;
import org.waybill.service.provision.oscars.OscarsSoapProvider;
import org.waybill.service.provision.wire.Soap;

/** OSCARS 0.6 against a controller that checks every signature and takes a moment to work a reservation out. */
class OscarsSoapProviderTest {
    private static final String NAMESPACE = "http://oscars.es.net/OSCARS/06";
    private static final String WSU =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final String SOURCE =
            "urn:ogf:network:domain=testdomain-1:node=node-1-1:port=port-1:link=link-1?vlan=3001";
    private static final String DESTINATION =
            "urn:ogf:network:domain=testdomain-4:node=node-4-2:port=port-2:link=link-1";

    @TempDir
    private static Path directory;

    private final Map<String, Integer> looks = new HashMap<>();
    private final Map<String, String> statuses = new HashMap<>();
    private StubServer server;
    private int slow = 3;

    @BeforeAll
    static void makeKey() throws Exception {
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process process = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "waybill",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=waybill test",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        directory.resolve("key.p12").toString(),
                        "-storepass",
                        "only-in-tests")
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
    }

    @BeforeEach
    void start() throws IOException {
        server = new StubServer(request -> controller(Xml.parse(request.body())));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private OscarsSoapProvider provider(Duration patience) {
        Map<String, String> settings =
                Map.of("keyStoreFile", directory.resolve("key.p12").toString(), "keyStorePassword", "only-in-tests");
        return new OscarsSoapProvider(
                server.exchange("/OSCARS", settings),
                _ -> Optional.empty(),
                Clock.systemUTC(),
                Duration.ofMillis(10),
                patience);
    }

    private OscarsSoapProvider provider() {
        return provider(Duration.ofSeconds(10));
    }

    private static CircuitHoldOrder wanted(double bitsPerSecond) {
        return new CircuitHoldOrder(
                UUID.randomUUID().toString(),
                SOURCE,
                DESTINATION,
                NOON,
                NOON.plusMillis(60_500),
                bitsPerSecond,
                List.of());
    }

    private StubServer.Answer controller(Document message) throws IOException {
        if (!signed(message)) {
            return fault("the signature does not verify");
        }
        Element request = Xml.children(Soap.body(message)).getFirst();
        Document reply = Soap.envelope(Soap.V12);
        String operation = request.getLocalName();
        Element answer = Xml.add(Soap.body(reply), NAMESPACE, "o:" + operation + "Response");
        String id = Xml.text(request, "globalReservationId");
        switch (operation) {
            case "createReservation" -> {
                if (Integer.parseInt(Xml.text(request, "bandwidth")) > 20_000) {
                    return fault("no path with\nthat bandwidth");
                }
                id = "testdomain-1-" + (statuses.size() + 1);
                statuses.put(id, Xml.text(request, "bandwidth").equals("10001") ? "FAILED" : "RESERVED");
                Xml.add(answer, NAMESPACE, "o:globalReservationId", id);
                Xml.add(answer, NAMESPACE, "o:status", "ACCEPTED");
            }
            case "queryReservation" -> {
                Element details = Xml.add(answer, NAMESPACE, "o:reservationDetails");
                Xml.add(details, NAMESPACE, "o:globalReservationId", id);
                Xml.add(
                        details,
                        NAMESPACE,
                        "o:status",
                        looks.merge(id, 1, Integer::sum) < slow ? "INPATHCALCULATION" : statuses.get(id));
            }
            case "cancelReservation" -> {
                statuses.put(id, "CANCELLED");
                Xml.add(answer, NAMESPACE, "o:status", "INCANCEL");
            }
            default -> throw new IllegalArgumentException(operation);
        }
        return new StubServer.Answer(200, "application/soap+xml", Xml.bytes(reply));
    }

    private static StubServer.Answer fault(String why) {
        Document reply = Soap.envelope(Soap.V12);
        Element fault = Xml.add(Soap.body(reply), Soap.V12, "soap:Fault");
        Xml.add(Xml.add(fault, Soap.V12, "soap:Code"), Soap.V12, "soap:Value", "soap:Sender");
        Xml.add(Xml.add(fault, Soap.V12, "soap:Reason"), Soap.V12, "soap:Text", why);
        return new StubServer.Answer(500, "application/soap+xml", Xml.bytes(reply));
    }

    /** Whether the body and a fresh time stamp are signed with the certificate that comes along. */
    private static boolean signed(Document message) {
        try {
            Element header = Soap.header(message);
            Element body = Soap.body(message);
            Element stamp = Xml.first(header, "Timestamp").orElseThrow();
            body.setIdAttributeNS(WSU, "Id", true);
            stamp.setIdAttributeNS(WSU, "Id", true);
            X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(
                            Base64.getDecoder().decode(Xml.text(header, "BinarySecurityToken"))));
            Element signature = Xml.first(header, "Signature").orElseThrow();
            List<String> covered = Xml.all(signature, "Reference").stream()
                    .map(r -> r.getAttribute("URI"))
                    .toList();
            DOMValidateContext context = new DOMValidateContext(certificate.getPublicKey(), signature);
            boolean valid = XMLSignatureFactory.getInstance("DOM")
                    .unmarshalXMLSignature(context)
                    .validate(context);
            return valid
                    && covered.contains("#" + body.getAttributeNS(WSU, "Id"))
                    && covered.contains("#" + stamp.getAttributeNS(WSU, "Id"))
                    && Instant.parse(Xml.text(stamp, "Expires")).isAfter(Instant.now());
        } catch (Exception e) {
            return false;
        }
    }

    @Test
    void reservesFollowsAndCancels() {
        HeldCircuit granted = provider().hold(wanted(4e9));
        assertThat(looks).containsEntry(granted.externalId(), 3);
        assertThat(statuses).containsEntry(granted.externalId(), "RESERVED");
        provider().commit(granted.externalId());
        provider().release(granted.externalId());
        assertThat(statuses).containsEntry(granted.externalId(), "CANCELLED");
        provider().release(granted.externalId());
        assertThatThrownBy(() -> provider().commit(granted.externalId()))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT))
                .hasMessageContaining("CANCELLED");
    }

    @Test
    void faultsFailuresAndEndlessWorkAreOneLine() {
        assertThatThrownBy(() -> provider().hold(wanted(21e9))).hasMessage("Stub refuses: no path with that bandwidth");
        assertThatThrownBy(() -> provider().hold(wanted(10.001e9))).hasMessageContaining("did not reserve: FAILED");
        slow = Integer.MAX_VALUE;
        assertThatThrownBy(() -> provider(Duration.ofMillis(50)).hold(wanted(1e9)))
                .hasMessageContaining("did not reserve within");
        assertThat(statuses).as("what was not waited for was cancelled").containsEntry("testdomain-1-2", "CANCELLED");
        assertThatThrownBy(() -> provider().quote(new VolumeRequest("node-1", DESTINATION, 1, NOON, null, 1e9, null)))
                .hasMessageContaining("attach at urn:ogf:network:");
    }

    @Test
    void aMessageThatWasTouchedOnTheWayDoesNotVerify() throws IOException {
        provider().hold(wanted(4e9));
        byte[] sent = server.requests().getFirst().body();
        assertThat(signed(Xml.parse(sent))).isTrue();
        String text = new String(sent, StandardCharsets.UTF_8);
        assertThat(signed(Xml.parse(text.replace(">4000<", ">9000<").getBytes(StandardCharsets.UTF_8))))
                .isFalse();
    }

    @Test
    void quotesWhatTheCallerNamed() {
        Quotes quotes = provider().quote(new VolumeRequest(SOURCE, DESTINATION, 1_000_000_000, NOON, null, 2e9, null));
        assertThat(quotes.basis()).isEqualTo(QuoteBasis.AS_ASKED);
        assertThat(quotes.earliestFinish().end()).isEqualTo(NOON.plusSeconds(4));
    }

    @Test
    void everyMessageIsValidByTheSchema() throws Exception {
        Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(TestData.file("oscars-0.6-soap/api/OSCARS-0.6.xsd").toFile());
        reservesFollowsAndCancels();
        assertThat(server.requests()).hasSizeGreaterThan(5);
        for (StubServer.Request request : server.requests()) {
            Document message = Xml.parse(request.body());
            schema.newValidator()
                    .validate(new DOMSource(Xml.children(Soap.body(message)).getFirst()));
            assertThat(request.headers().get("Content-type").getFirst())
                    .contains("action=\"http://oscars.es.net/OSCARS/");
        }
    }
}
