package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;
import org.waybill.api.AdvisorService;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Site;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitState;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.platform.PrivateFiles;
import org.waybill.service.account.Caller;
import org.waybill.service.profile.Catalogue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built-in circuits through Hessian and REST, on H2. */
class CircuitsTest {
    private static final long TERABYTE = 1_000_000_000_000L;
    private static final Instant TOMORROW =
            Instant.now().plus(Duration.ofDays(1)).truncatedTo(ChronoUnit.SECONDS);

    private static CatalogService catalogue;
    private static AdvisorService advisor;
    private static int names;

    @BeforeAll
    static void connect() throws IOException {
        catalogue = TestClients.catalogue(Standalone.shared().service);
        advisor = TestClients.advisor(Standalone.shared().service);
    }

    /** A system with a network of its own: a direct 10 Gbit/s way from a to b, and a longer one of 40. */
    private static String network() {
        String name = "Circuits " + ++names;
        catalogue.save(new Organisation(0, 0, name + " Org", "ch", ""));
        catalogue.save(new Site(0, 0, name + " Site", name + " Org", "", "", null, null));
        catalogue.save(new Provisioning(0, 0, name, ProvisioningKind.BUILT_IN, "", name + " Site"));
        TopologyReport report = advisor.importTopology(name, TopologyFormat.CSV, """
            from,to,bitsPerSecond,metric
            a%1$d,b%1$d,10e9,1
            a%1$d,m%1$d,40e9,5
            m%1$d,b%1$d,40e9,5
            """.formatted(names));
        assertThat(report).isEqualTo(new TopologyReport(3, 3, 3, 0, 0, List.of()));
        return name;
    }

    private static String node(String letter) {
        return letter + names;
    }

    private static CircuitOffer offer(CircuitQuery query) {
        List<CircuitOffer> offers = advisor.quoteCircuits(query);
        assertThat(offers).hasSize(1);
        return offers.getFirst();
    }

    private static CircuitHold hold(String system, Instant start, long seconds, double rate, String... path) {
        return new CircuitHold(
                UUID.randomUUID().toString(),
                system,
                node("a"),
                node("b"),
                start,
                start.plusSeconds(seconds),
                rate,
                List.of(path));
    }

