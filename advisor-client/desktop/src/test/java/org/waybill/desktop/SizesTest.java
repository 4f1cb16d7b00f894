package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ScrollPane;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.desktop.activity.TransferViewModel;

/** Every screen on a small display and on a large one: all buttons are there to be clicked, and say what they do. */
@Timeout(120)
class SizesTest {
    private static final String PICTURES = System.getProperty("waybill.test.pictures");

    @TempDir
    Path temp;

    private Window window;
    private double width;
    private double height;

    @ParameterizedTest
    @CsvSource({"800,600", "1180,780", "2560,1440"})
    void everyScreenIsUsable(double wide, double high) throws Exception {
        width = wide;
        height = high;
        SampleAssistant assistant = new SampleAssistant(temp);
        try (Window opened = Window.unseen(assistant, wide, high)) {
            window = opened;
            WizardViewModel wizard = window.model().wizard;
            window.paste("source", SampleAssistant.SOURCE);
            window.paste("destination", SampleAssistant.DESTINATION);
            look("where");
            press("source-browse");
            window.await("entries", () -> !wizard.browser.entries().isEmpty());
            look("browse");
            press("browser-new");
            look("browse-new");
            press("browser-here");
            press("advise");
            window.await("rows", () -> wizard.looking.rows.size() >= 8);
            look("looking");
            assistant.seePath();
            window.awaitEnabled("move");
            look("options");
            Window.onFx(() -> {
                wizard.options.chosen.set(wizard.options.options.stream()
                        .filter(one -> one.transport().equals("tcp"))
                        .findFirst()
                        .orElseThrow());
                return true;
            });
            press("move");
            window.await("the middle", () -> wizard.moving().fraction.get() >= 0.62);
            look("moving");
            window.requestClose();
            window.awaitEnabled("close-stay");
            look("closing");
            press("close-stay");
            assistant.finish();
            window.await("the end", () -> wizard.moving().state().get() == TransferViewModel.State.DONE);
            look("moved");
            for (Page page : new Page[] {Page.MAP, Page.ACTIVITY, Page.PROFILE}) {
                Window.onFx(() -> {
                    window.model().page.set(page);
                    return true;
                });
                look(page.title());
            }
        }
    }

    private void press(String id) throws Exception {
        window.awaitEnabled(id);
        Window.onFx(() -> {
            window.find(id, ButtonBase.class).fire();
            return true;
        });
    }

    private void look(String screen) throws Exception {
        if (PICTURES != null) {
            window.picture(Path.of(PICTURES, (int) width + "-" + screen + ".png"));
        }
        List<String> wrong = new ArrayList<>();
        Window.onFx(() -> {
            window.layOut();
            collect(window.scene().getRoot(), false, wrong);
            return true;
        });
        assertThat(wrong).as(screen + " at " + width + " x " + height).isEmpty();
    }

    private void collect(Node node, boolean scrolls, List<String> wrong) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof ButtonBase button
                && node.isManaged()
                && !button.getText().isEmpty()) {
            Bounds at = node.localToScene(node.getLayoutBounds());
            if (at.getMinX() < 0 || at.getMaxX() > width || !scrolls && (at.getMinY() < 0 || at.getMaxY() > height)) {
                wrong.add("'" + button.getText() + "' is outside: " + at);
            }
            if (Ui.isCut(button)) {
                wrong.add("'" + button.getText() + "' is cut");
            }
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable()
                    .forEach(child -> collect(child, scrolls || node instanceof ScrollPane, wrong));
        }
    }
}
