package org.waybill.desktop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.db.MigratedDatabase;

/**
 * The client's core for one user each, over one advisor service for all windows of a test run: to start one takes ten
 * seconds of processor in a new JVM. It runs in the JVM that needs it first, as the service of a home that several
 * programs share. Outcomes stay in the outbox of the user's home, so no test sees another's.
 */
final class SharedAdvisor {
    private static final WaybillHome HOME = home();
    /** Keeps the service while windows come and go. */
    private static final CoreAdvisorFacade KEEPER =
            CoreAdvisorFacade.of(Map.of("WAYBILL_HOME", HOME.root().toString()));

    private SharedAdvisor() {}

    private static WaybillHome home() {
        try {
            String run = System.getProperty("waybill.test.run");
            return new WaybillHome(MigratedDatabase.putInto(
                    run == null
                            ? Files.createTempDirectory("advisor")
                            : Path.of("target", "advisor-" + run).toAbsolutePath()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For the user whom an environment describes. */
    static CoreAdvisorFacade of(Map<String, String> environment) {
        // here, if the JVM that had the service has ended; a window that needs none does not wait for it
        Thread.startVirtualThread(() -> KEEPER.history("", "", 1));
        return CoreAdvisorFacade.of(environment, AdvisorClientFactory.shared(HOME, EmbeddedService.load()));
    }
}
