package org.waybill.desktop;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.waybill.desktop.activity.Transfers;

/** Asks what becomes of the transfers under way before the window closes. */
final class CloseQuestion extends VBox {
    private static final String STAY = "close-stay";

    private final Transfers transfers;
    private final Runnable close;
    private final boolean one;
    private final Label text = Ui.paragraph("");
    private final Button goOn = Ui.id("close-background", Ui.button("Go on in the background", this::goOn, "accent"));
    private final Button stop = Ui.id("close-stop", Ui.button("Stop and close", this::stop));
    private final Button stay;

    private CloseQuestion(BusyOverlay veil, Node below, Transfers transfers, Runnable close) {
        this.transfers = transfers;
        this.close = close;
        this.one = transfers.underWay.size() == 1;
        stay = Ui.id(STAY, Ui.button("Cancel", () -> veil.hide(this, below)));
        Ui.styled(this, "modal", "question");
        String title = one ? "A transfer is under way" : transfers.underWay.size() + " transfers are under way";
        getChildren().addAll(Ui.label(title, "page-title"), text, Ui.row(10, goOn, stop, stay));
        setMaxHeight(Region.USE_PREF_SIZE);
        focusedProperty().addListener((property, before, now) -> first().requestFocus());
        offer(Optional.of(""));
        transfers.obstacle(this::offer);
    }

    static void ask(BusyOverlay veil, Node below, Transfers transfers, Runnable close) {
        CloseQuestion question = new CloseQuestion(veil, below, transfers, close);
        veil.show(question);
        question.first().requestFocus();
    }

    static boolean isOn(BusyOverlay veil) {
        return veil.lookup("#" + STAY) != null;
    }

    private Button first() {
        return goOn.isVisible() ? goOn : stay;
    }

    /** @param obstacle why nothing can go on in the background; empty if it can */
    private void offer(Optional<String> obstacle) {
        goOn.setDisable(false);
        stay.setDisable(false);
        stop.setText("Stop and close");
        Ui.show(goOn, obstacle.isEmpty());
        String them = one ? "it" : "them";
        say(obstacle.orElse("In the background " + them + " can go on without this window: 'waybill task' and Activity"
                + " list " + them + "."));
        if (getScene() != null) {
            first().requestFocus();
        }
    }

    private void say(String what) {
        text.setText((what + " Stopping keeps partial data; after the next start, Resume continues.").strip());
    }

    /** What is to wait for, a run's end or an agent's answer, may never come: the window can be closed all the same. */
    private void goOn() {
        goOn.setDisable(true);
        stay.setDisable(true);
        stop.setText("Close now");
        say("Waiting for the background to take " + (one ? "it" : "them")
                + "; closing now stops what it has not taken.");
        stop.requestFocus();
        transfers.goOnInBackground(close, problem -> offer(Optional.of(problem)));
    }

    private void stop() {
        transfers.stopAll(close);
    }
}
