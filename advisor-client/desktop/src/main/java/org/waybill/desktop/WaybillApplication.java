package org.waybill.desktop;

import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Objects;
import javafx.animation.AnimationTimer;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;

/** The window. */
public final class WaybillApplication extends Application {
    private static final double WIDTH = 1_180;
    private static final double HEIGHT = 780;

    private final Background background = new Background(Platform::runLater);
    private static @Nullable AdvisorFacade given;
    private @Nullable ShellViewModel model;
    private final AdvisorFacade assistant = Objects.requireNonNull(given, "Main gives the assistant");

    /** JavaFX makes the application itself: what it works with is given beforehand. */
    static void assistant(AdvisorFacade assistant) {
        given = assistant;
    }

    @Override
    public void start(javafx.stage.Stage window) throws TransferException {
        Options options = Options.parse(getParameters().getRaw().toArray(String[]::new));
        Theme wanted = options.theme();
        (wanted != null
                        ? wanted
                        : Platform.getPreferences().getColorScheme() == ColorScheme.DARK ? Theme.DARK : Theme.LIGHT)
                .apply();
        ZoneId zone = ZoneId.systemDefault();
        ShellViewModel made = new ShellViewModel(
                assistant, background, InstantSource.system(), zone, System::nanoTime, System.getenv());
        model = made;
        made.wizard.endpoints.source.text.set(options.source());
        made.wizard.endpoints.destination.text.set(options.destination());
        ShellView shell = new ShellView(
                made,
                zone,
                getHostServices()::showDocument,
                (title, text) -> SystemMessage.show(background, title, text),
                WizardView.SETTLING);
        shell.guard(window);
        window.setScene(new Scene(shell, WIDTH, HEIGHT));
        window.setMinWidth(800);
        window.setMinHeight(600);
        window.setOnShown(event -> afterFirstFrame(this::shown));
        window.show();
    }

    /** The window can be used when its first frame has been laid out and drawn: at the third, two have been. */
    private static void afterFirstFrame(Runnable then) {
        new AnimationTimer() {
            private int frames;

            @Override
            public void handle(long nowNs) {
                frames++;
                if (frames == 3) {
                    stop();
                    then.run();
                }
            }
        }.start();
    }

    private void shown() {
        if (Boolean.getBoolean("waybill.desktop.once")) { // for the measurement of the start
            System.err.println("waybill: window shown after "
                    + (System.currentTimeMillis()
                            - ProcessHandle.current()
                                    .info()
                                    .startInstant()
                                    .orElseThrow()
                                    .toEpochMilli())
                    + " ms");
            Platform.exit();
        } else {
            assistant.prepare(); // not before the window is there: the service uses all processors
        }
    }

    @Override
    public void stop() {
        ShellViewModel shown = model;
        if (shown != null) {
            shown.wizard.transfers.flush();
        }
        background.close();
        assistant.close();
    }
}
