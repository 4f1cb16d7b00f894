package org.waybill.service.console;

import java.awt.geom.Rectangle2D;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.Place;
import org.waybill.api.ServiceException;
import org.waybill.api.TransferOutcome;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.history.TransferRecords;
import org.waybill.service.profile.SitePlaces;
import org.waybill.service.profile.SitePlaces.PlacedSite;

/**
 * The sites on a map of the world that comes with the program, and what was transferred between them in the last month.
 */
@Controller
record MapController(SitePlaces places, TransferRecords records, Clock clock) {
    private static final Duration PERIOD = Duration.ofDays(30);
    private static final int MOST_TRANSFERS = 2_000;
    private static final int MOST_LINES = 40;
    /** The outline's units: a tenth of a degree. */
    private static final int UNITS = 10;
    /** Of a site's name on the world's map, in these units. */
    private static final double FONT_SIZE = 52;

    private static final List<Region> REGIONS = List.of(
            new Region("WORLD", "World", -170, 78, 350, 134),
            new Region("NORTH_AMERICA", "North America", -130, 56, 72, 40),
            new Region("EUROPE", "Europe", -12, 62, 45, 28),
            new Region("ASIA", "Asia and Oceania", 60, 56, 120, 100));

    /** A part of the world in degrees. */
    record Region(String name, String title, int west, int north, int width, int height) {
        /** The outline's box. */
        public String viewBox() {
            return west * UNITS + " " + -north * UNITS + " " + width * UNITS + " " + height * UNITS;
        }

        /** How much larger than on the world's map things must be drawn: less than 1. */
        public double zoom() {
            return (double) width / REGIONS.getFirst().width;
        }

        /** What is seen of the outline, in its units. */
        Rectangle2D window() {
            return new Rectangle2D.Double(west * UNITS, -north * UNITS, width * UNITS, height * UNITS);
        }

        boolean holds(PlacedSite site) {
            Place place = site.place();
            return place.longitude() >= west
                    && place.longitude() <= west + width
                    && place.latitude() <= north
                    && place.latitude() >= north - height;
        }
    }

    /**
     * A site in the outline's units.
     *
     * @param label null where it would cover another
     */
    record Dot(PlacedSite site, double x, double y, double radius, SiteLabels.@Nullable Label label) {
        static Dot of(PlacedSite site, double zoom) {
            double size = 12 + Math.min(18, 4 * Math.log1p((double) site.hosts()));
            return new Dot(
                    site,
                    Chart.round(site.place().longitude() * UNITS),
                    Chart.round(-site.place().latitude() * UNITS),
                    Chart.round(size * zoom),
                    null);
        }

        Dot labelled(SiteLabels labels, double fontSize) {
            return new Dot(
                    site,
                    x,
                    y,
                    radius,
                    labels.place(site.name(), x, y, radius, fontSize).orElse(null));
        }
    }

    /** Those with relays and many hosts get their names first. */
    private static List<Dot> dots(List<PlacedSite> sites, Region shown) {
        List<Dot> dots = sites.stream()
                .filter(shown::holds)
                .map(site -> Dot.of(site, shown.zoom()))
                .sorted(Comparator.comparing((Dot dot) -> !dot.site().relay())
                        .thenComparing(dot -> -dot.site().hosts()))
                .toList();
        SiteLabels labels = new SiteLabels(shown.window());
        dots.forEach(dot -> labels.dot(dot.x(), dot.y(), dot.radius()));
        return dots.stream()
                .map(dot -> dot.labelled(labels, FONT_SIZE * shown.zoom()))
                .sorted(Comparator.comparing(dot -> dot.site().name()))
                .toList();
    }

    /** Transfers between two sites; {@code path} is an SVG path. */
    record Flow(String from, String to, String path, double width, long transfers, long bytes) {}

    @GetMapping("/map")
    String map(@RequestParam(defaultValue = "world") String region, Model model) {
        Caller.current().needs(Role.VIEWER);
        Region shown = REGIONS.stream()
                .filter(one -> one.name().equalsIgnoreCase(region.replace('-', '_')))
                .findFirst()
                .orElseThrow(() -> ServiceException.notFound("unknown region"));
        List<PlacedSite> sites = places.all();
        model.addAttribute("region", shown);
        model.addAttribute("regions", REGIONS);
        model.addAttribute("dots", dots(sites, shown));
        model.addAttribute("fontSize", FONT_SIZE * shown.zoom());
        model.addAttribute("flows", flows(sites, shown.zoom()));
        return "console/map";
    }

    private record Pair(long from, long to) {}

    private List<Flow> flows(List<PlacedSite> sites, double zoom) {
        List<TransferOutcome> moved = records.since("", "", clock.instant().minus(PERIOD), MOST_TRANSFERS);
        Set<String> hosts = new LinkedHashSet<>();
        moved.forEach(one -> {
            hosts.add(one.sourceHost());
            hosts.add(one.destinationHost());
        });
        Map<String, Long> siteOf = places.sitesOf(hosts);
        Map<Pair, List<TransferOutcome>> pairs = new HashMap<>();
        for (TransferOutcome one : moved) {
            Long from = siteOf.get(one.sourceHost());
            Long to = siteOf.get(one.destinationHost());
            if (from != null && to != null && !from.equals(to)) {
                pairs.computeIfAbsent(new Pair(from, to), _ -> new ArrayList<>())
                        .add(one);
            }
        }
        Map<Long, PlacedSite> known = sites.stream().collect(Collectors.toMap(PlacedSite::id, Function.identity()));
        List<Flow> flows = new ArrayList<>();
        pairs.forEach((pair, some) -> add(flows, known.get(pair.from()), known.get(pair.to()), some, zoom));
        flows.sort(Comparator.comparingLong(Flow::bytes).reversed());
        return flows.subList(0, Math.min(MOST_LINES, flows.size()));
    }

    private static void add(
            List<Flow> flows,
            @Nullable PlacedSite from,
            @Nullable PlacedSite to,
            List<TransferOutcome> some,
            double zoom) {
        if (from != null && to != null) {
            long bytes = some.stream().mapToLong(TransferOutcome::bytes).sum();
            flows.add(new Flow(
                    from.name(),
                    to.name(),
                    arc(from, to),
                    Chart.round((3 + Math.log1p(some.size()) * 1.5) * zoom),
                    some.size(),
                    bytes));
        }
    }

    /** A bow between two places, to the left of the line: there and back are two. */
    private static String arc(PlacedSite from, PlacedSite to) {
        double x1 = from.place().longitude() * UNITS;
        double y1 = -from.place().latitude() * UNITS;
        double x2 = to.place().longitude() * UNITS;
        double y2 = -to.place().latitude() * UNITS;
        double middleX = (x1 + x2) / 2 + (y2 - y1) * 0.18;
        double middleY = (y1 + y2) / 2 - (x2 - x1) * 0.18;
        return "M" + Chart.round(x1) + " " + Chart.round(y1) + "Q" + Chart.round(middleX) + " " + Chart.round(middleY)
                + " " + Chart.round(x2) + " " + Chart.round(y2);
    }
}