    private static void refused(String code, String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ServiceException.class, refused -> {
            assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
            assertThat(refused.getMessage()).contains(message).hasLineCount(1);
        });
    }

    /** Built-in circuits too: the owner's switches are set up by hand. */
    @Test
    void theSetUpTimeThatTheOwnerHasSetCountsInTheBreakEvenSize() throws IOException {
        String system = network();
        CircuitQuery query = new CircuitQuery(node("a"), node("b"), TERABYTE, null, null, null, 10e9, 1e9);
        CircuitOffer usual = offer(query);
        assertThat(usual.setUpSeconds()).isNull();
        assertThat(usual.breakEvenBytes()).as("it starts at once").isLessThan(2_000_000_000);
        Path access = Standalone.shared().home.resolve("provisioning");
        PrivateFiles.createDirectory(access);
        PrivateFiles.replace(access.resolve(system.replace(' ', '_') + ".properties"), "setUpSeconds=600\n");
        CircuitOffer slow = offer(query);
        assertThat(slow.setUp()).isEqualTo(Duration.ofMinutes(10));
        // 600 s + 8 V / 10 Gbit/s = 8 V / 1 Gbit/s
        assertThat(slow.breakEvenBytes()).isBetween((long) 83.2e9, (long) 83.5e9);
        PrivateFiles.replace(access.resolve(system.replace(' ', '_') + ".properties"), "setUpSeconds=soon\n");
        assertThat(offer(query).problem()).contains("invalid setUpSeconds 'soon'");
    }

    @Test
    void quotesFollowWhatOthersHold() {
        String system = network();
        CircuitQuery query = new CircuitQuery(node("a"), node("b"), TERABYTE, TOMORROW, null, null, 30e9, 1e9);
        CircuitOffer free = offer(query);
        assertThat(free.problem()).isEmpty();
        assertThat(free.basis()).isEqualTo(QuoteBasis.AVAILABILITY);
        // 8e12 bits at the 30 Gbit/s that the ends reach the circuit with, by the only way that carries it
        assertThat(free.earliestFinish())
                .isEqualTo(new CircuitQuote(
                        TOMORROW, TOMORROW.plusMillis(266_667), 30e9, List.of(node("a"), node("m"), node("b"))));
        assertThat(free.reservedPath().circuitBitsPerSecond()).isEqualTo(10e9);
        assertThat(free.reservedPath().path()).containsExactly(node("a"), node("b"));
        // a day's wait pays from about a day at 1 Gbit/s on
        assertThat(free.breakEvenBytes()).isBetween((long) 10.5e12, (long) 11.3e12);

        CircuitReservation held = advisor.holdCircuit(hold(system, TOMORROW, 1000, 35e9));
        assertThat(held.state()).isEqualTo(CircuitState.HELD);
        assertThat(held.path()).containsExactly(node("a"), node("m"), node("b"));
        assertThat(Duration.between(Instant.now(), held.heldUntil()))
                .isBetween(Duration.ofMinutes(14), Duration.ofMinutes(15));
        CircuitOffer busy = offer(query);
        assertThat(busy.earliestFinish().bitsPerSecond()).isEqualTo(10e9);
        assertThat(busy.earliestFinish().path()).containsExactly(node("a"), node("b"));
        assertThat(busy.shortestDuration().start()).isEqualTo(TOMORROW.plusSeconds(1000));

        advisor.releaseCircuit(held.id());
        assertThat(offer(query).earliestFinish()).isEqualTo(free.earliestFinish());
    }

    @Test
    void aHoldIsCommittedReleasedAndListed() {
        String system = network();
        CircuitHold wanted = hold(system, TOMORROW, 60, 9e9, node("a"), node("b"));
        CircuitReservation held = advisor.holdCircuit(wanted);
        assertThat(advisor.holdCircuit(wanted)).as("asked twice, held once").isEqualTo(held);
        assertThat(advisor.commitCircuit(held.id()).state()).isEqualTo(CircuitState.COMMITTED);
        assertThat(advisor.commitCircuit(held.id()).heldUntil()).isNull();
        assertThat(advisor.circuits(false, 1000))
                .extracting(CircuitReservation::id)
                .contains(held.id());
        refused(
                ServiceException.CONFLICT,
                "1000000000 bit/s free",
                () -> advisor.holdCircuit(hold(system, TOMORROW, 60, 9e9, node("a"), node("b"))));
        assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
        assertThat(advisor.releaseCircuit(held.id()).state()).isEqualTo(CircuitState.RELEASED);
        assertThat(advisor.circuits(false, 1000))
                .extracting(CircuitReservation::id)
                .doesNotContain(held.id());
        assertThat(advisor.circuits(true, 1000))
                .extracting(CircuitReservation::id)
                .contains(held.id());
        refused(ServiceException.CONFLICT, "RELEASED", () -> advisor.commitCircuit(held.id()));
    }

    @Test
    void hostsAndSitesAreAttachedToNodes() {
        String system = network();
        String host = "dtn." + names + ".circuits.example";
        catalogue.save(new Host(0, 0, host, system + " Site", List.of()));
        assertThat(advisor.quoteCircuits(CircuitQuery.of(host, node("b"), 1)))
                .as("not attached")
                .isEmpty();
        advisor.attach(new Attachment(system, system + " Site", node("m")));
        assertThat(offer(CircuitQuery.of(host, node("b"), 1)).ingress()).isEqualTo(node("m"));
        advisor.attach(new Attachment(system, host.toUpperCase(Locale.ROOT) + ".", node("a")));
        assertThat(offer(CircuitQuery.of(host, node("b"), 1)).ingress())
                .as("the host before its site")
                .isEqualTo(node("a"));
        assertThat(advisor.attachments(system))
                .containsExactlyInAnyOrder(
                        new Attachment(system, system + " Site", node("m")), new Attachment(system, host, node("a")));
        advisor.attach(new Attachment(system, host, ""));
        assertThat(offer(CircuitQuery.of(host, node("b"), 1)).ingress()).isEqualTo(node("m"));
        assertThat(advisor.profile(host).provisioning()).extracting("name").contains(system);
    }

    @Test
    void aHostAndASiteStayAttachedUnderAnotherName() {
        String system = network();
        String host = "before." + names + ".circuits.example";
        Host saved = (Host) catalogue.save(new Host(0, 0, host, system + " Site", List.of()));
        advisor.attach(new Attachment(system, host, node("a")));
        advisor.attach(new Attachment(system, system + " Site", node("m")));
        String later = "after." + names + ".circuits.example";
        catalogue.save(new Host(saved.id(), saved.version(), later, system + " Site", List.of()));
        Site site = (Site) catalogue
                .list(CatalogKind.SITE, system + " Site", 0, 1)
                .entries()
                .getFirst();
        catalogue.save(new Site(site.id(), site.version(), system + " Hall", system + " Org", "", "", null, null));
        assertThat(advisor.attachments(system))
                .containsExactlyInAnyOrder(
                        new Attachment(system, later, node("a")), new Attachment(system, system + " Hall", node("m")));
    }

    @Test
    void aDeletedSystemComesBackWithItsTopologyAndItsAttachments() throws IOException {
        String system = network();
        advisor.attach(new Attachment(system, "attached.circuits.example", node("m")));
        CircuitQuery query = new CircuitQuery(node("a"), node("b"), TERABYTE, TOMORROW, null, null, 30e9, 1e9);
        CircuitOffer before = offer(query);
        Provisioning entry = (Provisioning)
                catalogue.list(CatalogKind.PROVISIONING, system, 0, 1).entries().getFirst();
        Catalogue inside = ((SpringService) Standalone.shared().service).bean(Catalogue.class);
        SecurityContextHolder.getContext()
                .setAuthentication(new UsernamePasswordAuthenticationToken(Caller.SERVICE, null, List.of()));
        try {
            long kept = inside.deleteIntoBin(CatalogKind.PROVISIONING, entry.id(), entry.version());
            assertThat(advisor.quoteCircuits(query)).isEmpty();
            inside.restore(kept);
        } finally {
            SecurityContextHolder.clearContext();
        }
        assertThat(offer(query).earliestFinish()).isEqualTo(before.earliestFinish());
        assertThat(offer(query).reservedPath()).isEqualTo(before.reservedPath());
        assertThat(advisor.attachments(system))
                .containsExactly(new Attachment(system, "attached.circuits.example", node("m")));
    }

    @Test
    void anImportTakesDownWhatIsGoneAndKeepsWhatIsReserved() {
        String system = network();
        CircuitReservation held = advisor.holdCircuit(hold(system, TOMORROW, 60, 1e9, node("a"), node("b")));
        TopologyReport report = advisor.importTopology(
                system,
                TopologyFormat.CSV,
                "from,to,bitsPerSecond\n" + node("a") + "," + node("m") + ",20e9\nnonsense\n" + node("m") + ","
                        + node("b") + ",40e9\n");
        assertThat(report.changed()).isEqualTo(2);
        assertThat(report.removed()).isEqualTo(1);
        assertThat(report.problems()).hasSize(1).first().asString().contains("topology:3");
        CircuitOffer offer = offer(CircuitQuery.of(node("a"), node("b"), 1_000_000));
        assertThat(offer.earliestFinish().path()).hasSize(3);
        assertThat(advisor.commitCircuit(held.id()).state()).isEqualTo(CircuitState.COMMITTED);
        refused(
                ServiceException.BAD_REQUEST,
                "must be a JSON document",
                () -> advisor.importTopology(system, TopologyFormat.OSCARS_JSON, "{"));
        refused(
                ServiceException.BAD_REQUEST,
                "no usable link",
                () -> advisor.importTopology(system, TopologyFormat.NML, "<a><!DOCTYPE"));
    }

    @Test
    void whatCannotBeIsRefusedWithTheRemedy() {
        String system = network();
        String bad = ServiceException.BAD_REQUEST;
        Instant past = Instant.now().minusSeconds(3600);
        refused(bad, "bytes is 0", () -> advisor.quoteCircuits(CircuitQuery.of(node("a"), node("b"), 0)));
        refused(
                bad,
                "in the past",
                () -> advisor.quoteCircuits(new CircuitQuery(node("a"), node("b"), 1, past, null, null, null, null)));
        refused(
                bad,
                "not after the earliest",
                () -> advisor.quoteCircuits(
                        new CircuitQuery(node("a"), node("b"), 1, TOMORROW, TOMORROW, null, null, null)));
        refused(
                bad,
                "mostBitsPerSecond",
                () -> advisor.quoteCircuits(
                        new CircuitQuery(node("a"), node("b"), 1, null, null, Double.NaN, null, null)));
        refused(bad, "in the past", () -> advisor.holdCircuit(hold(system, past, 7200, 1e9)));
        refused(bad, "bitsPerSecond is 0", () -> advisor.holdCircuit(hold(system, TOMORROW, 60, 0)));
        refused(bad, "not after the start", () -> advisor.holdCircuit(hold(system, TOMORROW, 0, 1e9)));
        refused(
                bad,
                "no link from",
                () -> advisor.holdCircuit(hold(system, TOMORROW, 60, 1e9, node("a"), "nowhere", node("b"))));
        refused(
                bad,
                "the path leads from",
                () -> advisor.holdCircuit(hold(system, TOMORROW, 60, 1e9, node("m"), node("b"))));
        refused(
                bad,
                "not attached",
                () -> advisor.holdCircuit(new CircuitHold(
                        UUID.randomUUID().toString(),
                        system,
                        node("a"),
                        "elsewhere",
                        TOMORROW,
                        TOMORROW.plusSeconds(1),
                        1,
                        List.of())));
        refused(
                bad,
                "expected a UUID",
                () -> advisor.holdCircuit(new CircuitHold(
                        "1", system, node("a"), node("b"), TOMORROW, TOMORROW.plusSeconds(1), 1, List.of())));
        refused(ServiceException.CONFLICT, "no circuit", () -> advisor.holdCircuit(hold(system, TOMORROW, 60, 41e9)));
        refused(ServiceException.NOT_FOUND, "no reservation", () -> advisor.commitCircuit("x"));
        refused(
                ServiceException.NOT_FOUND,
                "no provisioning system",
                () -> advisor.attach(new Attachment("nobody", "h", "a")));
        CircuitOffer late = offer(
                new CircuitQuery(node("a"), node("b"), TERABYTE, TOMORROW, TOMORROW.plusSeconds(9), null, null, null));
        assertThat(late.problem()).contains("no circuit has enough capacity to finish by");
    }

    @Test
    void whoMayOnlyReadMayAskButNotReserve() throws Exception {
        String system = network();
        AdvisorService viewer = TestClients.advisor(Standalone.shared().service.url(), token("VIEWER"), null);
        assertThat(viewer.quoteCircuits(CircuitQuery.of(node("a"), node("b"), 1)))
                .hasSize(1);
        assertThat(viewer.circuits(false, 1)).isNotNull();
        String no = ServiceException.FORBIDDEN;
        refused(no, "OPERATOR", () -> viewer.holdCircuit(hold(system, TOMORROW, 60, 1e9)));
        refused(no, "OPERATOR", () -> viewer.commitCircuit("x"));
        refused(no, "OPERATOR", () -> viewer.releaseCircuit("x"));
        refused(no, "OPERATOR", () -> viewer.attach(new Attachment(system, "h", "a")));
        refused(no, "OPERATOR", () -> viewer.importTopology(system, TopologyFormat.CSV, ""));
    }

    /** Else one of two with equal quotes would release what the other holds. */
    @Test
    void anIdOfAnotherAccountIsRefused() throws Exception {
        String system = network();
        AdvisorService other = TestClients.advisor(Standalone.shared().service.url(), token("OPERATOR"), null);
        CircuitHold wanted = hold(system, TOMORROW, 60, 1e9, node("a"), node("b"));
        String id = advisor.holdCircuit(wanted).id();
        refused(
                ServiceException.CONFLICT,
                "the id " + id + " is another account's: choose a new one",
                () -> other.holdCircuit(wanted));
    }

    /** The token of an account with this role, put where the service looks for it. */
    private static String token(String role) throws Exception {
        String token = UUID.randomUUID().toString();
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        String url = "jdbc:h2:file:" + Standalone.shared().home.resolve("service/advisor")
                + ";MODE=MariaDB;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE;DB_CLOSE_ON_EXIT=FALSE";
        try (Connection database = DriverManager.getConnection(url, "sa", "");
                Statement statement = database.createStatement()) {
            statement.execute("insert into account (version, name, secret_hash, role_name, enabled, created_at)"
                    + " values (0, 'user " + token + "', '{x}', '" + role + "', true, 0)");
            statement.execute("insert into token (sha256, account_id, label, created_at, expires_at) select '"
                    + HexFormat.of().formatHex(hash) + "', id, 'test', 0, null from account"
                    + " where name = 'user " + token + "'");
        } catch (SQLException e) {
            throw new AssertionError("the account's tables are no longer as this test knows them", e);
        }
        return token;
    }

    @Test
    void manyClientsAtOnceNeverOversubscribe() throws Exception {
        String system = network();
        int clients = 12;
        CyclicBarrier together = new CyclicBarrier(clients);
        List<Callable<List<CircuitReservation>>> all = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            int client = i;
            all.add(() -> {
                together.await();
                List<CircuitReservation> got = new ArrayList<>();
                for (int turn = 0; turn < 6; turn++) {
                    try {
                        CircuitReservation held = advisor.holdCircuit(
                                hold(system, TOMORROW.plusSeconds(client * 7 % 40), 30 + turn, 4e9));
                        got.add(turn % 2 == 0 ? advisor.commitCircuit(held.id()) : held);
                    } catch (ServiceException full) {
                        assertThat(full.code()).isEqualTo(ServiceException.CONFLICT);
                    }
                }
                return got;
            });
        }
        List<CircuitReservation> granted = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<List<CircuitReservation>> each : threads.invokeAll(all)) {
                granted.addAll(each.get());
            }
        }
        // 50 Gbit/s in total, so twelve of 4 Gbit/s at any one time, and no more
        List<Integer> loads = granted.stream()
                .map(CircuitReservation::start)
                .map(at -> (int) granted.stream()
                        .filter(r -> !r.start().isAfter(at) && r.end().isAfter(at))
                        .count())
                .toList();
        assertThat(loads.stream().max(Comparator.naturalOrder()).orElseThrow()).isEqualTo(12);
    }

    @Test
    void theSameOverRest() throws Exception {
        String system = network();
        Standalone standalone = Standalone.shared();
        String token = standalone.service.token();
        JsonMapper json = JsonMapper.builder().build();
        HttpResponse<String> quoted = standalone.postJson(
                "/api/circuits/quotes",
                token,
                "{\"source\":\"" + node("a") + "\",\"destination\":\"" + node("b") + "\",\"bytes\":1000000000000}");
        assertThat(quoted.statusCode()).as(quoted.body()).isEqualTo(200);
        JsonNode quote = json.readTree(quoted.body()).get(0).get("earliestFinish");
        String id = UUID.randomUUID().toString();
        HttpResponse<String> held = standalone.postJson("/api/circuits", token, """
            {"id":"%s","system":"%s","source":"%s","destination":"%s","start":"%s","end":"%s",
            "bitsPerSecond":%s,"path":[]}\
            """.formatted(
                        id,
                        system,
                        node("a"),
                        node("b"),
                        quote.get("start").asString(),
                        quote.get("end").asString(),
                        quote.get("bitsPerSecond")));
        assertThat(held.statusCode()).as(held.body()).isEqualTo(200);
        assertThat(json.readTree(held.body()).get("state").asString()).isEqualTo("HELD");
        HttpResponse<String> committed = standalone.postJson("/api/circuits/" + id + "/commit", token, "");
        assertThat(json.readTree(committed.body()).get("state").asString()).isEqualTo("COMMITTED");
        assertThat(standalone.get("/api/circuits", token).body()).contains(id);
        HttpResponse<String> released = standalone.postJson("/api/circuits/" + id + "/release", token, "");
        assertThat(json.readTree(released.body()).get("state").asString()).isEqualTo("RELEASED");
        HttpResponse<String> unknown = standalone.postJson("/api/circuits/nobody/commit", token, "");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(standalone.postJson("/api/circuits/quotes", "", "{}").statusCode())
                .isEqualTo(401);
        assertThat(standalone.get("/v3/api-docs", token).body())
                .contains("/api/circuits/quotes", "/api/circuits/topology");
    }
}
