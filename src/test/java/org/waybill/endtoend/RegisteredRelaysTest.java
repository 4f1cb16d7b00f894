package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.Measurement;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Change;
import org.waybill.api.catalog.Host;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayReport;
import org.waybill.api.overlay.RelayState;
import org.waybill.client.WaybillHome;
import org.waybill.client.overlay.NodeIdentityProof;
import org.waybill.client.overlay.NodeRegistration;
import org.waybill.client.overlay.ServiceRouteTokens;
import org.waybill.client.remote.AdvisorClient;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.db.MigratedDatabase;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.Running;

/** Nodes register with a real service, which then signs routes over them, has their links measured and forecasts. */
@Timeout(120)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RegisteredRelaysTest {
    /** Twelve seconds for a file of 24 MiB: a node looks once a second whether there is news to report. */
    private static final long RATE = 16_000_000;

    @TempDir
    private static Path serviceHome;

    private static RunningService service;

    @TempDir
    private Path directory;

    private AdvisorService advisor;
    private CatalogService catalogue;
    private Path relayHome;

    @AutoClose
    private final Running running = new Running();

    @BeforeAll
    static void startService() {
        service = EmbeddedService.load()
                .start(new ServiceSettings(
                        MigratedDatabase.putInto(serviceHome), "127.0.0.1", 0, null, null, null, null, null, true));
    }

    @AfterAll
    static void stopService() {
        service.close();
    }

    @BeforeEach
    void connect() throws Exception {
        relayHome = Files.createDirectory(directory.resolve("relays"));
        WaybillHome home = new WaybillHome(Files.createDirectory(directory.resolve("client")));
        AdvisorClient client = running.use(
                AdvisorClientFactory.remote(home, URI.create(service.url().toString()), service::token));
        advisor = client.service();
        catalogue = AdvisorClientFactory.catalogue(home, client);
    }

    private WaybillNode node(Path home, String host) throws Exception {
        Path data = Files.createDirectories(home.resolve("data"));
        return running.use(WaybillNode.start(NodeSettings.onLoopback(home, data)
                .withRelay(RelaySettings.DEFAULT.withInnerAllowed())
                .withListen(new InetSocketAddress(host, 0))));
    }

    private String register(WaybillNode node, String name) throws Exception {
        String host = node.address().getAddress().getHostAddress();
        running.use(NodeRegistration.start(
                node,
                new NodeRegistration.Place(name, host, node.address().getPort(), 1e9),
                advisor,
                System.out::println));
        until(() -> state(name) != null && state(name).alive());
        return host + ":" + node.address().getPort();
    }

    private RelayState state(String name) {
        return advisor.relays().stream()
                .filter(relay -> relay.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("it did not happen within a minute")
                    .isLessThan(end);
            Thread.sleep(50);
        }
    }

    @Test
    void aRelayThatDoesNotKnowTheClientForwardsWhatTheServiceSigned() throws Exception {
        WaybillNode relay = node(relayHome, "127.0.0.5");
        String via = register(relay, "signed");
        Path client = directory.resolve("client");
        WaybillNode end = node(client, "127.0.0.1");
        Path source = random(directory.resolve("source"), 24 << 20);
        TransferRequest request = new TransferRequest(
                Location.local(source.toString()),
                new Location("waybill", null, "127.0.0.1", end.address().getPort(), "/copy"),
                NetworkPaths.through(List.of(via)),
                new DataOptions(0, RATE, Verify.SHA256));
        List<String> events = new CopyOnWriteArrayList<>();
        List<String> notes = new CopyOnWriteArrayList<>();
        List<Boolean> busy = new CopyOnWriteArrayList<>();
        TransferListener listener = new TransferListener() {
            @Override
            public void onEvent(String code, String text) {
                events.add(code + " " + text);
            }

            @Override
            public void onProgress(Progress progress) {
                busy.add(state("signed").busy());
            }
        };
        TransferReport report =
                new EngineMover(client, new ServiceRouteTokens(() -> advisor, notes::add)).move(request, listener);
        assertThat(end.settings().dataDirectory().resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.via()).containsExactly(via);
        assertThat(events).anyMatch(line -> line.contains("signed by the service"));
        assertThat(notes).isEmpty();
        assertThat(busy).as("the service knew while it lasted").contains(true);
        until(() -> !state("signed").busy());
        assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(20 << 20);
        // without the service the relay does not know whose signature that is
        events.clear();
        new EngineMover(client).move(request, listener);
        assertThat(events)
                .anyMatch(line -> line.startsWith("PATH_FAILED"))
                .noneMatch(line -> line.contains("signed by"));
    }

    /** First, while no other test's nodes have their turns. */
    @Test
    @Tag("nightly")
    @Order(1)
    void linksAreMeasuredOneAtATimeAndPathsForecastFromThem() throws Exception {
        register(node(relayHome, "127.0.0.2"), "first");
        register(node(relayHome, "127.0.0.3"), "second");
        until(() -> measured("127.0.0.2", "127.0.0.3"));
        Measurement there =
                advisor.history("127.0.0.2", "127.0.0.3", 1).measurements().getFirst();
        assertThat(there.method()).isEqualTo("virtual link");
        assertThat(there.value()).isGreaterThan(1e6);
        assertThat(advisor.virtualPaths("127.0.0.2", "127.0.0.3", 4)).first().satisfies(path -> {
            assertThat(path.via()).isEmpty();
            assertThat(path.bitsPerSecond()).isPositive();
            assertThat(path.samples()).isPositive();
        });
        PathForecast unknown =
                advisor.virtualPaths("nobody.example", "127.0.0.3", 4).getFirst();
        assertThat(unknown.bitsPerSecond()).isNull();
    }

    private boolean measured(String source, String destination) {
        return !advisor.history(source, destination, 1).measurements().isEmpty();
    }

    @Test
    void nobodyTakesTheNameOfARelayAndNoReportIsBelievedUnsigned() throws Exception {
        WaybillNode relay = node(relayHome, "127.0.0.1");
        register(relay, "mine");
        Path other = Files.createDirectory(directory.resolve("other"));
        RelayHealth health = new RelayHealth(0, 1, 0, 1, 0, null, null);
        assertThatThrownBy(() -> advisor.reportRelay(new NodeIdentityProof(other)
                        .report("mine", "127.0.0.1", 7411, Instant.now(), health, List.of())))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("a different certificate");
        RelayReport good =
                new NodeIdentityProof(other).report("theirs", "127.0.0.1", 7412, Instant.now(), health, List.of());
        RelayReport forged = new RelayReport(
                good.name(),
                "127.0.0.9",
                good.port(),
                good.certificate(),
                good.routeKey(),
                good.endorsement(),
                good.at(),
                good.health(),
                good.measured(),
                good.signature());
        assertThatThrownBy(() -> advisor.reportRelay(forged))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("does not match its certificate");
        RelayReport old = new NodeIdentityProof(other)
                .report("theirs", "127.0.0.1", 7412, Instant.now().minusSeconds(600), health, List.of());
        assertThatThrownBy(() -> advisor.reportRelay(old)).hasMessageContaining("clocks");
        assertThat(advisor.relays()).extracting(RelayState::name).doesNotContain("theirs");
    }

    /** Each report would else be a change of the catalogue, which only an operator may make. */
    @Test
    void aRelayThatReportsAnAddressOfItsHostHasNotMoved() throws Exception {
        catalogue.save(new Host(0, 0, "dtn.catalogued.example", "", List.of("192.0.2.88", "2001:DB8::88")));
        NodeIdentityProof proof = new NodeIdentityProof(relayHome);
        RelayHealth health = new RelayHealth(0, 1, 0, 1, 0, null, null);
        for (String host : List.of("192.0.2.88", "192.0.2.88", "2001:db8:0::88", "dtn.catalogued.example")) {
            advisor.reportRelay(proof.report("catalogued", host, 7411, Instant.now(), health, List.of()));
        }
        assertThat(state("catalogued").address()).isEqualTo("dtn.catalogued.example:7411");
        long id = catalogue
                .list(CatalogKind.RELAY, "catalogued", 0, 1)
                .entries()
                .getFirst()
                .id();
        assertThat(catalogue.changes(CatalogKind.RELAY, id, 10))
                .extracting(Change::action)
                .containsExactly("ADD");
        advisor.reportRelay(proof.report("catalogued", "192.0.2.89", 7411, Instant.now(), health, List.of()));
        assertThat(state("catalogued").address()).isEqualTo("192.0.2.89:7411");
    }

    @Test
    void theConsoleShowsHowARegisteredRelayIs() throws Exception {
        register(node(relayHome, "127.0.0.6"), "shown");
        URI page = URI.create(service.url().toString()).resolve("/transfers");
        try (HttpClient browser = HttpClient.newHttpClient()) {
            String text = browser.send(
                            HttpRequest.newBuilder(page)
                                    .header("Cookie", "waybill-session=" + service.token())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            assertThat(text).contains(">shown<");
            String row = text.substring(text.indexOf(">shown<")).split("</tr>", 2)[0];
            assertThat(row)
                    .contains(
                            ">idle<", "0 of " + RelaySettings.DEFAULT.capacity().circuits(), "1 Gbit/s");
        }
    }

    private static Path random(Path file, int bytes) throws Exception {
        byte[] content = new byte[bytes];
        new Random(5).nextBytes(content);
        return Files.write(file, content);
    }
}
