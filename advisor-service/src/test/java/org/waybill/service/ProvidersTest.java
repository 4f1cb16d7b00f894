package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Site;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitState;
import org.waybill.service.provision.EndSite;
import org.waybill.service.provision.StubServer;
import org.waybill.service.provision.UsnScheduler;

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

    /** The system takes so long to commit that the hold is over here; nothing of it may stay there. */
    @Test
    void aCircuitThatWasCommittedTooLateIsReleased() throws Exception {
        Standalone standalone = Standalone.shared();
        CatalogService catalogue = TestClients.catalogue(standalone.service);
        AdvisorService advisor = TestClients.advisor(standalone.service);
        AtomicReference<Instant> until = new AtomicReference<>(Instant.now());
        StubServer.Behaviour slow = request -> {
            if (request.path().equals("/protected/hold")) {
                until.set(Instant.now().plusSeconds(2));
                String answer =
                        "{\"heldUntil\":" + until.get().toEpochMilli() / 1e3 + ",\"validity\":{\"valid\":true}}";
                return new StubServer.Answer(200, "application/json", answer.getBytes(StandardCharsets.UTF_8));
            }
            if (request.path().equals("/protected/conn/commit")) {
                sleepUntil(until.get().plusMillis(50));
            }
            return oscars(request);
        };
        try (StubServer server = new StubServer(slow)) {
            catalogue.save(new Organisation(0, 0, "Slow Org", "us", ""));
            catalogue.save(new Site(0, 0, "Slow Site", "Slow Org", "", "", null, null));
            catalogue.save(new Provisioning(
                    0,
                    0,
                    "Slow OSCARS",
                    ProvisioningKind.OSCARS_REST,
                    server.url("/").toString(),
                    "Slow Site"));
            advisor.attach(new Attachment("Slow OSCARS", "a.slow.example", "a:1?vlan=100"));
            advisor.attach(new Attachment("Slow OSCARS", "b.slow.example", "b:1?vlan=100"));
            secret(standalone.home.resolve("provisioning/oscars.token"), "jwt\n", "rw-------");
            secret(
                    standalone.home.resolve("provisioning/Slow_OSCARS.properties"),
                    "host=" + server.url("/").getRawAuthority() + "\ntokenFile=oscars.token\n",
                    "rw-------");
            Instant start = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
            CircuitReservation held = advisor.holdCircuit(new CircuitHold(
                    UUID.randomUUID().toString(),
                    "Slow OSCARS",
                    "a.slow.example",
                    "b.slow.example",
                    start,
                    start.plusSeconds(1000),
                    8e9,
                    List.of()));
            assertThatThrownBy(() -> advisor.commitCircuit(held.id())).hasMessageContaining("EXPIRED: hold it again");
            assertThat(releases(server)).isEqualTo(1);
            // also by hand, as after a failure of the database; once
            assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
            assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
            assertThat(releases(server)).isEqualTo(2);
        }
    }

    private static long releases(StubServer server) {
        return server.requests().stream()
                .filter(request -> request.path().equals("/protected/conn/release"))
                .count();
    }

    private static void sleepUntil(Instant then) {
        try {
            Thread.sleep(Math.max(0, Duration.between(Instant.now(), then).toMillis()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String problem(AdvisorService advisor, CircuitQuery query) {
        return advisor.quoteCircuits(query).getFirst().problem();
    }

    /** UltraScience Net and ESCPS: from the quote to the release, side by side, by the same calls. */
    @Test
    void ultraScienceNetAndEscpsAreReservedLikeTheOthers() throws Exception {
        Standalone standalone = Standalone.shared();
        CatalogService catalogue = TestClients.catalogue(standalone.service);
        AdvisorService advisor = TestClients.advisor(standalone.service);
        try (UsnScheduler usn = new UsnScheduler();
                StubServer escps = new StubServer(new EndSite()::answer)) {
            catalogue.save(new Organisation(0, 0, "USN Org", "us", ""));
            catalogue.save(new Site(0, 0, "USN Site", "USN Org", "", "", null, null));
            for (Provisioning system : List.of(
                    new Provisioning(
                            0,
                            0,
                            "Test USN",
                            ProvisioningKind.USN,
                            usn.server().url("/scheduler").toString(),
                            "USN Site"),
                    new Provisioning(
                            0,
                            0,
                            "Test ESCPS",
                            ProvisioningKind.ESCPS,
                            escps.url("/escps").toString(),
                            "USN Site"))) {
                catalogue.save(system);
            }
            catalogue.save(new Host(0, 0, "127.0.0.2", "USN Site", List.of("127.0.0.2")));
            advisor.attach(new Attachment("Test USN", "127.0.0.2", "ORNL:e300-1/3"));
            advisor.attach(new Attachment("Test USN", "127.0.0.3", "CHI:e300-1/7"));
            allow(standalone, "Test_USN", usn.server(), UsnScheduler.SETTINGS);
            allow(
                    standalone,
                    "Test_ESCPS",
                    escps,
                    Map.of(
                            "namespace",
                            EndSite.NAMESPACE,
                            "operationPrefix",
                            "escps_",
                            "user",
                            "w",
                            "userPassword",
                            "x"));
            List<CircuitOffer> offers =
                    advisor.quoteCircuits(CircuitQuery.of("127.0.0.2", "127.0.0.3", 1_000_000_000_000L));
            assertThat(offers)
                    .extracting(CircuitOffer::system, CircuitOffer::kind, CircuitOffer::problem)
                    .contains(
                            tuple("Test USN", ProvisioningKind.USN, ""),
                            tuple("Test ESCPS", ProvisioningKind.ESCPS, ""));
            Instant start = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.SECONDS);
            for (String system : List.of("Test USN", "Test ESCPS")) {
                CircuitReservation held = advisor.holdCircuit(new CircuitHold(
                        UUID.randomUUID().toString(),
                        system,
                        "127.0.0.2",
                        "127.0.0.3",
                        start,
                        start.plusSeconds(1000),
                        1e9,
                        List.of()));
                assertThat(advisor.commitCircuit(held.id()).state()).isEqualTo(CircuitState.COMMITTED);
                if (system.equals("Test USN")) {
                    assertThat(usn.reserved()).containsExactly(1050L);
                }
                assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
            }
            assertThat(usn.reserved()).isEmpty();
        }
    }

    private static void allow(Standalone standalone, String file, StubServer server, Map<String, String> settings)
            throws Exception {
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.put("host", server.url("/").getRawAuthority());
        StringWriter text = new StringWriter();
        properties.store(text, null);
        secret(standalone.home.resolve("provisioning/" + file + ".properties"), text.toString(), "rw-------");
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
