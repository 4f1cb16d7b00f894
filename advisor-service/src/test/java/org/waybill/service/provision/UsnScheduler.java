package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A central scheduler of dedicated channels between two switches, behind forms on a web page: a calendar of one trunk,
 * the question for the first free slot of a given width and length, and reservations by name. The forms are made up,
 * since those of UltraScience Net were never published; what they ask and answer is what its papers describe.
 */
public final class UsnScheduler implements AutoCloseable {
    private static final long TRUNK_MEGABITS = 9_900;

    /** The settings that describe these forms. */
    public static final Map<String, String> SETTINGS = Map.of(
            "user", "waybill",
            "userPassword", "only & in tests",
            "slot.request",
                    "do=first-slot&who={user}&word={password}&a={ingress}&b={egress}&mbps={megabits}&from={start}&for={seconds}",
            "slot.answer", "<td>free from (?<start>[0-9]+)</td>",
            "reserve.request",
                    "do=reserve&who={user}&word={password}&a={ingress}&b={egress}&mbps={megabits}&from={start}&to={end}",
            "reserve.answer", "reservation <b>(?<id>[A-Z0-9-]+)</b>",
            "release.request", "do=cancel&who={user}&word={password}&id={id}");

    private record Booking(String id, long start, long end, long megabits) {}

    private final List<Booking> bookings = new ArrayList<>();
    private final List<Map<String, String>> forms = new ArrayList<>();
    private final StubServer server;
    private int made;

    public UsnScheduler() throws IOException {
        server = new StubServer(request -> answer(form(new String(request.body(), StandardCharsets.UTF_8))));
    }

    public StubServer server() {
        return server;
    }

    /** Somebody else's reservation, in seconds since 1970. */
    public synchronized void book(long start, long end, long megabits) {
        bookings.add(new Booking("OTHER-" + bookings.size(), start, end, megabits));
    }

    /** The widths of what this client has reserved, in Mbit/s. */
    public synchronized List<Long> reserved() {
        return bookings.stream()
                .filter(booking -> booking.id().startsWith("USN-"))
                .map(Booking::megabits)
                .toList();
    }

    public synchronized List<Map<String, String>> forms() {
        return List.copyOf(forms);
    }

    private static Map<String, String> form(String body) {
        Map<String, String> fields = new LinkedHashMap<>();
        Stream.of(body.split("&"))
                .map(field -> field.split("=", 2))
                .forEach(field -> fields.put(field[0], URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
        return fields;
    }

    private synchronized StubServer.Answer answer(Map<String, String> form) {
        forms.add(form);
        assertThat(form).containsEntry("who", "waybill").containsEntry("word", "only & in tests");
        String text =
                switch (form.get("do")) {
                    case "first-slot" -> {
                        OptionalLong start = firstSlot(number(form, "from"), number(form, "for"), number(form, "mbps"));
                        yield start.isEmpty()
                                ? "<td>none free</td>"
                                : "<tr>\n<td>free from " + start.getAsLong() + "</td>\n</tr>";
                    }
                    case "reserve" -> reserve(form);
                    case "cancel" ->
                        bookings.removeIf(booking -> booking.id().equals(form.get("id")))
                                ? "<p>cancelled</p>"
                                : "<p>no such reservation</p>";
                    default -> throw new IllegalArgumentException(form.toString());
                };
        return new StubServer.Answer(
                200, "text/html", ("<html>\n" + text + "\n</html>").getBytes(StandardCharsets.UTF_8));
    }

    private static long number(Map<String, String> form, String field) {
        return Long.parseLong(form.get(field));
    }

    private OptionalLong firstSlot(long from, long seconds, long megabits) {
        return LongStream.concat(
                        LongStream.of(from),
                        bookings.stream().mapToLong(Booking::end).filter(end -> end > from))
                .sorted()
                .filter(start -> isFree(start, start + seconds, megabits))
                .findFirst();
    }

    private boolean isFree(long start, long end, long megabits) {
        long taken = bookings.stream()
                .filter(booking -> booking.start() < end && booking.end() > start)
                .mapToLong(Booking::megabits)
                .sum();
        return taken + megabits <= TRUNK_MEGABITS;
    }

    private String reserve(Map<String, String> form) {
        long start = number(form, "from");
        long end = number(form, "to");
        long megabits = number(form, "mbps");
        assertThat(megabits % 150).as("steps of 150 Mbit/s").isZero();
        if (!isFree(start, end, megabits)) {
            return "<p>the channel is taken in that time</p>";
        }
        String id = "USN-" + ++made;
        bookings.add(new Booking(id, start, end, megabits));
        return "<p>reservation <b>" + id + "</b> made</p>";
    }

    @Override
    public void close() {
        server.close();
    }
}
