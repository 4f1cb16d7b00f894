package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StoreProvider;

/** Asks for a file that is not there, and takes the time. */
public record StoreRequests(Map<String, StoreProvider> providers) implements UnprobedEndpoints.RequestTimer {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String NOTHING = "/.waybill-probe-0";
    /** Whether there is such a file, and whether there is such a directory. */
    private static final int REQUESTS = 2;

    public StoreRequests(List<StoreProvider> providers) {
        this(StoreProvider.byScheme(providers));
    }

    @Override
    public OptionalDouble millis(Endpoint bucket) throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            return SurveyTasks.await(threads.submit(() -> measured(bucket)), PATIENCE, OptionalDouble.empty());
        } catch (TransferException _) {
            return OptionalDouble.empty(); // the copy will say why
        } finally {
            threads.shutdownNow();
        }
    }

    private OptionalDouble measured(Endpoint bucket) throws TransferException, InterruptedException {
        StoreProvider provider = providers.get(bucket.location().scheme());
        if (provider == null) {
            return OptionalDouble.empty();
        }
        try (Store store = provider.open(bucket.location(), (_, _) -> {})) {
            store.stat(NOTHING); // connections are made
            long startNs = System.nanoTime();
            store.stat(NOTHING);
            return OptionalDouble.of((System.nanoTime() - startNs) / 1e6 / REQUESTS);
        }
    }
}
