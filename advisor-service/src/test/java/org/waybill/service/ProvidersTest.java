package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Site;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitState;
import org.waybill.service.provision.StubServer;

/** Another party's system through the whole service: allowed by a file on its machine, and by nothing else. */
class ProvidersTest {
    private static void secret(Path file, String text, String permissions) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static StubServer.Answer oscars(StubServer.Request request) {
        String answer =
                switch (request.path()) {
                    case "/api/pce/paths" ->
                        "{\"widestAZ\":{\"azAvailable\":8000,\"azEro\":[{\"urn\":\"a\"},{\"urn\":\"a:2\"},"
                            + "{\"urn\":\"b:2\"},{\"urn\":\"b\"}]},\"fits\":{\"azEro\":[{\"urn\":\"a\"},{\"urn\":\"a:2\"},"
                            + "{\"urn\":\"b:2\"},{\"urn\":\"b\"}]}}";
                    case "/protected/conn/generateId" -> "ZXYW";
                    case "/protected/hold" -> "{\"heldUntil\":4000000000.0,\"validity\":{\"valid\":true}}";
                    case "/protected/conn/commit" -> "RESERVED";
                    default -> "ARCHIVED";
                };
        return new StubServer.Answer(200, "application/json", answer.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void isCalledOnlyWhereAFileOfTheMachineAllowsItsHost() throws Exception {
        Standalone standalone = Standalone.shared();
        CatalogService catalogue = TestClients.catalogue(standalone.service);
        AdvisorService advisor = TestClients.advisor(standalone.service);
        try (StubServer server = new StubServer(ProvidersTest::oscars)) {
            catalogue.save(new Organisation(0, 0, "OSCARS Org", "us", ""));
            catalogue.save(new Site(0, 0, "OSCARS Site", "OSCARS Org", "", "", null, null));
            catalogue.save(new Provisioning(
                    0,
                    0,
                    "Test OSCARS",
                    ProvisioningKind.OSCARS_REST,
                    server.url("/").toString(),
                    "OSCARS Site"));
            advisor.attach(new Attachment("Test OSCARS", "a.oscars.example", "a:1?vlan=100"));
            advisor.attach(new Attachment("Test OSCARS", "b.oscars.example", "b:1?vlan=100"));
            CircuitQuery query = CircuitQuery.of("a.oscars.example", "b.oscars.example", 1_000_000_000_000L);
            assertThat(problem(advisor, query)).contains("are not allowed").contains("Test_OSCARS.properties");

            Path file = standalone.home.resolve("provisioning/Test_OSCARS.properties");
            secret(standalone.home.resolve("provisioning/oscars.token"), "jwt\n", "rw-------");
            secret(file, "host=oscars.example\ntokenFile=oscars.token\n", "rw-------");
            assertThat(problem(advisor, query)).contains("allowed to host 'oscars.example' only");
            secret(file, "host=" + server.url("/").getRawAuthority() + "\ntokenFile=oscars.token\n", "rw-r--r--");
            assertThat(problem(advisor, query)).contains("chmod 600");
            assertThat(server.requests()).isEmpty();

            secret(file, "host=" + server.url("/").getRawAuthority() + "\ntokenFile=oscars.token\n", "rw-------");
            CircuitOffer offer = advisor.quoteCircuits(query).getFirst();
            assertThat(offer.problem()).isEmpty();
            assertThat(offer.earliestFinish().bitsPerSecond()).isEqualTo(8e9);
            // another system takes a minute to set a circuit up: 8 Gbit/s pay compared with 4 from 60 GB on
            CircuitQuery beside = new CircuitQuery(
                    "a.oscars.example", "b.oscars.example", 1_000_000_000_000L, null, null, null, null, 4e9);
            assertThat(advisor.quoteCircuits(beside).getFirst().breakEvenBytes())
                    .isBetween(60_000_000_000L, 61_000_000_000L);
            Instant start = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
            CircuitHold hold = new CircuitHold(
                    UUID.randomUUID().toString(),
                    "Test OSCARS",
                    "a.oscars.example",
                    "b.oscars.example",
                    start,
                    start.plusSeconds(1000),
                    8e9,
                    List.of());
            CircuitReservation held = advisor.holdCircuit(hold);
            assertThat(held.externalId()).isEqualTo("ZXYW");
            assertThat(held.path()).containsExactly("a", "b");
            assertThat(advisor.commitCircuit(held.id()).state()).isEqualTo(CircuitState.COMMITTED);
            assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
            assertThat(server.requests()).extracting(StubServer.Request::path).contains("/protected/conn/release");
            assertThat(server.requests())
                    .allSatisfy(request ->
                            assertThat(request.headers().get("Authentication")).containsExactly("jwt"));
        }
        assertThatThrownBy(() -> advisor.holdCircuit(new CircuitHold(
                        UUID.randomUUID().toString(),
                        "Test OSCARS",
                        "a.oscars.example",
                        "b.oscars.example",
                        Instant.now(),
                        Instant.now().plusSeconds(60),
                        1e9,
                        List.of())))
                .isInstanceOfSatisfying(ServiceException.class, gone -> {
                    assertThat(gone.code()).isEqualTo(ServiceException.UNAVAILABLE);
                    assertThat(gone).hasMessageContaining("Test OSCARS does not answer");
                });
    }

    private static String problem(AdvisorService advisor, CircuitQuery query) {
        return advisor.quoteCircuits(query).getFirst().problem();
    }

    @Test
    void callbacksComeToTheirSecretAddressOrNowhere() throws Exception {
        Standalone standalone = Standalone.shared();
        byte[] message = "<a/>".getBytes(StandardCharsets.UTF_8);
        assertThat(standalone
                        .post("/callback/nsi/guess", "", "text/xml", message)
                        .statusCode())
                .isEqualTo(404);
        assertThat(standalone.get("/callback/nsi/guess", "").statusCode()).isEqualTo(403);
        assertThat(standalone.post("/callback/other", "", "text/xml", message).statusCode())
                .isNotEqualTo(200);
    }
}
