package org.waybill.service.provision.usn;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.CircuitProvider;
import org.waybill.service.provision.HeldCircuit;
import org.waybill.service.provision.Quotes;
import org.waybill.service.provision.VolumeRequest;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;

/**
 * UltraScience Net: dedicated channels of 150 Mbit/s to 10 Gbit/s in steps of 150 Mbit/s (Lu 2011, section 2.1.1.1),
 * which a central scheduler allocates ahead of time by forms over https, and which a daemon of its own sets up and takes
 * down at the times reserved. No description of the forms was published: the access file has them
 * ({@link SchedulerForm}). Times are seconds since 1970.
 */
public final class UsnProvider implements CircuitProvider {
    private static final double STEP = 150e6;
    private static final double WIDEST = 66 * STEP;
    private static final String FIRST_SLOT = "slot";
    private static final String RESERVE = "reserve";
    private static final String CONFIRM = "confirm";
    private static final String RELEASE = "release";

    private final ProvisioningHttpClient exchange;

    public UsnProvider(ProvisioningHttpClient exchange) {
        this.exchange = exchange;
    }

    /** The first free slot of channels of each half of the width before: the first to finish, and the shortest. */
    @Override
    public Quotes quote(VolumeRequest ask) {
        List<CircuitQuote> free = new ArrayList<>();
        double channel = Math.max(STEP, floor(Math.min(ask.mostBitsPerSecond(), WIDEST)));
        while (true) {
            firstSlot(ask, channel).ifPresent(free::add);
            if (channel == STEP) {
                break;
            }
            channel = Math.max(STEP, floor(channel / 2));
        }
        return new Quotes(
                QuoteBasis.AVAILABILITY,
                free.stream().min(Comparator.comparing(CircuitQuote::end)).orElse(null),
                free.stream()
                        .max(Comparator.comparing(CircuitQuote::bitsPerSecond))
                        .orElse(null),
                null);
    }

    private static double floor(double bitsPerSecond) {
        return Math.floor(bitsPerSecond / STEP) * STEP;
    }

    private Optional<CircuitQuote> firstSlot(VolumeRequest ask, double channel) {
        double rate = Math.min(channel, ask.mostBitsPerSecond());
        Duration needed = Duration.ofMillis((long) Math.ceil(ask.bytes() * 8000.0 / rate));
        Instant earliest = ask.earliest();
        Map<String, String> values = times(earliest, earliest.plus(needed), channel);
        values.put("ingress", ask.ingress());
        values.put("egress", ask.egress());
        Instant latest = ask.latest();
        SchedulerForm form = SchedulerForm.of(exchange.access(), FIRST_SLOT, "start");
        return form.read(send(form, values))
                .map(slot -> seconds(slot.group("start")))
                .filter(start -> !start.isBefore(earliest))
                .sorted()
                .findFirst()
                .filter(start -> latest == null || !start.plus(needed).isAfter(latest))
                .map(start -> new CircuitQuote(start, start.plus(needed), rate, List.of()));
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        double channel = Math.ceil(wanted.bitsPerSecond() / STEP) * STEP;
        if (channel > WIDEST) {
            throw exchange.conflict("has channels of up to " + (long) (WIDEST / 1e6) + " Mbit/s");
        }
        Map<String, String> values = times(wanted.start(), wanted.end(), channel);
        values.put("ingress", wanted.ingress());
        values.put("egress", wanted.egress());
        SchedulerForm form = SchedulerForm.of(exchange.access(), RESERVE, "id");
        return HeldCircuit.asWanted(wanted, first(form, values).group("id"), null);
    }

    /** A reservation of this scheduler is final; where the file describes a form that confirms it, that is sent. */
    @Override
    public void commit(String id) {
        if (exchange.access().setting(CONFIRM + ".request").isPresent()) {
            first(SchedulerForm.of(exchange.access(), CONFIRM, ""), named(id));
        }
    }

    @Override
    public void release(String id) {
        // whether the page says that it was released, or that there is none, is the same
        send(SchedulerForm.of(exchange.access(), RELEASE), named(id));
    }

    private Map<String, String> named(String id) {
        Map<String, String> values = user();
        values.put("id", id);
        return values;
    }

    private Map<String, String> times(Instant start, Instant end, double bitsPerSecond) {
        long from = ceil(start);
        long until = ceil(end);
        Map<String, String> values = user();
        values.put("start", Long.toString(from));
        values.put("end", Long.toString(until));
        values.put("seconds", Long.toString(until - from));
        values.put("megabits", Long.toString((long) (bitsPerSecond / 1e6)));
        return values;
    }

    private Map<String, String> user() {
        Map<String, String> values = new HashMap<>();
        exchange.access().setting("user").ifPresent(user -> values.put("user", user));
        exchange.access().setting("userPassword").ifPresent(password -> values.put("password", password));
        return values;
    }

    private static long ceil(Instant instant) {
        return instant.minusNanos(1).getEpochSecond() + 1;
    }

    private MatchResult first(SchedulerForm form, Map<String, String> values) {
        byte[] page = send(form, values);
        return form.read(page)
                .findFirst()
                .orElseThrow(
                        () -> exchange.conflict("refuses: " + Soap.oneLine(new String(page, StandardCharsets.UTF_8))));
    }

    private byte[] send(SchedulerForm form, Map<String, String> values) {
        ProvisioningHttpClient.Reply reply =
                exchange.send("", Map.of("Content-Type", "application/x-www-form-urlencoded"), form.fill(values));
        if (reply.status() == 500) {
            throw exchange.unavailable("answers HTTP 500");
        }
        return reply.body();
    }

    private Instant seconds(@Nullable String text) {
        if (text == null || !text.matches("[0-9]{1,11}")) {
            throw exchange.unavailable("shows no time in seconds since 1970");
        }
        return Instant.ofEpochSecond(Long.parseLong(text));
    }
}
