package org.waybill.desktop.workflow;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.Ui;

/** Options as a card: title, time, route, security and past transfers of one of them, and what else can do the same. */
final class OptionCard extends ListCell<OptionGroup> {
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
    private final FlowPane tools = new FlowPane(6, 6);
    private final CheckBox compare = new CheckBox("Compare");
    private final VBox card;

    OptionCard(OptionsViewModel model) {
        this.model = model;
        time.setMinWidth(USE_PREF_SIZE);
        for (Label each : new Label[] {security, route, program, rate}) {
            each.setMinWidth(USE_PREF_SIZE);
        }
        compare.setFocusTraversable(false);
        compare.setMinWidth(USE_PREF_SIZE);
        compare.setOnAction(event -> {
            OptionGroup group = getItem();
            if (group != null) {
                model.toggleCompared(model.shown(group));
            }
        });
        card = new VBox(
                Ui.row(10, rank, Ui.grow(title), time),
                band,
                Ui.row(6, Ui.grow(new FlowPane(6, 4, route, security, program)), rate),
                tools,
                Ui.row(8, Ui.grow(basis), compare));
        card.getStyleClass().add("way");
        setPrefWidth(0);
    }

    @Override
    protected void updateItem(@Nullable OptionGroup group, boolean empty) {
        super.updateItem(group, empty);
        if (group == null || empty) {
            setGraphic(null);
            setAccessibleText(null);
            return;
        }
        Workflow option = model.shown(group);
        int number = getIndex() + 1;
        rank.setText(Integer.toString(number));
        Ui.style(rank, "best", number == 1);
        showTools(group, option);
        title.setText(option.title());
        time.setText(OptionLabels.band(option));
        rate.setText(OptionLabels.rate(option));
        band.show(option.estimate().secondsP50(), option.estimate().secondsP90(), model.longestSeconds());
        Ui.show(band, band.isVisible());
        badge(route, OptionLabels.route(option), option.via().isEmpty() ? "" : "info");
        String shown = OptionLabels.securityBadge(option);
        badge(security, shown, shown.equals("Encrypted") ? "good" : shown.equals("Local") ? "" : "warn");
        badge(program, option.movable() ? OptionLabels.streams(option) : "script only", option.movable() ? "" : "info");
        String past = model.record(option);
        basis.setText(OptionLabels.forecast(option.estimate()) + (past.isEmpty() ? "" : ".  " + past));
        compare.setSelected(model.compared.contains(option));
        setGraphic(card);
        setAccessibleText("Option " + number + ", " + option.title() + ", " + time.getText() + ", "
                + rate.getText()
                + ", " + route.getText() + ", " + shown + ", " + basis.getText()
                + (group.options().size() > 1 ? ", " + group.options().size() + " tools" : ""));
    }

    private void showTools(OptionGroup group, Workflow option) {
        tools.getChildren().clear();
        Ui.show(tools, group.options().size() > 1);
        for (Workflow each : group.options().size() > 1 ? group.options() : List.<Workflow>of()) {
            Button tool = Ui.button(each.tool(), () -> model.chosen.set(each), "small", "tool");
            tool.setFocusTraversable(false); // Left and Right do the same
            tool.setTooltip(new Tooltip(
                    each.title() + ", " + OptionLabels.band(each) + (each.movable() ? "" : ", as a script only")));
            Ui.style(tool, "chosen", each.equals(option));
            tools.getChildren().add(tool);
        }
    }

    private static void badge(Label badge, String text, String style) {
        badge.setText(text);
        badge.getStyleClass().removeAll("good", "warn", "info");
        if (!style.isEmpty()) {
            badge.getStyleClass().add(style);
        }
    }
}
