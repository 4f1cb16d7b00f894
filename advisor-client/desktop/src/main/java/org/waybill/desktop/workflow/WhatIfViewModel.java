package org.waybill.desktop.workflow;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.api.PairHistory;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.workflow.CircuitQuotes.CircuitQuote;
import org.waybill.engine.TransferException;

/**
 * The advice for a changed request next to the present one: other connections, size, route, start or a circuit. It uses
 * existing measurements; nothing is probed.
 */
public final class WhatIfViewModel {
    private static final int PAST = 200;

    private final AdvisorFacade assistant;
    public final Background.Slot work;
    private final InstantSource clock;
    private final ZoneId zone;
    /** Parallel connections, 0 for the transport's own choice. */
    public final IntegerProperty streams = new SimpleIntegerProperty(0);

    public final BooleanProperty dedicated = new SimpleBooleanProperty();
    public final BooleanProperty secure = new SimpleBooleanProperty();
    /** Whether to ask for dedicated bandwidth. */
    public final BooleanProperty circuit = new SimpleBooleanProperty();
    /** How many times as much data. */
    public final StringProperty sizeTimes = new SimpleStringProperty("1");
    /** When to begin, as HH:mm; empty for now. */
    public final StringProperty start = new SimpleStringProperty("");

    public final ObjectProperty<Route> route = new SimpleObjectProperty<>(Route.ANY);
    public final ObservableList<Route> routes = FXCollections.observableArrayList(Route.ANY);
    public final ObservableList<Change> changes = FXCollections.observableArrayList();
    private final StringProperty message = new SimpleStringProperty("");
    private final StringProperty remark = new SimpleStringProperty("");

    private Asking asking = request -> {
        throw new IllegalStateException("there is no advice yet");
    };
    private @Nullable AdviceRequest request;
    private Advisor.@Nullable AdviceResult now;
    private @Nullable Predicted then;

    /** Gives advice from what is known already. */
    @FunctionalInterface
    public interface Asking {
        Advisor.AdviceResult advise(AdviceRequest request) throws TransferException, InterruptedException;
    }

    /**
     * What an option would gain.
     *
     * @param change in words; empty when it cannot be said
     * @param gain -1 slower, 1 faster, 0 no change or unknown
     */
    public record Change(String title, String now, String then, String change, int gain) {}

    /**
     * Which options are shown.
     *
     * @param via the relays; empty for the direct path, null for any route
     */
    public record Route(String title, @Nullable List<String> via) {
        static final Route ANY = new Route("any route", null);

        boolean takes(Workflow option) {
            return via == null || via.equals(option.via());
        }
    }

    /** What the background finds out for a wish. */
    private record Found(
            Advisor.AdviceResult after, List<CircuitQuote> quotes, Map<String, TimeBand> legs, PairHistory history) {}

    /** The last prediction. */
    public record Predicted(AdviceRequest request, Advisor.AdviceResult advice) {}

    /** A wish, as it was typed. */
    private record Wish(
            AdviceRequest request,
            Advisor.AdviceResult before,
            Route route,
            @Nullable LocalTime time,
            Instant from,
            boolean circuit) {}

    WhatIfViewModel(AdvisorFacade assistant, Background background, InstantSource clock, ZoneId zone) {
        this.assistant = assistant;
        this.work = background.slot();
        this.clock = clock;
        this.zone = zone;
    }

    void start(AdviceRequest wanted, Advisor.AdviceResult found, Asking ask) {
        request = wanted;
        now = found;
        then = null;
        asking = ask;
        streams.set(wanted.streams());
        dedicated.set(wanted.dedicated());
        secure.set(wanted.secure());
        circuit.set(false);
        sizeTimes.set("1");
        start.set("");
        routes.setAll(routes(found.advice().workflows()));
        route.set(Route.ANY);
        changes.clear();
        message.set("");
        remark.set("");
    }

    private static List<Route> routes(List<Workflow> options) {
        List<Route> routes = new ArrayList<>(List.of(Route.ANY, new Route("direct only", List.of())));
        Set<List<String>> relays = new LinkedHashSet<>(options.stream()
                .map(Workflow::via)
                .filter(via -> !via.isEmpty())
                .toList());
        relays.forEach(via -> routes.add(new Route("via " + String.join(", ", via), via)));
        return routes;
    }

    /** Predicts. */
    public void predict() {
        Wish wish;
        try {
            wish = wish();
        } catch (IllegalArgumentException e) {
            message.set(String.valueOf(e.getMessage()));
            return;
        }
        if (wish == null) {
            return;
        }
        message.set("");
        remark.set("");
        work.run(() -> find(wish), found -> show(wish, found), e -> message.set(ErrorMessages.text(e)));
    }

    /** What was typed, null before the first advice; the exception's message says what is wrong with it. */
    private @Nullable Wish wish() {
        AdviceRequest wanted = request;
        Advisor.AdviceResult before = now;
        if (wanted == null || before == null) {
            return null;
        }
        AdviceRequest changed = new AdviceRequest(
                wanted.source(),
                wanted.destination(),
                bytes(before),
                wanted.prefer(),
                secure.get(),
                wanted.deadline(),
                dedicated.get(),
                streams.get(),
                wanted.replicas(),
                wanted.filter());
        LocalTime time = time();
        ZonedDateTime present = clock.instant().atZone(zone);
        ZonedDateTime from = time == null ? present : present.with(time);
        return new Wish(
                changed,
                before,
                route.get(),
                time,
                (from.isBefore(present) ? from.plusDays(1) : from).toInstant(),
                circuit.get());
    }

