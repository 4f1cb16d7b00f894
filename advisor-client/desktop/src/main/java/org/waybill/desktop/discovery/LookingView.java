package org.waybill.desktop.discovery;

import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/** The second screen: both ends and the network are being looked at. */
public final class LookingView extends VBox {
    public LookingView(LookingViewModel model, Runnable onCancel) {
        setSpacing(14);
        setPadding(new Insets(28));
        Label title = new Label("Looking at both ends and the network between them");
        title.getStyleClass().add("title-2");
        ProgressBar busy = new ProgressBar();
        busy.setMaxWidth(Double.MAX_VALUE);
        busy.setAccessibleText("Working");
        ListView<String> lines = new ListView<>(model.lines());
        lines.setId("notes");
        lines.setAccessibleText("What has been found out so far");
        lines.setPlaceholder(new Label("Starting"));
        VBox.setVgrow(lines, Priority.ALWAYS);
        Button cancel = new Button("Cancel");
        cancel.setCancelButton(true);
        cancel.setOnAction(event -> onCancel.run());
        getChildren().addAll(title, busy, lines, cancel);
    }
}
