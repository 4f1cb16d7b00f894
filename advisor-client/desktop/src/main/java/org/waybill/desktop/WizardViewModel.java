package org.waybill.desktop;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import javafx.beans.property.ObjectProperty;
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
import org.waybill.desktop.activity.Selection;
import org.waybill.desktop.activity.TransferRunner;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.activity.Transfers;
import org.waybill.desktop.discovery.DiscoveryViewModel;
import org.waybill.desktop.discovery.ProbeRow;
import org.waybill.desktop.endpoint.BrowserViewModel;
import org.waybill.desktop.endpoint.EndpointsViewModel;
import org.waybill.desktop.endpoint.SearchViewModel;
import org.waybill.desktop.map.MapViewModel;
import org.waybill.desktop.workflow.OptionsViewModel;
import org.waybill.engine.TransferException;

/** The wizard's course from two endpoints to a verified file. Used on the UI thread. */
public final class WizardViewModel {
    private final AdvisorFacade assistant;
    private final Background background;
    public final EndpointsViewModel endpoints;
    public final BrowserViewModel browser;
    public final SearchViewModel search;
    public final DiscoveryViewModel looking;
    public final OptionsViewModel options;
    public final Transfers transfers;
    /** The search for advice. */
    public final Background.Slot work;

    public final MapViewModel map = new MapViewModel();
    public final ObjectProperty<WizardStep> stage = new SimpleObjectProperty<>(WizardStep.WHERE);
    /** How far the user may go without doing anything again. */
    public final ObjectProperty<WizardStep> farthest = new SimpleObjectProperty<>(WizardStep.WHERE);
    /** What went wrong last, empty if nothing. */
    public final StringProperty problem = new SimpleStringProperty("");
    /** What was asked last; {@code request} has been answered. */
    private @Nullable AdviceRequest asked;