    private @Nullable LocalTime time() {
        String typed = start.get().strip();
        try {
            return typed.isEmpty() ? null : LocalTime.parse(typed.length() == 4 ? "0" + typed : typed);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "invalid time '" + typed + "': expected HH:MM, for example 22:00, or nothing for now", e);
        }
    }

    private @Nullable Long bytes(Advisor.AdviceResult before) {
        String typed = sizeTimes.get().strip().replace(',', '.');
        try {
            double times = Double.parseDouble(typed);
            if (times > 0 && times <= 1e6) {
                return before.counted()
                        .map(DatasetSize::dataset)
                        .map(Dataset::bytes)
                        .map(bytes -> Math.round(bytes * times))
                        .orElse(null);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("Invalid factor: enter how many times as much data, for example 10 or 0.5.");
    }

    private Found find(Wish wish) throws TransferException, InterruptedException {
        Advisor.AdviceResult after = only(wish.route(), asking.advise(wish.request()));
        String source = after.advice().source().host();
        String destination = after.advice().destination().host();
        long bytes = after.counted()
                .map(DatasetSize::dataset)
                .map(Dataset::bytes)
                .orElse(wish.request().sizeBytes() == null ? 0L : wish.request().sizeBytes());
        Map<String, TimeBand> legs = new LinkedHashMap<>();
        for (Workflow option : after.advice().workflows()) {
            if (option.via().size() == 1 && option.estimate().secondsP50() == null && bytes > 0) {
                String relay = host(option.via().getFirst());
                legs.put(
                        option.via().getFirst(),
                        PastRates.over(
                                assistant.history(source, relay, PAST),
                                assistant.history(relay, destination, PAST),
                                bytes));
            }
        }
        return new Found(
                after,
                wish.circuit() ? assistant.circuits().quotes(wish.request(), bytes, wish.from()) : List.of(),
                legs,
                assistant.history(source, destination, PAST));
    }

    private static String host(String relay) {
        int colon = relay.lastIndexOf(':');
        return colon < 0 ? relay : relay.substring(0, colon);
    }

    private static Advisor.AdviceResult only(Route route, Advisor.AdviceResult adviceResult) {
        List<Workflow> options = adviceResult.advice().workflows();
        return new Advisor.AdviceResult(
                adviceResult.advice().with(options.stream().filter(route::takes).toList()),
                IntStream.range(0, options.size())
                        .filter(i -> route.takes(options.get(i)))
                        .mapToObj(adviceResult.candidates()::get)
                        .toList(),
                adviceResult.counted());
    }

    private void show(Wish wish, Found found) {
        then = new Predicted(wish.request(), found.after());
        List<Workflow> before = wish.before().advice().workflows().stream()
                .filter(wish.route()::takes)
                .toList();
        List<Change> all = new ArrayList<>(
                OptionChanges.circuits(wish.before().advice().workflows(), found.quotes(), wish.from(), zone));
        all.addAll(OptionChanges.of(before, found.after().advice().workflows(), option -> band(option, wish, found)));
        changes.setAll(all);
        message.set(all.isEmpty() ? "No option is left." : "");
        remark.set(remark(wish, found));
    }

    private TimeBand band(Workflow option, Wish wish, Found found) {
        TimeBand band = option.via().isEmpty()
                ? TimeBand.of(option.estimate())
                : found.legs().getOrDefault(option.via().getFirst(), TimeBand.of(option.estimate()));
        return wish.time() == null
                ? band
                : band.faster(factor(option, wish.time(), found).orElse(1));
    }

    private OptionalDouble factor(Workflow option, LocalTime time, Found found) {
        return PastRates.around(time, zone, found.history(), option.transport());
    }

    /** What the prediction is based on where it is not the advice's own forecast. */
    private String remark(Wish wish, Found found) {
        List<String> words = new ArrayList<>();
        LocalTime time = wish.time();
        if (time != null) {
            boolean known = found.after().advice().workflows().stream()
                    .anyMatch(option -> factor(option, time, found).isPresent());
            words.add(
                    known
                            ? String.format(Locale.ROOT, "Based on earlier transfers that started around %s.", time)
                            : String.format(
                                    Locale.ROOT,
                                    "Too few earlier transfers started around %s: times are as now.",
                                    time));
        }
        if (found.legs().values().stream().anyMatch(TimeBand::isKnown)) {
            words.add("A relay that was not used yet is forecast from earlier transfers on its two legs.");
        }
        if (wish.circuit() && found.quotes().isEmpty()) {
            words.add("No circuit connects these endpoints.");
        }
        return String.join(" ", words);
    }

    /** What was predicted last, to be taken over as the advice; empty before the first. */
    public Optional<Predicted> predicted() {
        return Optional.ofNullable(then);
    }

    public ReadOnlyStringProperty message() {
        return message;
    }

    /** What the prediction is based on where it is not the advice's own forecast; empty if it is. */
    public ReadOnlyStringProperty remark() {
        return remark;
    }
}
