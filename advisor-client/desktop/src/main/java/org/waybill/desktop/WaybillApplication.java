package org.waybill.desktop;

import atlantafx.base.theme.PrimerDark;
import atlantafx.base.theme.PrimerLight;
import java.time.InstantSource;
import javafx.application.Application;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Scene;

/** The window. */
public final class WaybillApplication extends Application {
    private final Background background = new Background();
    private final Assistant assistant = CoreAssistant.ofThisUser();

    @Override
    public void start(javafx.stage.Stage window) {
        boolean dark = Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
        setUserAgentStylesheet((dark ? new PrimerDark() : new PrimerLight()).getUserAgentStylesheet());
        WizardViewModel model = new WizardViewModel(assistant, background, InstantSource.system(), System::nanoTime);
        window.setScene(new Scene(new WizardView(model), 1_100, 740));
        window.setMinWidth(1_024);
        window.setMinHeight(700);
        window.setTitle("Waybill");
        window.show();
    }

    @Override
    public void stop() {
        background.close();
        assistant.close();
    }
}
