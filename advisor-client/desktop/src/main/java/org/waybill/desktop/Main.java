package org.waybill.desktop;

import javafx.application.Application;

/** Starts the window; a class of its own, since JavaFX on the class path will not start from an Application. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Application.launch(WaybillApplication.class, arguments);
    }
}
