package org.waybill.service.console;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.AdvisorService;
import org.waybill.api.RunningTransfer;
import org.waybill.api.TransferOutcome;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Relay;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayState;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.history.RunningTransfers;
import org.waybill.service.history.TransferRecords;
import org.waybill.service.overlay.Overlay;
import org.waybill.service.profile.Catalogue;
import org.waybill.service.profile.HostNames;

/** What was transferred lately, through which relays, and how good the forecasts were. */
@Controller
record ActivityController(
        Catalogue catalogue,
        TransferRecords records,
        RunningTransfers running,
        Overlay overlay,
        Formats show,
        Clock clock,
        AdvisorService advisor) {
    private static final int NEWEST = 50;
    private static final int ON_HOME = 8;
    private static final int DRAWN = 2_000;
    private static final int MOST_RELAYS = 500;
    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * A relay, how it is, and what went through it in the last day.
     *
     * @param live what it said of itself, null unless it reports
     * @param harm null if nothing through it could be held against direct transfers
     */
    record RelayLoad(
            Relay relay,
            boolean fresh,
            @Nullable RelayHealth live,
            boolean busy,
            long transfers,
            long bytes,
            @Nullable RelayHarmStatistics harm) {
        /** What its owner lets it forward, bit/s: by itself, else by the catalogue; null if unlimited. */
        public @Nullable Double limitBitsPerSecond() {
            return live != null && live.capacityBitsPerSecond() != null
                    ? live.capacityBitsPerSecond()
                    : relay.capacityBitsPerSecond();
        }

        /** In a word. */
        public String state() {
            return live == null ? fresh ? "reports" : "silent" : busy ? "busy" : "idle";
        }
    }

    /**
     * A transfer that is not over yet.
     *
     * @param percent of its bytes, null while their number is unknown
     * @param secondsLeft at the rate of the last seconds, null while that is nothing
     */
    record Running(
            RunningTransfer said,
            @Nullable Double percent,
            @Nullable Double secondsLeft) {
        static Running of(RunningTransfer said) {
            boolean sized = said.bytesTotal() > 0;
            boolean flows = sized && said.bitsPerSecond() > 0;
            return new Running(
                    said,
                    sized ? Math.min(100, Math.floor(100.0 * said.bytesDone() / said.bytesTotal())) : null,
                    flows ? Math.max(0, said.bytesTotal() - said.bytesDone()) * 8 / said.bitsPerSecond() : null);
        }
    }

    private List<Running> running(String source, String destination) {
        return running.now().stream()
                .filter(one -> source.isBlank() || one.sourceHost().equalsIgnoreCase(source.strip()))
                .filter(one -> destination.isBlank() || one.destinationHost().equalsIgnoreCase(destination.strip()))
                .map(Running::of)
                .toList();
    }

    /** A day in numbers. */
    record Day(
            long transfers,
            long good,
            double bytes,
            @Nullable Double medianErrorPercent) {}

    @GetMapping("/")
    String home(Model model) {
        Caller.current().needs(Role.VIEWER);
        List<TransferOutcome> lately = lately();
        double error = HistoryCharts.median(lately.stream()
                .filter(one -> one.forecastSecondsP50() != null && one.status().equals("OK") && one.seconds() > 0)
                .mapToDouble(HistoryCharts::errorPercent)
                .toArray());
        model.addAttribute(
                "day",
                new Day(
                        lately.size(),
                        lately.stream().filter(one -> one.status().equals("OK")).count(),
                        lately.stream().mapToDouble(TransferOutcome::bytes).sum(),
                        Double.isNaN(error) ? null : error));
        model.addAttribute("counts", catalogue.counts());
        model.addAttribute("transfers", records.since("", "", Instant.EPOCH, ON_HOME));
        model.addAttribute("relays", relays(lately));
        return "console/home";
    }

    private List<TransferOutcome> lately() {
        return records.since("", "", clock.instant().minus(DAY), DRAWN);
    }

    private List<RelayLoad> relays(List<TransferOutcome> lately) {
        Instant fresh = clock.instant().minus(FRESH);
        Map<String, RelayState> states = overlay.relays().stream()
                .filter(RelayState::alive)
                .collect(Collectors.toMap(RelayState::name, Function.identity(), (one, _) -> one));
        Map<String, RelayHarmStatistics> harms = RelayHarmStatistics.byRelay(lately);
        return catalogue.list(CatalogKind.RELAY, "", 0, MOST_RELAYS).entries().stream()
                .map(Relay.class::cast)
                .map(relay -> {
                    // clients may name a relay or only say where it is
                    Set<String> names =
                            new HashSet<>(List.of(relay.name(), HostNames.authority(relay.host(), relay.port())));
                    List<TransferOutcome> through = lately.stream()
                            .filter(one -> Arrays.stream(one.via().split(",")).anyMatch(names::contains))
                            .toList();
                    Instant seen = relay.lastSeen();
                    RelayState state = states.get(relay.name());
                    return new RelayLoad(
                            relay,
                            seen != null && seen.isAfter(fresh),
                            state == null ? null : state.health(),
                            state != null && state.busy(),
                            through.size(),
                            through.stream().mapToLong(TransferOutcome::bytes).sum(),
                            names.stream()
                                    .map(harms::get)
                                    .filter(Objects::nonNull)
                                    .reduce(RelayHarmStatistics::plus)
                                    .orElse(null));
                })
                .toList();
    }

    @GetMapping("/transfers")
    String transfers(
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "") String destination,
            Model model) {
        Caller.current().needs(Role.VIEWER);
        model.addAttribute("source", source);
        model.addAttribute("destination", destination);
        model.addAttribute("running", running(source, destination));
        model.addAttribute("transfers", records.since(source, destination, Instant.EPOCH, NEWEST));
        model.addAttribute("relays", relays(lately()));
        model.addAttribute("now", clock.instant());
        return "console/transfers";
    }

    @GetMapping("/history")
    String history(
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "") String destination,
            @RequestParam(defaultValue = "30") int days,
            Model model) {
        Caller.current().needs(Role.VIEWER);
        InputChecks.between("days", days, 1, 3660);
        Instant now = clock.instant();
        Instant since = now.minus(Duration.ofDays(days));
        List<TransferOutcome> moved = records.since(source, destination, since, DRAWN);
        Map<String, Long> statuses = moved.stream()
                .collect(Collectors.groupingBy(TransferOutcome::status, TreeMap::new, Collectors.counting()));
        model.addAttribute("source", source);
        model.addAttribute("destination", destination);
        model.addAttribute("days", days);
        model.addAttribute("count", moved.size());
        model.addAttribute("cut", moved.size() == DRAWN);
        model.addAttribute("statuses", statuses);
        model.addAttribute("charts", new HistoryCharts(moved, since, now, show).all());
        if (Caller.current().role().includes(Role.ADMINISTRATOR)) {
            model.addAttribute("accounts", advisor.historyAccounts(source, destination));
        }
        return "console/history";
    }

    @PostMapping("/history/delete")
    String deleteHistory(@RequestParam String account) {
        advisor.deleteHistory(account);
        return "redirect:/history";
    }
}
