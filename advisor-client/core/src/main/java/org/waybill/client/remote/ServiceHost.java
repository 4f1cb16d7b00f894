package org.waybill.client.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;

/**
 * The advisor service as a daemon: takes the home's {@link Leadership} for as long as it runs, so that every command of
 * the home finds it. Now and then it delivers what transfers left in the outbox.
 */
public final class ServiceHost implements AutoCloseable {
    private static final Logger LOG = System.getLogger(ServiceHost.class.getName());
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration DELIVERY = Duration.ofSeconds(15);

    private final Leadership leadership;
    private final RunningService service;
    private final ServiceAddress address;
    private final Thread courier;

    private ServiceHost(WaybillHome home, Leadership leadership, RunningService service, ServiceAddress address) {
        this.leadership = leadership;
        this.service = service;
        this.address = address;
        this.courier = Thread.ofVirtual().name("outbox").unstarted(() -> deliver(home));
    }

    /**
     * Starts the service as soon as no command of this home runs one. Another {@code waybill service} is not waited
     * for, since it may run for years.
     *
     * @param waiting called once with the command that has to end first, such as "process 17"
     * @throws ServiceException if the service cannot be started; one line that says why
     */
    public static ServiceHost start(
            WaybillHome home, EmbeddedService embedded, ServiceSettings settings, Consumer<String> waiting)
            throws InterruptedException {
        embedded.check(settings);
        Leadership taken = take(home, waiting);
        Leadership.Led led = taken.start(embedded, settings);
        ServiceHost host = new ServiceHost(home, taken, led.service(), led.address());
        host.courier.start();
        return host;
    }

    private static Leadership take(WaybillHome home, Consumer<String> waiting) throws InterruptedException {
        boolean told = false;
        while (true) {
            try {
                switch (Leadership.tryTakeForService(home)) {
                    case Leadership.Taken(Leadership lead) -> {
                        return lead;
                    }
                    case Leadership.Held held -> {
                        if (held.isService()) {
                            throw alreadyRuns(home, held);
                        }
                        if (!told) {
                            waiting.accept(held.process());
                            told = true;
                        }
                    }
                }
            } catch (IOException e) {
                throw new ServiceException(
                        ServiceException.UNAVAILABLE, "cannot use " + home.root() + ": " + e.getMessage(), e);
            }
            Thread.sleep(POLL);
        }
    }

    private static ServiceException alreadyRuns(WaybillHome home, Leadership.Held held) {
        return ServiceException.unavailable(
                "the service of " + home.root() + " is running already, in " + held.process()
                        + Leadership.published(home)
                                .map(address -> " at " + address.url())
                                .orElse("")
                        + ": stop it first, or use another WAYBILL_HOME");
    }

    public ServiceAddress address() {
        return address;
    }

    /** Blocks until the service has been stopped. */
    public void awaitStop() throws InterruptedException {
        service.awaitStop();
    }

    private void deliver(WaybillHome home) {
        Outbox outbox = new Outbox(home.outbox());
        AdvisorService itself = AdvisorClientFactory.connector(home).apply(address);
        try {
            while (true) {
                try {
                    outbox.deliver(itself);
                } catch (ServiceException | UncheckedIOException e) {
                    LOG.log(Level.DEBUG, "outcomes stay in the outbox: " + e.getMessage());
                }
                Thread.sleep(DELIVERY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the service, then lets others lead. */
    @Override
    public void close() {
        courier.interrupt();
        try (leadership) {
            leadership.withdraw();
            service.close();
        }
    }
}
