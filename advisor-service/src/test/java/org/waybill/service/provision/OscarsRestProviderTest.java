package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.planner.file.OscarsTopology;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.reservation.Reservation;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.service.provision.oscars.OscarsRestProvider;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OSCARS 1.x against a server that computes paths over a real calendar and keeps its own phases. */
class OscarsRestProviderTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    private final Map<String, String> phases = new HashMap<>();
    private Network network = Network.builder()
            .link("lbl", "denv", 10e9)
            .link("denv", "fnal", 10e9)
            .link("lbl", "fnal", 1e9)
            .build();
    private BandwidthCalendar calendar;
    private StubServer server;
    private String password = "jwt";

    @BeforeEach
    void start() throws IOException {
        calendar = BandwidthCalendar.of(network);
        server = new StubServer(this::oscars);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private OscarsRestProvider provider() {
        return new OscarsRestProvider(server.exchange("/", Map.of("token", password)), JSON);
    }

    private StubServer.Answer oscars(StubServer.Request request) {
        if (request.path().startsWith("/protected")
                && !"jwt".equals(request.headers().get("Authentication").getFirst())) {
            return new StubServer.Answer(401, "text/plain", new byte[0]);
        }
        String body = new String(request.body(), StandardCharsets.UTF_8);
        return switch (request.method() + " " + request.path()) {
            case "POST /api/pce/paths" -> json(paths(JSON.readTree(body)));
            case "GET /protected/conn/generateId" -> text("C" + (phases.size() + 1));
            case "POST /protected/hold" -> json(hold(JSON.readTree(body)));
            case "POST /protected/conn/commit" -> {
                boolean held = phases.replace(body, "HELD", "RESERVED") || "RESERVED".equals(phases.get(body));
                yield held ? text("RESERVED") : new StubServer.Answer(404, "text/plain", new byte[0]);
            }
            case "POST /protected/conn/release" -> {
                phases.put(body, "ARCHIVED");
                yield text("ARCHIVED");
            }
            default -> new StubServer.Answer(404, "text/plain", new byte[0]);
        };
    }

    private Map<String, Object> paths(JsonNode asked) {
        long from = (long) (asked.get("interval").get("beginning").asDouble() * 1000);
        long until = (long) (asked.get("interval").get("ending").asDouble() * 1000);
        String a = asked.get("a").asString();
        String z = asked.get("z").asString();
        Map<String, Object> answer = new HashMap<>();
        answer.put("evaluated", 2);
        answer.put(
                "widestAZ",
                CircuitPlanner.widest(calendar, a, z, from, until)
                        .map(this::path)
                        .orElse(Map.of()));
        double wanted = Math.max(1, asked.get("azBw").asDouble() * 1e6);
        answer.put(
                "fits",
                CircuitPlanner.shortest(calendar, a, z, from, until, wanted)
                        .map(this::path)
                        .orElse(null));
        return answer;
    }

    private Map<String, Object> path(Route route) {
        List<Map<String, String>> ero = new ArrayList<>();
        for (int i = 0; i < route.nodes().size(); i++) {
            if (i > 0) {
                ero.add(Map.of("urn", route.nodes().get(i - 1) + ":out/" + i));
                ero.add(Map.of("urn", route.nodes().get(i) + ":in/" + i));
            }
            ero.add(Map.of("urn", route.nodes().get(i)));
        }
        return Map.of("cost", route.metric(), "azEro", ero, "azAvailable", (long) (route.bitsPerSecond() / 1e6));
    }

    private Map<String, Object> hold(JsonNode asked) {
        for (String mandatory : List.of("connectionId", "begin", "end", "mode", "description")) {
            assertThat(asked.has(mandatory)).as(mandatory).isTrue();
        }
        assertThat(asked.get("fixtures")).hasSize(2);
        for (JsonNode fixture : asked.get("fixtures")) {
            assertThat(asked.get("junctions").findValuesAsString("device"))
                    .contains(fixture.get("junction").asString());
            assertThat(fixture.get("port").asString())
                    .startsWith(fixture.get("junction").asString() + ":");
        }
        boolean valid = asked.get("fixtures").get(0).get("vlan").asInt() != 13;
        asked.get("pipes")
                .forEach(pipe -> assertThat(pipe.get("ero").size() % 3).isEqualTo(1));
        phases.put(asked.get("connectionId").asString(), valid ? "HELD" : "FAILED");
        return Map.of(
                "connectionId",
                asked.get("connectionId").asString(),
                "heldUntil",
                1_893_500_000.5,
                "validity",
                Map.of("valid", valid, "message", valid ? "" : "vlan 13 is\nnot available"));
    }

    private static StubServer.Answer json(Object value) {
        return new StubServer.Answer(200, "application/json", JSON.writeValueAsBytes(value));
    }

    private static StubServer.Answer text(String value) {
        return new StubServer.Answer(200, "text/plain", value.getBytes(StandardCharsets.UTF_8));
    }

    private static VolumeRequest ask(long bytes) {
        return new VolumeRequest(
                "lbl:1/1?vlan=100", "fnal:2/1?vlan=200", bytes, NOON, null, Double.POSITIVE_INFINITY, null);
    }

    private static CircuitHoldOrder wanted(int vlan, double bitsPerSecond) {
        return new CircuitHoldOrder(
                UUID.randomUUID().toString(),
                "lbl:1/1?vlan=" + vlan,
                "fnal:2/1?vlan=200",
                NOON,
                NOON.plusSeconds(60),
                bitsPerSecond,
                List.of());
    }

    @Test
    void quotesTheWidestPathForAsLongAsTheVolumeTakes() {
        CircuitQuote quick = provider().quote(ask(1_000_000_000_000L)).earliestFinish();
        assertThat(quick.bitsPerSecond()).isEqualTo(10e9);
        assertThat(Duration.between(quick.start(), quick.end())).isEqualTo(Duration.ofSeconds(800));
        assertThat(quick.path()).containsExactly("lbl", "denv", "fnal");
        // after an hour another user has the wide path: 9 TB have to take the narrow one, for 20 hours
        calendar = ((BandwidthCalendar.Admission.Admitted) calendar.admit(new Reservation(
                        "x",
                        NOON.plusSeconds(3600).toEpochMilli(),
                        NOON.plusSeconds(90_000).toEpochMilli(),
                        10e9,
                        List.of("lbl", "denv"))))
                .calendar();
        CircuitQuote slow = provider().quote(ask(9_000_000_000_000L)).earliestFinish();
        assertThat(slow.bitsPerSecond()).isEqualTo(1e9);
        assertThat(Duration.between(slow.start(), slow.end())).isEqualTo(Duration.ofHours(20));
    }

    @Test
    void holdsCommitsAndReleases() {
        HeldCircuit granted = provider().hold(wanted(100, 4e9));
        assertThat(granted.path()).containsExactly("lbl", "denv", "fnal");
        assertThat(granted.heldUntil()).isEqualTo(Instant.ofEpochMilli(1_893_500_000_500L));
        assertThat(phases).containsEntry(granted.externalId(), "HELD");
        provider().commit(granted.externalId());
        provider().commit(granted.externalId());
        assertThat(phases).containsEntry(granted.externalId(), "RESERVED");
        provider().release(granted.externalId());
        assertThat(phases).containsEntry(granted.externalId(), "ARCHIVED");
    }

    @Test
    void whatIsNotValidIsGivenBackAndSaysWhy() {
        assertThatThrownBy(() -> provider().hold(wanted(13, 1e9)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.CONFLICT))
                .hasMessage("Stub refuses: vlan 13 is not available");
        assertThat(phases).containsValue("ARCHIVED");
        assertThatThrownBy(() -> provider().hold(wanted(100, 11e9))).hasMessageContaining("11000 Mbit/s");
        assertThatThrownBy(() -> provider().quote(new VolumeRequest("lbl", "fnal:1", 1, NOON, null, 1e9, null)))
                .hasMessageContaining("attach at DEVICE:PORT?vlan=");
        password = "wrong";
        assertThatThrownBy(() -> provider().hold(wanted(100, 1e9)))
                .isInstanceOfSatisfying(
                        ServiceException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ServiceException.FORBIDDEN));
    }

    @ParameterizedTest
    @CsvSource({
        "302, '', UNAVAILABLE",
        "200, not json, UNAVAILABLE",
        "200, '[1]', UNAVAILABLE",
        "500, '', UNAVAILABLE",
        "503, '', UNAVAILABLE",
        "404, '', BAD_REQUEST"
    })
    void aServerThatHasLostItsMindIsOneLine(int status, String body, String code) throws IOException {
        try (StubServer odd = new StubServer(
                _ -> new StubServer.Answer(status, "text/html", body.getBytes(StandardCharsets.UTF_8)))) {
            OscarsRestProvider provider = new OscarsRestProvider(odd.exchange("/", Map.of("token", "t")), JSON);
            assertThatThrownBy(() -> provider.quote(ask(1))).isInstanceOfSatisfying(ServiceException.class, refused -> {
                assertThat(refused.code()).isEqualTo(code);
                assertThat(refused.getMessage()).startsWith("Stub ").hasLineCount(1);
            });
            assertThat(odd.requests()).as("no redirect is followed").hasSize(1);
        }
    }

    @Test
    void overEsnetsRealTopologyTheQuoteIsTheWidestPath() throws IOException {
        network = OscarsTopology.read(
                        JSON.readValue(
                                TestData.file("oscars/esnet_topology_2024.json").toFile(), Map.class),
                        "esnet")
                .value();
        calendar = BandwidthCalendar.of(network);
        VolumeRequest ask = new VolumeRequest(
                "ornl5600-cr6:1/1?vlan=100",
                "cern513-cr6:1/1?vlan=100",
                1_000_000_000_000L,
                NOON,
                null,
                Double.POSITIVE_INFINITY,
                null);
        CircuitQuote quote = provider().quote(ask).earliestFinish();
        assertThat(quote.bitsPerSecond()).isEqualTo(400e9);
        assertThat(quote.end()).isEqualTo(NOON.plusSeconds(20));
    }

    /** OSCARS 1.x publishes no schema: what its own description shows of a request replaces one. */
    @Test
    void everyRequestHasTheFieldsOfOscarsOwnExamples() throws IOException {
        quotesTheWidestPathForAsLongAsTheVolumeTakes();
        holdsCommitsAndReleases();
        String described = Files.readString(TestData.file("oscars/API.md"));
        for (String path : List.of("/protected/hold", "/api/pce/paths")) {
            Map<String, Set<String>> shown = new HashMap<>();
            int examples = examples(described, path, shown);
            assertThat(examples).as(path).isPositive();
            List<StubServer.Request> sent = server.requests().stream()
                    .filter(request -> request.path().equals(path))
                    .toList();
            assertThat(sent).as(path).isNotEmpty();
            for (StubServer.Request request : sent) {
                Map<String, Set<String>> ours = new HashMap<>();
                fields(JSON.readTree(request.body()), "", ours);
                // a field that an example shows as null may hold anything
                ours.forEach((field, types) -> assertThat(shown.getOrDefault(field, Set.of()))
                        .as(path + " " + field)
                        .containsAnyOf("NULL", types.iterator().next()));
            }
        }
        for (String path : List.of("/protected/conn/generateId", "/protected/conn/commit")) {
            assertThat(described).contains(path.substring(1));
        }
    }

    /** Gathers the fields of a request's examples, which are JSON with comments; what is cut short is passed over. */
    private static int examples(String described, String path, Map<String, Set<String>> fields) {
        JsonMapper lenient = JsonMapper.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
        int read = 0;
        for (String block : described.split("```")) {
            int begin = block.indexOf('{');
            if (begin >= 0
                    && block.substring(0, begin).contains("POST ")
                    && block.substring(0, begin).contains(path)) {
                try {
                    fields(lenient.readTree(block.substring(begin)), "", fields);
                    read++;
                } catch (JacksonException cut) {
                    // an example with dots in it
                }
            }
        }
        return read;
    }

    private static void fields(JsonNode node, String name, Map<String, Set<String>> fields) {
        if (!name.isEmpty()) {
            fields.computeIfAbsent(name, _ -> new HashSet<>())
                    .add(node.isNumber() ? "NUMBER" : node.getNodeType().name());
        }
        node.properties().forEach(field -> fields(field.getValue(), name + "." + field.getKey(), fields));
        if (node.isArray()) {
            node.forEach(element -> fields(element, name + "[]", fields));
        }
    }
}
