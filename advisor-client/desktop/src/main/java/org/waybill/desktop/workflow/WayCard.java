package org.waybill.desktop.workflow;

import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Workflow;

/** One way as a card: what it is, how long it takes, where it goes, who can read along. */
final class WayCard extends ListCell<Workflow> {
    @Override
    protected void updateItem(@Nullable Workflow way, boolean empty) {
        super.updateItem(way, empty);
        if (way == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        Label title = new Label(way.rank() + ".  " + way.title());
        title.getStyleClass().add("title-4");
        Label forecast = new Label(WaysViewModel.forecast(way));
        forecast.getStyleClass().add("text-bold");
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        Label details = new Label(WaysViewModel.route(way) + "   \u00b7   " + way.security());
        details.setWrapText(true);
        details.getStyleClass().add("text-muted");
        VBox card = new VBox(4, new HBox(10, title, gap, forecast), details);
        card.setPadding(new Insets(8));
        // the list, not the longest line, decides how wide a card is
        card.prefWidthProperty().bind(getListView().widthProperty().subtract(40));
        setGraphic(card);
        setAccessibleText(title.getText() + ", " + forecast.getText() + ", " + details.getText());
    }
}
