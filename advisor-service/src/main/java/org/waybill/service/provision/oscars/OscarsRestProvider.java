package org.waybill.service.provision.oscars;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.CircuitProvider;
import org.waybill.service.provision.HeldCircuit;
import org.waybill.service.provision.PlannedQuotes;
import org.waybill.service.provision.Quotes;
import org.waybill.service.provision.VolumeRequest;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * OSCARS 1.x over REST: path computation for quotes, then hold, commit and release of a connection between two ports.
 * Rates there are whole Mbit/s; OSCARS holds for fifteen minutes and says until when.
 */
public record OscarsRestProvider(ProvisioningHttpClient exchange, JsonMapper json) implements CircuitProvider {
    private static final double MEGABIT = 1e6;
    private static final Duration FIRST_WINDOW = Duration.ofHours(1);
    private static final int MOST_WINDOWS = 5;

    /**
     * The widest path that is free for all of a time. A longer time can only have less free, so the time is stretched
     * until the volume fits into it.
     */
    @Override
    public Quotes quote(VolumeRequest ask) {
        String a = PortPoint.of(ask.ingress()).device();
        String z = PortPoint.of(ask.egress()).device();
        Instant latest = ask.latest();
        Instant end = latest == null ? ask.earliest().plus(FIRST_WINDOW) : latest;
        for (int window = 0; window < MOST_WINDOWS; window++) {
            JsonNode widest = paths(a, z, ask.earliest(), end, 0).path("widestAZ");
            double rate = Math.min(widest.path("azAvailable").asDouble(0) * MEGABIT, ask.mostBitsPerSecond());
            Quotes quotes = PlannedQuotes.at(rate, devices(urns(widest)), ask, QuoteBasis.AVAILABILITY);
            if (quotes.earliestFinish() == null
                    || !quotes.earliestFinish().end().isAfter(end)) {
                return quotes;
            }
            end = quotes.earliestFinish().end();
        }
        return new Quotes(QuoteBasis.AVAILABILITY, null, null, null);
    }

    private JsonNode paths(String a, String z, Instant from, Instant until, long megabits) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("interval", Map.of("beginning", seconds(from), "ending", seconds(until)));
        body.put("a", a);
        body.put("z", z);
        body.put("azBw", megabits);
        body.put("zaBw", megabits);
        body.put("include", List.of());
        body.put("exclude", List.of());
        return read(post("/api/pce/paths", body));
    }

    private static double seconds(Instant instant) {
        return instant.toEpochMilli() / 1e3;
    }

    private static List<String> urns(JsonNode path) {
        List<String> urns = new ArrayList<>();
        path.path("azEro").forEach(hop -> urns.add(hop.path("urn").asString("")));
        return urns;
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        PortPoint a = PortPoint.of(wanted.ingress());
        PortPoint z = PortPoint.of(wanted.egress());
        long megabits = wanted.megabits();
        String id = identifier(text(exchange.send("/protected/conn/generateId", headers(), null)));
        List<String> ero = a.device().equals(z.device()) ? List.of() : ero(a, z, wanted, megabits);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("connectionId", id);
        body.put("begin", wanted.start().getEpochSecond());
        body.put("end", ceilSeconds(wanted.end()));
        body.put("mode", "AUTOMATIC");
        body.put("pipes", ero.isEmpty() ? List.of() : List.of(pipe(a, z, ero, megabits)));
        body.put(
                "junctions",
                (ero.isEmpty() ? List.of(a) : List.of(a, z))
                        .stream().map(point -> Map.of("device", point.device())).toList());
        body.put("fixtures", List.of(fixture(a, megabits), fixture(z, megabits)));
        body.put("description", "waybill " + wanted.id());
        JsonNode held = read(post("/protected/hold", body));
        JsonNode validity = held.path("validity");
        if (!validity.path("valid").asBoolean(false)) {
            release(id);
            throw exchange.conflict(
                    "refuses: " + Soap.oneLine(validity.path("message").asString("")));
        }
        double until = held.path("heldUntil").asDouble(0);
        return new HeldCircuit(
                id,
                wanted.start(),
                wanted.end(),
                wanted.bitsPerSecond(),
                devices(ero, a),
                until > 0 ? Instant.ofEpochMilli((long) (until * 1e3)) : null,
                List.of());
    }

    private static long ceilSeconds(Instant instant) {
        return instant.minusNanos(1).getEpochSecond() + 1;
    }

    private List<String> ero(PortPoint a, PortPoint z, CircuitHoldOrder wanted, long megabits) {
        JsonNode fits = paths(a.device(), z.device(), wanted.start(), wanted.end(), megabits)
                .path("fits");
        List<String> urns = urns(fits);
        // device, port, port, device, ...
        if (urns.size() < 4 || urns.size() % 3 != 1) {
            throw exchange.conflict("has no path with " + megabits + " Mbit/s free in that time");
        }
        return urns;
    }

    private static List<String> devices(List<String> ero, PortPoint only) {
        return ero.isEmpty() ? List.of(only.device()) : devices(ero);
    }

    /** The hops of an ERO without the ports between them: device, port, port, device, ... */
    private static List<String> devices(List<String> ero) {
        List<String> devices = new ArrayList<>();
        for (int i = 0; i < ero.size(); i += 3) {
            devices.add(ero.get(i));
        }
        return devices;
    }

    private static Map<String, Object> pipe(PortPoint a, PortPoint z, List<String> ero, long megabits) {
        return Map.of("a", a.device(), "z", z.device(), "mbps", megabits, "ero", ero);
    }

    private static Map<String, Object> fixture(PortPoint point, long megabits) {
        return Map.of("junction", point.device(), "port", point.port(), "vlan", point.vlan(), "mbps", megabits);
    }

    @Override
    public void commit(String id) {
        String phase = text(exchange.send("/protected/conn/commit", headers(), id.getBytes(StandardCharsets.UTF_8)));
        if (!phase.equals("RESERVED")) {
            throw exchange.conflict("did not reserve: " + Soap.oneLine(phase));
        }
    }

    @Override
    public void release(String id) {
        exchange.send("/protected/conn/release", headers(), id.getBytes(StandardCharsets.UTF_8));
    }

    private ProvisioningHttpClient.Reply post(String path, Map<String, Object> body) {
        return exchange.send(path, headers(), json.writeValueAsBytes(body));
    }

    private Map<String, String> headers() {
        // as OSCARS' own description has it: not the usual Authorization
        return Map.of(
                "Content-Type",
                "application/json",
                "Authentication",
                exchange.access().required("token"));
    }

    private String text(ProvisioningHttpClient.Reply reply) {
        String text = new String(successful(reply).body(), StandardCharsets.UTF_8).strip();
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }

    private String identifier(String text) {
        if (!text.matches("[A-Za-z0-9_-]{1,64}")) {
            throw exchange.unavailable("returns no valid connection id");
        }
        return text;
    }

    private JsonNode read(ProvisioningHttpClient.Reply reply) {
        @Nullable JsonNode document = null;
        try {
            document = json.readTree(successful(reply).body());
        } catch (JacksonException e) {
            throw exchange.unavailable("does not answer with JSON", e);
        }
        if (document == null || !document.isObject()) {
            throw exchange.unavailable("does not answer with a JSON object");
        }
        return document;
    }

    private ProvisioningHttpClient.Reply successful(ProvisioningHttpClient.Reply reply) {
        if (reply.status() == 500) {
            throw exchange.unavailable("answers HTTP 500");
        }
        return reply;
    }
}
