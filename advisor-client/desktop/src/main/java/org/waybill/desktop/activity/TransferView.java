package org.waybill.desktop.activity;

import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.desktop.Theme;
import org.waybill.desktop.Theme.Palette;
import org.waybill.desktop.Ui;
import org.waybill.desktop.activity.TransferViewModel.State;

/** The fourth screen: a transfer, and afterwards its result. */
public final class TransferView extends BorderPane {
    private final Transfers transfers;
    private final Transfers.Transfer transfer;
    private final TransferViewModel model;
    private final TransferRunner mover;

    /** @param onShow shows a destination */
    public TransferView(Transfers transfers, Transfers.Transfer transfer, Runnable onAgain, Consumer<String> onShow) {
        this.transfers = transfers;
        this.transfer = transfer;
        this.model = transfer.model();
        this.mover = transfer.runner();
        Label headline = Ui.id("headline", Ui.label(model.headline, "headline"));
        Label details = Ui.id("details", Ui.label(model.details));
        Label eta = Ui.label(model.eta, "eta");
        ProgressBar bar = new ProgressBar();
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("Progress");
        bar.setMinHeight(Region.USE_PREF_SIZE);
        bar.progressProperty().bind(model.fraction);
        Label file = Ui.label(model.file, "caption", "mono");
        Label verdict = Ui.id("verdict", Ui.label(model.verdict, "strong"));
        Label cause = Ui.id("cause", Ui.label(model.cause));
        ListView<String> events = new ListView<>(model.events);
        events.setAccessibleText("Log");
        events.getStyleClass().addAll("plain-list", "mono");
        events.setPrefHeight(76);
        events.setMinHeight(Region.USE_PREF_SIZE);
        Ui.showWhile(events, Bindings.isNotEmpty(model.events));
        VBox outcome = Ui.card(Ui.row(10, Ui.icon(Feather.TARGET), verdict), cause);
        Ui.showWhile(outcome, model.verdict.isNotEmpty().or(model.cause.isNotEmpty()));
        Label ends = Ui.label("", "muted");
        Ui.whenever(() -> ends.setText(model.ends()), model.state());
        VBox chart = Ui.card(Ui.grow(new RateChart(model.picture)), shares());
        Ui.whenever(
                () -> {
                    boolean runs = model.state().get() == State.RUNNING;
                    Ui.show(bar, runs || model.fraction.get() >= 0);
                    chart.setVisible(runs || !model.picture.get().points().isEmpty());
                },
                model.state(),
                model.fraction,
                model.picture);
        setCenter(Ui.styled(
                new VBox(
                        headline,
                        ends,
                        Ui.row(20, details, Ui.gap(), eta),
                        bar,
                        file,
                        outcome,
                        Ui.grow(chart),
                        events,
                        Ui.label(model.message, "muted")),
                "page"));
        setBottom(footer(onAgain, onShow));
    }

    private HBox shares() {
        HBox bars = new HBox(8);
        Ui.whenever(
                () -> {
                    bars.getChildren().clear();
                    Palette theme = Theme.current().get().palette();
                    javafx.scene.paint.Color[] colours = {theme.main(), theme.vermilion(), theme.green(), theme.sky()};
                    int i = 0;
                    for (TransferViewModel.Share share : model.shares) {
                        Region bar = Ui.styled(new Region(), "share-bar");
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
                    Ui.show(bars, i > 0);
                },
                model.shares);
        return bars;
    }

    private HBox footer(Runnable onAgain, Consumer<String> onShow) {
        Button pause = Ui.id("pause", Ui.button(Feather.PAUSE, "Pause", mover::pause));
        Button resume = Ui.id("resume", Ui.button(Feather.PLAY, "Resume", () -> transfers.resume(transfer), "accent"));
        Button stop = Ui.id("stop", Ui.button(Feather.SQUARE, "Stop", mover::stop));
        stop.setAccessibleHelp("Stops. Partial data is kept, so that the transfer can be resumed later");
        TextField limit = Ui.field("limit", "none", model.limit);
        limit.setPrefColumnCount(6);
        limit.setAccessibleText("Maximum rate in megabits per second");
        limit.setOnAction(event -> mover.applyLimit());
        Button apply = Ui.id("limit-apply", Ui.button("Apply", mover::applyLimit, "small"));
        HBox limiting = Ui.row(6, Ui.label("Max. rate", "muted"), limit, Ui.label("Mbit/s", "muted"), apply);
        Button report = Ui.id(
                "report",
                Ui.button(
                        "Save report \u2026",
                        () -> Ui.save(this, "Save the report", "waybill-report.txt", model::saveReport)));
        Button again = Ui.id("again", Ui.button("New transfer", onAgain));
        Button place = Ui.id(
                "show", Ui.button(Feather.FOLDER, "Show at destination", () -> onShow.accept(model.destination())));
        Ui.whenever(
                () -> {
                    State now = model.state().get();
                    boolean stands = now.canResume();
                    Ui.show(pause, now == State.RUNNING);
                    Ui.show(resume, stands);
                    resume.setText(
                            switch (now) {
                                case WAITING -> "Start now";
                                case FAILED -> "Try again";
                                default -> "Resume";
                            });
                    Ui.show(stop, now.isUnderWay());
                    Ui.show(limiting, now.isUnderWay());
                    Ui.show(report, now == State.DONE);
                    Ui.show(place, now == State.DONE);
                    Ui.style(again, "accent", now == State.DONE);
                    keepFocus(stands ? resume : now.isUnderWay() ? pause : again);
                },
                model.state());
        return Ui.styled(new HBox(pause, resume, stop, again, place, report, Ui.gap(), limiting), "footer");
    }

    /** The button that had the focus may be gone: its successor gets it. */
    private void keepFocus(Button next) {
        if (getScene() != null && isVisible()) {
            next.requestFocus();
        }
    }
}
