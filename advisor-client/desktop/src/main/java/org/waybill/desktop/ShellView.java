package org.waybill.desktop;

import java.nio.file.Path;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.event.ActionEvent;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.ActivityView;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.activity.Transfers;
import org.waybill.desktop.endpoint.BrowserView;
import org.waybill.desktop.map.MapView;
import org.waybill.desktop.profile.ProfileView;
import org.waybill.engine.TransferException;

/** The window's content: the rail at the left, the page next to it. Ctrl+1 to Ctrl+4 change the page. */
public final class ShellView extends StackPane {
    private static final Duration TOAST = Duration.seconds(12);

    private final ShellViewModel model;
    private final BorderPane window = new BorderPane();
    private final BusyOverlay veil = new BusyOverlay();
    private final VBox toasts = new VBox(10);
    private final ZoneId zone;
    private final Consumer<String> opener;
    private final BiConsumer<String, String> notifier;
    private final Map<Page, Node> pages = new EnumMap<>(Page.class);
    private final Map<Page, ToggleButton> buttons = new EnumMap<>(Page.class);
    private final Function<Page, Node> make;

    /**
     * @param opener shows a URL in the program that the system has for it
     * @param notifier shows a title and a text where the system shows messages
     * @param settling for how long a new screen's buttons cannot be pressed
     */
    public ShellView(
            ShellViewModel model,
            ZoneId zone,
            Consumer<String> opener,
            BiConsumer<String, String> notifier,
            Duration settling) {
        this.model = model;
        this.zone = zone;
        this.opener = opener;
        this.notifier = notifier;
        this.make = page -> switch (page) {
            case MOVE -> new WizardView(model.wizard, () -> model.page.set(Page.MAP), veil, zone, this::show, settling);
            case MAP -> new MapView(model.wizard.map);
            case ACTIVITY -> new ActivityView(model.activity, model.wizard.transfers, zone, model::open, this::show);
            case PROFILE -> new ProfileView(model.profile, zone);
        };
        getStylesheets()
                .add(Objects.requireNonNull(ShellView.class.getResource("waybill.css"))
                        .toExternalForm());
        getStyleClass().add("shell");
        Ui.tellWhatIsCut(this);
        window.setLeft(rail());
        toasts.setAlignment(Pos.BOTTOM_RIGHT);
        toasts.getStyleClass().add("toasts");
        toasts.setPickOnBounds(false);
        getChildren().addAll(window, toasts, veil);
        model.wizard.transfers.onEnd(this::notifyOf);
        model.questions.askBy(this::ask);
        model.page.addListener((property, before, now) -> show(now));
        show(model.page.get());
        sceneProperty().addListener((property, before, now) -> {
            if (now != null) {
                accelerators();
            }
        });
    }

    /** The window's title shows how far a transfer is; closing it asks first while one is under way. */
    public void guard(Stage stage) {
        Transfers transfers = model.wizard.transfers;
        stage.titleProperty().bind(transfers.title());
        stage.setOnCloseRequest(event -> {
            if (CloseQuestion.isOn(veil)) {
                event.consume(); // the answer may still be carried out
            } else if (!transfers.underWay.isEmpty()) {
                event.consume();
                CloseQuestion.ask(veil, window, transfers, stage::hide);
            }
        });
    }

    private void ask(Questions.Question question) {
        Platform.runLater(() -> {
            Node before = getScene() == null ? null : getScene().getFocusOwner();
            QuestionView view = new QuestionView(question);
            veil.show(view);
            question.answer().whenComplete((answer, failure) -> Platform.runLater(() -> veil.hide(view, before)));
        });
    }

