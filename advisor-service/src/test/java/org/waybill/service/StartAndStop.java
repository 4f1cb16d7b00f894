package org.waybill.service;

import java.nio.file.Path;
import java.util.logging.LogManager;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;

/** A process of its own that starts a service in a home, asks it something, stops it, and says what happened. */
public final class StartAndStop {
    private StartAndStop() {}

    public static void main(String[] arguments) {
        LogManager.getLogManager().reset();
        long start = System.nanoTime();
        try (RunningService service = EmbeddedService.load().start(ServiceSettings.embedded(Path.of(arguments[0])))) {
            long started = System.nanoTime();
            TestClients.advisor(service).profile("dtn01.nersc.gov");
            long answered = System.nanoTime();
            System.out.println("started " + (started - start) / 1_000_000 + " ms, answered "
                    + (answered - started) / 1_000_000 + " ms later");
        } catch (ServiceException e) {
            System.out.println(e.code() + " " + e.getMessage());
        }
        System.exit(0);
    }
}
