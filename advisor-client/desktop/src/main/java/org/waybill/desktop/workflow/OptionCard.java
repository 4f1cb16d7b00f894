package org.waybill.desktop.workflow;

import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.Ui;

/** One option as a card: title, time, route, security, and its past transfers. */
final class OptionCard extends ListCell<Workflow> {
    private final OptionsViewModel model;
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

    OptionCard(OptionsViewModel model) {
        this.model = model;
        time.setMinWidth(USE_PREF_SIZE);
        for (Label each : new Label[] {security, route, rate}) { // the number of connections may be cut
            each.setMinWidth(USE_PREF_SIZE);
        }
        compare.setFocusTraversable(false);
        compare.setMinWidth(USE_PREF_SIZE);
        compare.setOnAction(event -> {
            Workflow option = getItem();
            if (option != null) {
                model.toggleCompared(option);
            }
        });
        card = new VBox(
                Ui.row(10, rank, Ui.grow(title), time),
                band,
                Ui.row(6, route, security, program, Ui.gap(), rate),
                Ui.row(8, Ui.grow(basis), compare));
        card.getStyleClass().add("way");
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable Workflow option, boolean empty) {
        super.updateItem(option, empty);
        if (option == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        rank.setText(Integer.toString(option.rank()));
        Ui.style(rank, "best", option.rank() == 1);
        title.setText(option.title());
        time.setText(OptionLabels.band(option));
        rate.setText(OptionLabels.rate(option));
        band.show(option.estimate().secondsP50(), option.estimate().secondsP90(), model.longestSeconds());
        badge(route, OptionLabels.route(option), option.via().isEmpty() ? "" : "info");
        String shown = OptionLabels.securityBadge(option);
        badge(security, shown, shown.equals("Encrypted") ? "good" : shown.equals("Local") ? "" : "warn");
        badge(
                program,
                option.movable() ? OptionLabels.streams(option) : "script only: " + option.tool(),
                option.movable() ? "" : "info");
        String past = model.record(option);
        basis.setText(OptionLabels.forecast(option.estimate()) + (past.isEmpty() ? "" : ".  " + past));
        compare.setSelected(model.compared.contains(option));
        setGraphic(card);
        setAccessibleText("Option " + option.rank() + ", " + option.title() + ", " + time.getText() + ", "
                + rate.getText()
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
