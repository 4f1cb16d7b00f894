package org.waybill.desktop;

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.activity.ActivityView;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.desktop.map.MapView;
import org.waybill.desktop.profile.ProfileView;

/** The window's content: the rail at the left, the page beside it. Ctrl+1 to Ctrl+4 change the page. */
public final class ShellView extends StackPane {
    private final ShellViewModel model;
    private final BorderPane window = new BorderPane();
    private final BusyOverlay veil = new BusyOverlay();
    private final Map<Page, Node> pages = new EnumMap<>(Page.class);
    private final Map<Page, ToggleButton> buttons = new EnumMap<>(Page.class);
    private final Function<Page, Node> make;

    /** @param opener shows a URL in the program that the system has for it */
    public ShellView(ShellViewModel model, ZoneId zone, Consumer<String> opener) {
        this.model = model;
        this.make = page -> switch (page) {
            case MOVE ->
                new WizardView(
                        model.wizard(),
                        () -> model.page().set(Page.MAP),
                        veil,
                        zone,
                        directory -> opener.accept(directory.toUri().toString()));
            case MAP -> new MapView(model.wizard().map());
            case ACTIVITY ->
                new ActivityView(
                        model.activity(),
                        zone,
                        directory -> opener.accept(directory.toUri().toString()));
            case PROFILE -> new ProfileView(model.profile(), zone);
        };
        getStylesheets()
                .add(Objects.requireNonNull(ShellView.class.getResource("waybill.css"))
                        .toExternalForm());
        getStyleClass().add("shell");
        Ui.tellWhatIsCut(this);
        window.setLeft(rail());
        getChildren().addAll(window, veil);
        model.page().addListener((property, before, now) -> show(now));
        show(model.page().get());
        sceneProperty().addListener((property, before, now) -> {
            if (now != null) {
                accelerators();
            }
        });
    }

    /** The window tells how far a transfer is, and is not closed over one without a question. */
    public void guard(Stage stage) {
        TransferViewModel moving = model.wizard().moving();
        stage.titleProperty()
                .bind(Bindings.createStringBinding(() -> title(moving), moving.state(), moving.fraction()));
        stage.setOnCloseRequest(event -> {
            if (moving.state().get().isUnderWay()) {
                event.consume();
                askToClose(stage::hide);
            }
        });
    }

    private static String title(TransferViewModel moving) {
        return switch (moving.state().get()) {
            case IDLE -> "Waybill";
            case RUNNING ->
                (moving.fraction().get() < 0
                                ? "Moving"
                                : Math.round(moving.fraction().get() * 100) + " %") + " - Waybill";
            case PAUSED -> "Paused - Waybill";
            case DONE -> "Moved - Waybill";
            case FAILED -> "Not moved - Waybill";
            case STOPPED -> "Stopped - Waybill";
        };
    }

    private void askToClose(Runnable close) {
        Button stay = Ui.button("Stay", () -> veil.hide(window), "accent");
        stay.setId("close-stay");
        Button stop = Ui.button("Stop and close", () -> model.wizard().mover().stop(close));
        stop.setId("close-stop");
        VBox question = new VBox(
                Ui.label("A transfer is under way", "page-title"),
                Ui.paragraph("It stops when the"
                        + " window is closed. What has arrived is kept, and at the next start Resume goes on with it."),
                Ui.row(10, stay, stop));
        question.getStyleClass().addAll("modal", "question");
        question.focusedProperty().addListener((property, before, now) -> stay.requestFocus());
        veil.show(question);
        stay.requestFocus();
    }

    private VBox rail() {
        VBox rail = new VBox(Ui.label("Waybill", "brand"));
        rail.getStyleClass().add("rail");
        ToggleGroup group = new ToggleGroup();
        for (Page page : Page.values()) {
            ToggleButton button = new ToggleButton(page.title(), Ui.icon(page.icon()));
            button.setId("page-" + page.name().toLowerCase(Locale.ROOT));
            button.setToggleGroup(group);
            button.setOnAction(event -> {
                button.setSelected(true); // a page is left by going to another
                model.page().set(page);
            });
            buttons.put(page, button);
            rail.getChildren().add(button);
        }
        Region gap = new Region();
        VBox.setVgrow(gap, Priority.ALWAYS);
        ToggleButton theme = new ToggleButton();
        theme.setId("theme");
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
        rail.getChildren().addAll(gap, theme);
        return rail;
    }

    private void accelerators() {
        for (Page page : Page.values()) {
            getScene()
                    .getAccelerators()
                    .put(
                            new KeyCodeCombination(page.key(), KeyCombination.SHORTCUT_DOWN),
                            () -> model.page().set(page));
        }
    }

    private void show(Page page) {
        window.setCenter(pages.computeIfAbsent(page, make));
        buttons.forEach((each, button) -> button.setSelected(each == page));
    }
}
