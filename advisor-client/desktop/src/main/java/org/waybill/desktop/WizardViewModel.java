package org.waybill.desktop;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.livediscovery.ProbeTaskUpdate;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.SuggestedEndpoint;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.TransferRunner;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.discovery.DiscoveryViewModel;
import org.waybill.desktop.discovery.ProbeRow;
import org.waybill.desktop.endpoint.BrowserViewModel;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.desktop.endpoint.SearchViewModel;
import org.waybill.desktop.map.MapViewModel;
import org.waybill.desktop.workflow.OptionsViewModel;
import org.waybill.desktop.workflow.WhatIfViewModel;
import org.waybill.engine.TransferException;

/** The wizard's course from two ends to a verified file. Used on the UI thread. */
public final class WizardViewModel {
    private final AdvisorFacade assistant;
    private final Background background;
    private final EndpointsViewModel endpoints;
    private final BrowserViewModel browser;
    private final SearchViewModel search;
    private final DiscoveryViewModel looking;
    private final OptionsViewModel options;
    private final TransferViewModel moving;
    private final TransferRunner mover;
    private final MapViewModel map = new MapViewModel();
    private final ObjectProperty<WizardStep> stage = new SimpleObjectProperty<>(WizardStep.WHERE);
    private final ObjectProperty<WizardStep> farthest = new SimpleObjectProperty<>(WizardStep.WHERE);
    private final StringProperty problem = new SimpleStringProperty("");
    private final BooleanProperty advising = new SimpleBooleanProperty(false);
    private @Nullable AdviceRequest request;
    private Advisor.@Nullable AdviceResult adviceResult;
    private @Nullable LiveDiscovery liveDiscovery;
    private @Nullable Future<?> work;
    /** What the advice is wanted for; null for a transfer that begins. */
    private @Nullable JournalEntry resuming;

    public WizardViewModel(
            AdvisorFacade assistant, Background background, InstantSource clock, ZoneId zone, LongSupplier nanoTime) {
        this.assistant = assistant;
        this.background = background;
        this.endpoints = new EndpointsViewModel(assistant, background, clock, zone);
        this.browser = new BrowserViewModel(assistant, background);
        this.search = new SearchViewModel(assistant.datasets(), background);
        this.looking = new DiscoveryViewModel(nanoTime);
        this.options = new OptionsViewModel(assistant, background, clock, zone);
        this.moving = new TransferViewModel(background, nanoTime);
        this.mover = new TransferRunner(assistant, background, clock, moving);
        endpoints.load();
    }

    /** Looks at both ends, then shows the ways. */
    public void advise() {
        advise(null);
    }

    /** Goes on with a transfer that did not come to its end, by the option that it began with. */
    public void resume(JournalEntry entry) {
        if (!moving.state().get().isUnderWay()) {
            endpoints.use(new EndpointsViewModel.Pair(entry.source(), entry.destination()));
            stage.set(WizardStep.WHERE);
            advise(entry);
        }
    }

    private void advise(@Nullable JournalEntry toResume) {
        resuming = toResume;
        problem.set("");
        AdviceRequest wanted;
        try {
            wanted = endpoints.request();
        } catch (TransferException e) {
            problem.set(e.getMessage());
            return;
        }
        // the user asks anew, and the world may have changed: nothing is remembered
        LiveDiscovery over = new LiveDiscovery(seen -> background.onUi(() -> saw(seen)));
        liveDiscovery = over;
        request = wanted;
        looking.start(wanted, over);
        advise(wanted, over);
    }

    private void saw(ProbeTaskUpdate seen) {
        if (advising.get()) { // a what-if question is no news
            looking.saw(seen);
        }
    }

    private void advise(AdviceRequest wanted, LiveDiscovery over) {
        stage.set(WizardStep.LOOKING);
        reached(WizardStep.LOOKING);
        advising.set(true);
        work = background.run(
                () -> assistant.advise(wanted, over, note -> background.onUi(() -> looking.note(note))),
                found -> show(wanted, found),
                this::backWith);
    }

    private void show(AdviceRequest wanted, Advisor.AdviceResult found) {
        advising.set(false);
        adviceResult = found;
        options.show(wanted, found, this::whatIf);
        map.show(found.advice());
        looking.note("Done");
        reached(WizardStep.OPTIONS);
        JournalEntry toResume = resuming;
        resuming = null;
        if (stage.get() == WizardStep.LOOKING) {
            stage.set(WizardStep.OPTIONS);
            if (toResume != null) {
                goOn(toResume, found.advice().workflows());
            }
        }
    }

    private void goOn(JournalEntry entry, List<Workflow> offered) {
        offered.stream()
                .filter(one -> one.movable() && one.transport().equals(entry.transport()))
                .min(Comparator.comparing(one -> !one.title().equals(entry.way())))
                .ifPresentOrElse(
                        same -> {
                            options.chosen().set(same);
                            move(entry.id());
                        },
                        () -> problem.set("The option that the transfer began with, " + entry.way()
                                + ", is not there now." + " Another one starts from the beginning."));
    }

