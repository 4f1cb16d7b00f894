package org.waybill.desktop.activity;

import java.io.File;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.Theme;
import org.waybill.desktop.Ui;
import org.waybill.desktop.activity.TransferViewModel.State;

/** The fourth screen: the move, and afterwards how it went. */
public final class TransferView extends BorderPane {
    private final TransferViewModel model;
    private final TransferRunner mover;

    public TransferView(TransferViewModel model, TransferRunner mover, Runnable onAgain, Consumer<Path> onShow) {
        this.model = model;
        this.mover = mover;
        Label headline = Ui.label(model.headline(), "headline");
        headline.setId("headline");
        Label details = Ui.label(model.details());
        details.setId("details");
        Label eta = Ui.label(model.eta(), "eta");
        ProgressBar bar = new ProgressBar();
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("Progress");
        bar.progressProperty().bind(model.fraction());
        Label file = Ui.label(model.file(), "caption", "mono");
        Label verdict = Ui.label(model.verdict(), "strong");
        verdict.setId("verdict");
        Label cause = Ui.label(model.cause());
        cause.setId("cause");
        ListView<String> events = new ListView<>(model.events());
        events.setAccessibleText("What happened");
        events.getStyleClass().addAll("plain-list", "mono");
        events.setPrefHeight(76);
        events.setMinHeight(Region.USE_PREF_SIZE);
        events.managedProperty().bind(javafx.beans.binding.Bindings.isNotEmpty(model.events()));
        events.visibleProperty().bind(events.managedProperty());
        VBox outcome = Ui.card(Ui.row(10, Ui.icon(Feather.TARGET), verdict), cause);
        outcome.visibleProperty()
                .bind(model.verdict().isNotEmpty().or(model.cause().isNotEmpty()));
        outcome.managedProperty().bind(outcome.visibleProperty());
        VBox chart = Ui.card(Ui.grow(new RateChart(model.picture())), shares());
        VBox page = new VBox(
                headline,
                Ui.row(20, details, Ui.gap(), eta),
                bar,
                file,
                outcome,
                Ui.grow(chart),
                events,
                Ui.label(model.message(), "muted"));
        page.getStyleClass().add("page");
        setCenter(page);
        setBottom(footer(onAgain, onShow));
    }

    private HBox shares() {
        HBox bars = new HBox(8);
        Runnable fill = () -> {
            bars.getChildren().clear();
            Theme theme = Theme.current().get();
            javafx.scene.paint.Color[] colours = {theme.main(), theme.vermilion(), theme.green(), theme.sky()};
            int i = 0;
            for (TransferViewModel.Share share : model.shares()) {
                Region bar = new Region();
                bar.getStyleClass().add("share-bar");
                bar.setStyle("-fx-background-color: #"
                        + colours[i++ % colours.length].toString().substring(2, 8));
                VBox one = new VBox(
                        3,
                        bar,
                        Ui.label(
                                String.format(Locale.ROOT, "%s  %.0f %%", share.path(), share.fraction() * 100),
                                "caption"));
                one.prefWidthProperty().bind(bars.widthProperty().multiply(Math.max(0.12, share.fraction())));
                bars.getChildren().add(one);
            }
            bars.setVisible(i > 0);
            bars.setManaged(i > 0);
        };
        model.shares().addListener((InvalidationListener) change -> fill.run());
        fill.run();
        return bars;
    }

    private HBox footer(Runnable onAgain, Consumer<Path> onShow) {
        Button pause = Ui.button("Pause", mover::pause);
        pause.setId("pause");
        pause.setGraphic(Ui.icon(Feather.PAUSE));
        Button resume = Ui.button("Resume", mover::resume, "accent");
        resume.setId("resume");
        resume.setGraphic(Ui.icon(Feather.PLAY));
        Button stop = Ui.button("Stop", mover::stop);
        stop.setId("stop");
        stop.setGraphic(Ui.icon(Feather.SQUARE));
        stop.setAccessibleHelp("Stops; what has arrived is kept, so that the same move can go on later");
        TextField limit = new TextField();
        limit.setId("limit");
        limit.setPrefColumnCount(6);
        limit.setPromptText("none");
        limit.setAccessibleText("Rate limit in megabits per second");
        limit.textProperty().bindBidirectional(model.limit());
        limit.setOnAction(event -> mover.applyLimit());
        Button apply = Ui.button("Apply", mover::applyLimit, "small");
        apply.setId("limit-apply");
        HBox limiting = Ui.row(6, Ui.label("Limit", "muted"), limit, Ui.label("Mbit/s", "muted"), apply);
        Button receipt = Ui.button("Save receipt \u2026", this::saveReceipt);
        receipt.setId("receipt");
        Button again = Ui.button("Another move", onAgain, "accent");
        again.setId("again");
        Button place = Ui.button("Show at destination", () -> model.place().ifPresent(onShow));
        place.setId("show");
        place.setGraphic(Ui.icon(Feather.FOLDER));
        Runnable offer = () -> {
            State now = model.state().get();
            show(pause, now == State.RUNNING);
            show(resume, now == State.PAUSED);
            show(stop, now.isUnderWay());
            show(limiting, now.isUnderWay());
            show(receipt, now == State.DONE);
            show(place, now == State.DONE && model.place().isPresent());
            show(again, !now.isUnderWay());
        };
        model.state().addListener((property, before, now) -> {
            offer.run();
            keepFocus(now == State.PAUSED ? resume : now.isUnderWay() ? pause : again);
        });
        offer.run();
        HBox footer = new HBox(pause, resume, again, place, receipt, stop, Ui.gap(), limiting);
        footer.getStyleClass().add("footer");
        return footer;
    }

    /** The button that had the focus may be gone: its successor gets it. */
    private void keepFocus(Button next) {
        if (getScene() != null && isVisible()) {
            next.requestFocus();
        }
    }

    private static void show(Region control, boolean wanted) {
        control.setVisible(wanted);
        control.setManaged(wanted);
    }

    private void saveReceipt() {
        FileChooser chooser = new FileChooser();
        chooser.setTitle("Save the receipt");
        chooser.setInitialFileName("waybill-receipt.txt");
        File file = chooser.showSaveDialog(getScene().getWindow());
        if (file != null) {
            model.saveReceipt(file.toPath());
        }
    }
}