    /** Says that a transfer ended: to the system if the window is not in front, here unless it is on the screen. */
    private void notifyOf(Transfers.Transfer transfer) {
        if (getScene() != null
                && getScene().getWindow() instanceof Stage stage
                && (!stage.isFocused() || stage.isIconified())) {
            notifier.accept(transfer.model().headline.get(), transfer.model().ends());
        }
        WizardViewModel wizard = model.wizard;
        if (model.page.get() == Page.MOVE
                && wizard.stage.get() == WizardStep.MOVING
                && wizard.transfers.current().get().equals(transfer)) {
            return;
        }
        VBox toast = Ui.id("toast", Ui.styled(new VBox(), "toast"));
        PauseTransition time = new PauseTransition(TOAST);
        Runnable end = () -> toasts.getChildren().remove(toast);
        time.setOnFinished(event -> end.run());
        TransferViewModel ended = transfer.model();
        boolean done = ended.state().get() == TransferViewModel.State.DONE;
        String destination = ended.destination();
        Button open = Ui.id("toast-open", Ui.button("Details", () -> model.open(transfer), "small"));
        Button show = Ui.button("Show at destination", () -> show(destination), "small");
        Ui.show(show, done);
        for (Button each : new Button[] {open, show}) {
            each.addEventHandler(ActionEvent.ACTION, event -> end.run());
        }
        toast.getChildren()
                .addAll(
                        Ui.row(
                                8,
                                Ui.icon(
                                        done ? Feather.CHECK_CIRCLE : Feather.ALERT_CIRCLE,
                                        "mark",
                                        done ? "good" : "bad"),
                                Ui.grow(Ui.label(ended.headline.get(), "strong")),
                                Ui.iconButton(Feather.X, "Dismiss", end)),
                        Ui.label(ended.ends(), "endpoint"),
                        Ui.paragraph(ended.details.get(), "muted"),
                        Ui.row(8, open, show));
        toasts.getChildren().add(toast);
        time.play();
    }

    /** Opens a destination: of this machine in the system's file manager, of another one in the browser. */
    private void show(String destination) {
        Optional<Path> local = ActivityItem.directory(destination);
        if (local.isPresent()) {
            opener.accept(local.get().toUri().toString());
            return;
        }
        try {
            BrowserView.look(veil, model.wizard.browser, EndpointParser.parse(destination), zone, window);
        } catch (TransferException e) {
            model.wizard.problem.set(e.getMessage());
        }
    }

    private VBox rail() {
        VBox rail = Ui.styled(new VBox(Ui.label("Waybill", "brand")), "rail");
        ToggleGroup group = new ToggleGroup();
        for (Page page : Page.values()) {
            ToggleButton button = Ui.id(
                    "page-" + page.name().toLowerCase(Locale.ROOT),
                    new ToggleButton(page.title(), Ui.icon(page.icon())));
            button.setToggleGroup(group);
            button.setOnAction(event -> {
                button.setSelected(true); // a page is left by going to another
                model.page.set(page);
            });
            buttons.put(page, button);
            rail.getChildren().add(button);
        }
        ToggleButton theme = Ui.id("theme", new ToggleButton());
        Runnable name = () -> {
            boolean dark = Theme.current().get() == Theme.DARK;
            theme.setText(dark ? "Light" : "Dark");
            theme.setGraphic(Ui.icon(dark ? Feather.SUN : Feather.MOON));
            theme.setAccessibleText("Change to the " + theme.getText() + " theme");
        };
        theme.setOnAction(event -> {
            theme.setSelected(false);
            Theme.current().get().other().apply();
        });
        Theme.current().addListener((property, before, now) -> name.run());
        name.run();
        rail.getChildren().addAll(Ui.grow(new Region()), theme);
        return rail;
    }

    private void accelerators() {
        for (Page page : Page.values()) {
            getScene()
                    .getAccelerators()
                    .put(new KeyCodeCombination(page.key(), KeyCombination.SHORTCUT_DOWN), () -> model.page.set(page));
        }
    }

    private void show(Page page) {
        window.setCenter(pages.computeIfAbsent(page, make));
        buttons.forEach((each, button) -> button.setSelected(each == page));
    }
}