    /** Advice from what is known: rows are not touched, nothing is asked of the network that was asked before. */
    private Advisor.AdviceResult whatIf(AdviceRequest changed) throws TransferException, InterruptedException {
        LiveDiscovery over = liveDiscovery;
        if (over == null) {
            throw new IllegalStateException("nothing was looked at yet");
        }
        return assistant.advise(changed, over, note -> {});
    }

    /** Goes on with the last what-if prediction as the advice. */
    public void takeOverWhatIf() {
        WhatIfViewModel asked = options.whatIf();
        AdviceRequest wanted = request;
        asked.predicted().ifPresent(found -> {
            if (wanted != null) {
                AdviceRequest changed = new AdviceRequest(
                        wanted.source(),
                        wanted.destination(),
                        wanted.sizeBytes(),
                        wanted.prefer(),
                        asked.secure().get(),
                        wanted.deadline(),
                        asked.dedicated().get(),
                        asked.streams().get(),
                        wanted.replicas(),
                        wanted.filter());
                request = changed;
                adviceResult = found;
                options.show(changed, found, this::whatIf);
            }
        });
    }

    /** Looks again at one thing, and advises anew with it. */
    public void repeat(ProbeRow row) {
        AdviceRequest wanted = request;
        LiveDiscovery over = liveDiscovery;
        if (wanted != null && over != null && !advising.get()) {
            looking.forget(row);
            advise(wanted, over);
        }
    }

    private void backWith(Exception e) {
        advising.set(false);
        stage.set(WizardStep.WHERE);
        problem.set(ErrorMessages.text(e));
    }

    /** Takes a nearby host in place of an end; the path there is the user's to complete. */
    public void useSuggestion(SuggestedEndpoint suggested, boolean forSource) {
        (forSource ? endpoints.source() : endpoints.destination()).text().set(suggested.url());
        stage.set(WizardStep.WHERE);
    }

    /** Moves by the chosen way. */
    public void move() {
        move(UUID.randomUUID().toString());
    }

    private void move(String id) {
        Workflow chosen = options.chosen().get();
        AdviceRequest wanted = request;
        Advisor.AdviceResult found = adviceResult;
        if (chosen == null
                || wanted == null
                || found == null
                || moving.state().get().isUnderWay()) {
            return;
        }
        problem.set("");
        mover.start(id, wanted, found, found.advice().workflows().indexOf(chosen));
        stage.set(WizardStep.MOVING);
        reached(WizardStep.MOVING);
    }

    /** Stops looking; a move is stopped by its own screen. */
    public void cancelLooking() {
        Future<?> running = work;
        if (running != null) {
            running.cancel(true);
        }
        advising.set(false);
        resuming = null;
        stage.set(WizardStep.WHERE);
    }

    /** A past move's ends, to be advised about again; one that did not come to its end goes on. */
    public void again(ActivityItem item) {
        JournalEntry entry = item.entry();
        if (entry != null && item.canResume()) {
            resume(entry);
        } else if (!moving.state().get().isUnderWay()) {
            endpoints.use(new EndpointsViewModel.Pair(item.source(), item.destination()));
            startAgain();
        }
    }

    public void startAgain() {
        endpoints.load();
        stage.set(WizardStep.WHERE);
    }

    /** Goes to a screen that was reached already. */
    public void go(WizardStep wanted) {
        boolean there = wanted.compareTo(farthest.get()) <= 0;
        if (there && !(advising.get() && wanted == WizardStep.OPTIONS)) {
            if (wanted == WizardStep.WHERE) {
                endpoints.load();
            }
            stage.set(wanted);
        }
    }

    private void reached(WizardStep now) {
        if (now.compareTo(farthest.get()) > 0
                || (now == WizardStep.LOOKING && !moving.state().get().isUnderWay())) {
            farthest.set(now);
        }
    }

    public ObjectProperty<WizardStep> stage() {
        return stage;
    }

    /** How far the user may go without doing anything again. */
    public ObjectProperty<WizardStep> farthest() {
        return farthest;
    }

    /** Whether advice is being worked out. */
    public BooleanProperty advising() {
        return advising;
    }

    /** What went wrong last, empty if nothing. */
    public StringProperty problem() {
        return problem;
    }

    public EndpointsViewModel endpoints() {
        return endpoints;
    }

    public BrowserViewModel browser() {
        return browser;
    }

    public SearchViewModel search() {
        return search;
    }

    public DiscoveryViewModel looking() {
        return looking;
    }

    public OptionsViewModel options() {
        return options;
    }

    public TransferViewModel moving() {
        return moving;
    }

    public TransferRunner mover() {
        return mover;
    }

    public MapViewModel map() {
        return map;
    }
}