    private @Nullable AdviceRequest request;
    private Advisor.@Nullable AdviceResult adviceResult;
    private @Nullable LiveDiscovery liveDiscovery;
    /** What the advice is for; null for a transfer that begins. */
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
        this.transfers = new Transfers(assistant, background, clock, nanoTime);
        this.work = background.slot();
        endpoints.load();
    }

    /** Checks both endpoints, then shows the options. */
    public void advise() {
        advise(null);
    }

    /** Resumes a transfer that was stopped or interrupted, by the option that it started with. */
    public void resume(JournalEntry entry) {
        if (isNew(entry.source(), entry.destination())
                && endpoints.use(new EndpointsViewModel.Pair(entry.source(), entry.destination()))) {
            stage.set(WizardStep.WHERE);
            advise(entry);
        }
    }

    /** Whether no such transfer is under way; one that is gets shown. */
    private boolean isNew(String source, String destination) {
        transfers.underWay(source, destination).ifPresent(same -> {
            show(same);
            same.model().message.set("This transfer is already under way.");
        });
        return transfers.underWay(source, destination).isEmpty();
    }

    /** Shows a transfer on the fourth screen. */
    public void show(Transfers.Transfer transfer) {
        transfers.show(transfer);
        reached(WizardStep.MOVING);
        stage.set(WizardStep.MOVING);
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
        // the user asks again, and the network may have changed: nothing is remembered
        LiveDiscovery over = new LiveDiscovery(seen -> background.onUi(() -> saw(seen)));
        liveDiscovery = over;
        asked = wanted;
        looking.start(wanted, over);
        advise(wanted, over);
    }

    private void saw(ProbeTaskUpdate seen) {
        if (work.busy().get()) { // a what-if question is not news
            looking.saw(seen);
        }
    }

    private void advise(AdviceRequest wanted, LiveDiscovery over) {
        stage.set(WizardStep.LOOKING);
        reached(WizardStep.LOOKING);
        work.run(
                () -> {
                    assistant.files().logIn(wanted.source());
                    assistant.files().logIn(wanted.destination());
                    return assistant.advise(wanted, over, note -> background.onUi(() -> looking.note(note)));
                },
                found -> show(wanted, found),
                this::backWith);
    }

    private void show(AdviceRequest wanted, Advisor.AdviceResult found) {
        request = wanted;
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
                resume(toResume, found.advice().workflows());
            }
        }
    }

    private void resume(JournalEntry entry, List<Workflow> offered) {
        offered.stream()
                .filter(one -> one.movable() && one.transport().equals(entry.transport()))
                .filter(one -> !one.hasStops() || one.title().equals(entry.way()))
                .min(Comparator.comparing(one -> !one.title().equals(entry.way())))
                .ifPresentOrElse(
                        same -> {
                            options.chosen.set(same);
                            boolean task = entry.state() == JournalEntry.State.BACKGROUND; // whose id that is
                            move(task ? UUID.randomUUID().toString() : entry.id());
                        },
                        () -> problem.set("The transfer started with " + entry.way()
                                + ", which is not available now. Another option starts from the beginning."));
    }

    /** Advice from existing measurements: rows stay as they are. */
    private Advisor.AdviceResult whatIf(AdviceRequest changed) throws TransferException, InterruptedException {
        LiveDiscovery over = liveDiscovery;
        if (over == null) {
            throw new IllegalStateException("discovery has not run yet");
        }
        return assistant.whatIf(changed, over);
    }

    /** Makes the last what-if prediction the advice. */
    public void takeOverWhatIf() {
        options.whatIf.predicted().ifPresent(predicted -> {
            request = predicted.request();
            adviceResult = predicted.advice();
            options.show(predicted.request(), predicted.advice(), this::whatIf);
        });
    }

    /** Repeats a probe, and advises again with it. */
    public void repeat(ProbeRow row) {
        AdviceRequest wanted = asked;
        LiveDiscovery over = liveDiscovery;
        if (wanted != null && over != null && !work.busy().get()) {
            looking.forget(row);
            advise(wanted, over);
        }
    }

    private void backWith(Exception e) {
        stage.set(WizardStep.WHERE);
        problem.set(ErrorMessages.text(e));
    }

    /** Takes a nearby host in place of an endpoint; its path is for the user to complete. */
    public void useSuggestion(SuggestedEndpoint suggested, boolean forSource) {
        (forSource ? endpoints.source : endpoints.destination).text.set(suggested.url());
        stage.set(WizardStep.WHERE);
    }

    /** Copies with the chosen option. */
    public void move() {
        move(UUID.randomUUID().toString());
    }

    private void move(String id) {
        Workflow chosen = options.chosen.get();
        AdviceRequest wanted = request;
        Advisor.AdviceResult found = adviceResult;
        if (chosen == null
                || wanted == null
                || found == null
                || !isNew(Selection.text(wanted), wanted.destination().format())) {
            return;
        }
        problem.set("");
        transfers.start(id, wanted, found, found.advice().workflows().indexOf(chosen));
        stage.set(WizardStep.MOVING);
        reached(WizardStep.MOVING);
    }

    /** Stops the discovery; a transfer is stopped by its own screen. */
    public void cancelLooking() {
        work.cancel();
        resuming = null;
        stage.set(WizardStep.WHERE);
    }

    /** Repeats a past transfer, from its advice on; resumes one that stopped. */
    public void again(ActivityItem item) {
        JournalEntry entry = item.entry();
        if (entry != null && item.canResume()) {
            resume(entry);
        } else if (entry != null) {
            endpoints.use(new EndpointsViewModel.Pair(entry.source(), entry.destination()));
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
        if (there && !(work.busy().get() && wanted == WizardStep.OPTIONS)) {
            if (wanted == WizardStep.WHERE) {
                endpoints.load();
            }
            stage.set(wanted);
        }
    }

    private void reached(WizardStep now) {
        if (now.compareTo(farthest.get()) > 0 || (now == WizardStep.LOOKING && transfers.underWay.isEmpty())) {
            farthest.set(now);
        }
    }

    /** The transfer that the fourth screen shows. */
    public TransferViewModel moving() {
        return transfers.current().get().model();
    }

    public TransferRunner mover() {
        return transfers.current().get().runner();
    }
}
