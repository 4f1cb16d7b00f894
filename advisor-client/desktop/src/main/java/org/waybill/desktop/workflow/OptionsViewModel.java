package org.waybill.desktop.workflow;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.api.PairHistory;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.script.Step;
import org.waybill.client.workflow.survey.SuggestedEndpoint;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.workflow.CircuitQuotes.CircuitQuote;
import org.waybill.platform.PrivateFiles;

/** The ranked options, the selected one, and what can be asked about them. */
public final class OptionsViewModel {
    private final AdvisorFacade assistant;
    private final Background background;
    private final InstantSource clock;
    public final ObservableList<Workflow> options = FXCollections.observableArrayList();
    /** The same as cards. */
    public final ObservableList<OptionGroup> groups = FXCollections.observableArrayList();

    private final Map<OptionGroup, Workflow> shown = new HashMap<>();
    public final ObservableList<Remark> warnings = FXCollections.observableArrayList();
    public final ObservableList<Workflow> compared = FXCollections.observableArrayList();
    public final ObservableList<Comparison.Row> comparison = FXCollections.observableArrayList();
    public final ObservableList<Suggested> suggestions = FXCollections.observableArrayList();
    public final ObservableList<CircuitQuote> circuits = FXCollections.observableArrayList();
    public final ObjectProperty<@Nullable Workflow> chosen = new SimpleObjectProperty<>();
    /** Null until the service has answered. */
    public final ObjectProperty<@Nullable PairHistory> history = new SimpleObjectProperty<>();

    private final StringProperty ends = new SimpleStringProperty("");
    private final StringProperty summary = new SimpleStringProperty("");
    private final StringProperty message = new SimpleStringProperty("");

    public final WhatIfViewModel whatIf;
    private @Nullable AdviceRequest request;
    private Advisor.@Nullable AdviceResult adviceResult;

    public OptionsViewModel(AdvisorFacade assistant, Background background, InstantSource clock, ZoneId zone) {
        this.assistant = assistant;
        this.background = background;
        this.clock = clock;
        this.whatIf = new WhatIfViewModel(assistant, background, clock, zone);
        chosen.addListener((property, before, now) -> {
            if (now != null) {
                group(now).ifPresent(group -> shown.put(group, now));
            }
        });
    }

    /** A nearby host and whether it would take the place of the source or of the destination. */
    public record Suggested(SuggestedEndpoint endpoint, boolean forSource) {}

    /** Shows an advice; {@code asking} answers what-if questions. */
    public void show(AdviceRequest wanted, Advisor.AdviceResult found, WhatIfViewModel.Asking asking) {
        request = wanted;
        adviceResult = found;
        Advice advice = found.advice();
        options.setAll(advice.workflows());
        warnings.setAll(advice.warnings());
        compared.clear();
        comparison.clear();
        suggestions.setAll(advice.suggestedSources().stream()
                .map(one -> new Suggested(one, true))
                .toList());
        suggestions.addAll(advice.suggestedDestinations().stream()
                .map(one -> new Suggested(one, false))
                .toList());
        ends.set(name(wanted.source()) + "  \u2192  " + name(wanted.destination()));
        summary.set(summary(wanted, found));
        message.set("");
        whatIf.start(wanted, found, asking);
        shown.clear();
        groups.setAll(OptionGroup.of(advice.workflows(), found.candidates()));
        chosen.set(groups.stream()
                .flatMap(group -> group.movable().stream())
                .findFirst()
                .orElse(options.isEmpty() ? null : options.getFirst()));
        circuits.clear();
        history.set(null);
        background.run(
                () -> assistant.history(
                        advice.source().host(), advice.destination().host(), 200),
                history::set,
                e -> {});
        askForCircuits(wanted, found, clock.instant());
    }

    private void askForCircuits(AdviceRequest wanted, Advisor.AdviceResult found, Instant from) {
        long bytes = found.counted().map(counted -> counted.dataset().bytes()).orElse(0L);
        background.run(
                () -> assistant.circuits().quotes(wanted, bytes, from),
                circuits::setAll,
                e -> message.set(ErrorMessages.text(e)));
    }

    private static String name(Endpoint end) {
        return end.isLocal() ? "This machine" : end.host();
    }

