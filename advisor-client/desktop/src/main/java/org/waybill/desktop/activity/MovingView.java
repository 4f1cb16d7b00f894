package org.waybill.desktop.activity;

import javafx.geometry.Insets;
import javafx.scene.chart.AreaChart;
import javafx.scene.chart.NumberAxis;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The fourth screen: the move. */
public final class MovingView extends VBox {
    public MovingView(MovingViewModel model, Runnable onCancel, Runnable onAgain) {
        setSpacing(14);
        setPadding(new Insets(28));
        Label headline = new Label();
        headline.setId("headline");
        headline.getStyleClass().add("title-2");
        headline.textProperty().bind(model.headline());
        ProgressBar bar = new ProgressBar();
        bar.setMaxWidth(Double.MAX_VALUE);
        bar.setAccessibleText("Progress");
        bar.progressProperty().bind(model.fraction());
        Label details = new Label();
        details.setId("details");
        details.setWrapText(true);
        details.textProperty().bind(model.details());
        NumberAxis seconds = new NumberAxis();
        seconds.setLabel("seconds");
        seconds.setForceZeroInRange(true);
        NumberAxis rate = new NumberAxis();
        rate.setLabel("Mbit/s");
        AreaChart<Number, Number> chart = new AreaChart<>(seconds, rate);
        chart.setAnimated(false);
        chart.setLegendVisible(false);
        chart.setCreateSymbols(false);
        chart.setAccessibleText("Rate over time");
        chart.getData().add(model.rate());
        VBox.setVgrow(chart, Priority.ALWAYS);
        Button cancel = new Button("Stop (the state is kept)");
        cancel.setId("stop");
        cancel.setCancelButton(true);
        cancel.disableProperty().bind(model.running().not());
        cancel.setOnAction(event -> onCancel.run());
        Button again = new Button("Another move");
        again.setId("again");
        again.disableProperty().bind(model.running());
        again.setOnAction(event -> onAgain.run());
        getChildren().addAll(headline, bar, details, chart, new HBox(10, cancel, again));
    }
}
