package org.waybill.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.waybill.engine.testserver.lab.InNamespace;
import org.waybill.engine.testserver.lab.LabServer;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** OSCARS 1.x on a host of a lab: computes paths over a real calendar, and holds and commits what it is asked to. */
final class OscarsStub implements AutoCloseable {
    static final int PORT = 8201;
    static final String TOKEN = "jwt-of-the-case-study";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final BandwidthCalendar calendar;
    private final Map<String, String> phases = new ConcurrentHashMap<>();

    private OscarsStub(HttpServer server, Network network) {
        this.server = server;
        this.calendar = BandwidthCalendar.of(network);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    static OscarsStub start(LabServer.At at, Network network) throws Exception {
        return InNamespace.call(
                at.lab().namespace(at.host()),
                () -> new OscarsStub(
                        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(at.address()), PORT), 0),
                        network));
    }

    /** The phase of each connection by its name. */
    Map<String, String> phases() {
        return Map.copyOf(phases);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        boolean secret = path.startsWith("/protected");
        boolean known = TOKEN.equals(exchange.getRequestHeaders().getFirst("Authentication"));
        String answer = secret && !known
                ? null
                : switch (path) {
                    case "/api/pce/paths" -> JSON.writeValueAsString(paths(JSON.readTree(body)));
                    case "/protected/conn/generateId" -> "C" + (phases.size() + 1);
                    case "/protected/hold" -> JSON.writeValueAsString(hold(JSON.readTree(body)));
                    case "/protected/conn/commit" -> phases.replace(body, "HELD", "RESERVED") ? "RESERVED" : null;
                    case "/protected/conn/release" -> phases.put(body, "ARCHIVED") == null ? null : "ARCHIVED";
                    default -> null;
                };
        byte[] bytes = (answer == null ? "" : answer).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(
                answer != null ? 200 : secret && !known ? 401 : 404, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Map<String, Object> paths(JsonNode asked) {
        long from = (long) (asked.get("interval").get("beginning").asDouble() * 1000);
        long until = (long) (asked.get("interval").get("ending").asDouble() * 1000);
        String a = asked.get("a").asString();
        String z = asked.get("z").asString();
        Map<String, Object> answer = new HashMap<>();
        answer.put("evaluated", 2);
        answer.put("widestAZ", path(CircuitPlanner.widest(calendar, a, z, from, until)));
        answer.put(
                "fits",
                path(CircuitPlanner.shortest(
                        calendar,
                        a,
                        z,
                        from,
                        until,
                        Math.max(1, asked.get("azBw").asDouble() * 1e6))));
        return answer;
    }

    private static Map<String, Object> path(Optional<Route> found) {
        if (found.isEmpty()) {
            return Map.of();
        }
        Route route = found.get();
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
        phases.put(asked.get("connectionId").asString(), "HELD");
        return Map.of(
                "connectionId",
                asked.get("connectionId").asString(),
                "heldUntil",
                System.currentTimeMillis() / 1000 + 900,
                "validity",
                Map.of("valid", true, "message", ""));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
