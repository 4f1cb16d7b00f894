package org.waybill.desktop;

import java.net.ProxySelector;
import java.util.Optional;
import javafx.application.Application;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.platform.Proxies;
import org.waybill.platform.Umask;

/** Starts the window; a class of its own, since JavaFX on the class path will not start from an Application. */
public final class Main {
    private static final int FATAL_HERE = 7;

    private Main() {}

    public static void main(String[] arguments) {
        Umask.keepAllToUser();
        // for the JDK's own clients, of services and catalogues
        ProxySelector.setDefault(Proxies.of(System.getenv()).selector());
        WaybillHome.of(System.getenv()).closeToOthers();
        try {
            Options options = Options.parse(arguments);
            WaybillApplication.assistant(CoreAdvisorFacade.of(System.getenv(), options.service()));
        } catch (TransferException e) {
            end(e.reason().exitCode(), e.getMessage());
        }
        Optional<String> missing = Display.missing(
                System.getenv(), System.getProperty("os.name", ""), System.getProperty("glass.platform", ""));
        missing.ifPresent(why -> end(FATAL_HERE, why));
        try {
            Application.launch(WaybillApplication.class, arguments);
        } catch (UnsupportedOperationException | IllegalStateException | UnsatisfiedLinkError e) {
            end(FATAL_HERE, Display.failed(e));
        }
        System.exit(0); // an advisor service of ours may leave threads behind
    }

    private static void end(int code, String message) {
        System.err.println("waybill: " + message);
        System.exit(code);
    }
}