    /** The card that an option is on. */
    public Optional<OptionGroup> group(Workflow option) {
        return groups.stream().filter(one -> one.options().contains(option)).findFirst();
    }

    /** The option that a card shows: the one that was last chosen of it, or its best. */
    public Workflow shown(OptionGroup group) {
        return shown.getOrDefault(group, group.best());
    }

    /** Chooses the next tool of the chosen option's card, or with -1 the one before. */
    public void otherTool(int step) {
        Workflow now = chosen.get();
        if (now != null) {
            group(now).ifPresent(group -> {
                int at = group.options().indexOf(now) + step;
                if (at >= 0 && at < group.options().size()) {
                    chosen.set(group.options().get(at));
                }
            });
        }
    }

    private static String summary(AdviceRequest wanted, Advisor.AdviceResult found) {
        String size = found.counted()
                .map(counted -> HumanUnits.decimalSize(counted.dataset().bytes())
                        + (counted.directory() ? " in " + counted.dataset().files() + " files" : ""))
                .orElse("size unknown");
        int count = found.advice().workflows().size();
        return size + (wanted.filter().isAll() ? "" : ", filtered") + "  \u00b7  "
                + (count == 1 ? "1 option" : count + " options");
    }

    /** Adds an option to the comparison or removes it; a third one replaces the first. */
    public void toggleCompared(Workflow option) {
        if (!compared.remove(option)) {
            if (compared.size() == 2) {
                compared.removeFirst();
            }
            compared.add(option);
        }
        comparison.setAll(compared.size() == 2 ? Comparison.of(compared.get(0), compared.get(1)) : List.of());
    }

    /** An option's past transfers between these hosts, in words; empty while the history has not answered. */
    public String record(Workflow option) {
        PairHistory known = history.get();
        return known == null ? "" : PastAccuracy.of(known, option.transport()).text(clock.instant());
    }

    /** The longest P90 time of all options: the scale of their bands. 0 if none has a forecast. */
    public double longestSeconds() {
        return options.stream()
                .map(Workflow::estimate)
                .filter(one -> one.secondsP50() != null)
                .mapToDouble(one -> one.secondsP90() == null ? one.secondsP50() : one.secondsP90())
                .max()
                .orElse(0);
    }

    /** The fastest option without a circuit, starting now; empty where none has a forecast. */
    Optional<CircuitLine.Rival> rival() {
        return options.stream()
                .filter(option -> option.estimate().secondsP50() != null)
                .min(Comparator.comparing(
                        option -> Objects.requireNonNull(option.estimate().secondsP50())))
                .map(option -> new CircuitLine.Rival(option.title(), clock.instant(), TimeBand.of(option.estimate())));
    }

    /** All commands of an option, for the clipboard. */
    public static String commands(Workflow option) {
        return option.steps().stream()
                .map(Step::command)
                .filter(command -> !command.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** Whether commands would copy more than was asked for, since they have no filters. */
    boolean isFiltered() {
        AdviceRequest wanted = request;
        return wanted != null && !wanted.filter().isAll();
    }

    /** Writes the selected option as a script that its owner may run. */
    public void saveScript(Path file) {
        Workflow option = chosen.get();
        AdviceRequest wanted = request;
        Advisor.AdviceResult found = adviceResult;
        if (option == null || wanted == null || found == null) {
            return;
        }
        if (isFiltered()) {
            message.set("A script copies the whole source. To save one, choose the directory itself, without filters.");
            return;
        }
        int index = found.advice().workflows().indexOf(option);
        background.run(
                () -> {
                    PrivateFiles.replaceProgram(file, assistant.script(wanted, found, index));
                    return file;
                },
                saved -> message.set("Saved as " + saved + ". It contains no passwords. Run it with sh."),
                e -> message.set(ErrorMessages.text(e)));
    }

    /** A name for the script. */
    public String scriptName() {
        Workflow option = chosen.get();
        return option == null
                ? "copy.sh"
                : "copy-with-" + option.transport().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".sh";
    }

    public ReadOnlyStringProperty ends() {
        return ends;
    }

    public ReadOnlyStringProperty summary() {
        return summary;
    }

    /** What was done or went wrong last. */
    public ReadOnlyStringProperty message() {
        return message;
    }
}
