package org.waybill.service.console;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.AdvisorService;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.provision.LinkCalendar;
import org.waybill.service.provision.LinkCalendar.Link;
import org.waybill.service.provision.LinkCalendar.Slot;

/** Reservations of circuits: what is held and committed, and a calendar of each link's load. */
@Controller
record ReservationsController(AdvisorService circuits, LinkCalendar calendar, Formats show, Clock clock) {
    private static final int MOST = 200;
    private static final int WIDTH = 640;
    private static final int HEIGHT = 26;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM", Locale.ENGLISH);

    /** A day of the calendar, drawn at {@code x}. */
    record DayMark(double x, String label) {}

    /** A stretch of constant load in a link's row; {@code x}, {@code y}, {@code width}, {@code height} as drawn. */
    record Stretch(double x, double y, double width, double height, String title) {}

    /** A link's row of the calendar. */
    record Row(Link link, double peakBitsPerSecond, List<Stretch> stretches) {}

    @GetMapping("/reservations")
    String reservations(
            @RequestParam(defaultValue = "false") boolean all,
            @RequestParam(defaultValue = "7") int days,
            @RequestParam(defaultValue = "0") int shift,
            Model model) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("days", days, 1, 90);
        InputChecks.between("shift", shift, -1000, 1000);
        LocalDate first = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).plusDays((long) shift * days);
        Instant start = first.atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant end = start.plus(Duration.ofDays(days));
        model.addAttribute("all", all);
        model.addAttribute("days", days);
        model.addAttribute("shift", shift);
        model.addAttribute("marks", marks(first, days));
        model.addAttribute("first", first);
        model.addAttribute("last", first.plusDays(days - 1L));
        model.addAttribute(
                "rows",
                calendar.since(start).stream()
                        .map(link -> row(link, start, end))
                        .toList());
        model.addAttribute("circuits", circuits.circuits(all, MOST));
        return "console/reservations";
    }

    private static List<DayMark> marks(LocalDate first, int days) {
        int every = Math.max(1, days / 7);
        List<DayMark> marks = new ArrayList<>();
        for (int day = 0; day < days; day += every) {
            marks.add(new DayMark(Chart.round((double) WIDTH * day / days), DAY.format(first.plusDays(day))));
        }
        return marks;
    }

    private Row row(Link link, Instant start, Instant end) {
        TreeSet<Instant> edges = new TreeSet<>(List.of(start, end));
        for (Slot slot : link.slots()) {
            edges.add(slot.start().isBefore(start) ? start : slot.start().isAfter(end) ? end : slot.start());
            edges.add(slot.end().isAfter(end) ? end : slot.end());
        }
        double peak = 0;
        List<Stretch> stretches = new ArrayList<>();
        Instant from = start;
        for (Instant to : edges.tailSet(start, false)) {
            double load = load(link, from);
            if (load > 0) {
                double x = x(from, start, end);
                double height = Chart.round(HEIGHT * Math.min(1, load / Math.max(link.bitsPerSecond(), 1)));
                stretches.add(new Stretch(
                        x,
                        HEIGHT - height,
                        Math.max(1, x(to, start, end) - x),
                        height,
                        show.rate(load) + " from " + show.time(from) + " to " + show.time(to)));
            }
            peak = Math.max(peak, load);
            from = to;
        }
        return new Row(link, peak, stretches);
    }

    private static double load(Link link, Instant at) {
        return link.slots().stream()
                .filter(slot -> !slot.start().isAfter(at) && slot.end().isAfter(at))
                .mapToDouble(Slot::bitsPerSecond)
                .sum();
    }

    private static double x(Instant time, Instant start, Instant end) {
        return Chart.round((double) WIDTH
                * Duration.between(start, time).toSeconds()
                / Duration.between(start, end).toSeconds());
    }

    @PostMapping("/reservations/commit")
    String commit(@RequestParam String id) {
        circuits.commitCircuit(id);
        return "redirect:/reservations";
    }

    @PostMapping("/reservations/release")
    String release(@RequestParam String id) {
        circuits.releaseCircuit(id);
        return "redirect:/reservations";
    }
}
