package org.waybill.desktop.workflow;

import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.Ui;

/** One way as a card: what it is, how long it takes, where it goes, who can read along, what it did before. */
final class WayCard extends ListCell<Workflow> {
    private final WaysViewModel model;
    private final Label rank = Ui.label("", "rank");
    private final Label title = Ui.paragraph("", "title");
    private final Label time = Ui.label("", "time");
    private final Label rate = Ui.label("", "muted");
    private final BandBar band = new BandBar();
    private final Label security = Ui.label("", "badge");
    private final Label program = Ui.label("", "badge");
    private final Label route = Ui.label("", "badge");
    private final Label basis = Ui.paragraph("", "caption");
    private final CheckBox compare = new CheckBox("Compare");
    private final VBox card;

    WayCard(WaysViewModel model) {
        this.model = model;
        time.setMinWidth(USE_PREF_SIZE);
        for (Label badge : new Label[] {security, program, route}) {
            badge.setMinWidth(USE_PREF_SIZE);
        }
        compare.setFocusTraversable(false);
        compare.setMinWidth(USE_PREF_SIZE);
        compare.setOnAction(event -> {
            Workflow way = getItem();
            if (way != null) {
                model.toggleCompared(way);
            }
        });
        card = new VBox(Ui.row(10, rank, Ui.grow(title), time), band,
                Ui.row(6, route, security, program, Ui.gap(), rate), Ui.row(8, Ui.grow(basis), compare));
        card.getStyleClass().add("way");
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable Workflow way, boolean empty) {
        super.updateItem(way, empty);
        if (way == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        rank.setText(Integer.toString(way.rank()));
        rank.getStyleClass().remove("best");
        if (way.rank() == 1) {
            rank.getStyleClass().add("best");
        }
        title.setText(way.title());
        time.setText(Words.band(way));
        rate.setText(Words.rate(way));
        band.show(way.estimate().secondsP50(), way.estimate().secondsP90(), model.longestSeconds());
        badge(route, Words.route(way), way.via().isEmpty() ? "" : "info");
        String shown = Words.securityBadge(way);
        badge(security, shown, shown.equals("Encrypted") ? "good" : shown.equals("Local") ? "" : "warn");
        badge(program, way.movable() ? Words.streams(way) : "script only: " + way.tool(), way.movable() ? "" : "info");
        String past = model.record(way);
        basis.setText("From " + Words.basis(way.estimate()) + (past.isEmpty() ? "" : ".  " + past));
        compare.setSelected(model.compared().contains(way));
        setGraphic(card);
        setAccessibleText("Way " + way.rank() + ", " + way.title() + ", " + time.getText() + ", " + rate.getText()
                + ", " + route.getText() + ", " + shown + ", " + basis.getText());
    }

    private static void badge(Label badge, String text, String style) {
        badge.setText(text);
        badge.getStyleClass().removeAll("good", "warn", "info");
        if (!style.isEmpty()) {
            badge.getStyleClass().add(style);
        }
    }
}
