package org.waybill.client.remote;

import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.ServiceProxy;

/**
 * The advisor service as the client's other parts see it: always there. When the process that runs it ends in the
 * middle of a call, the call is made again to the process that runs it next, if need be to ourselves; every operation
 * of {@link AdvisorService} may be repeated. Each call first delivers what waits in the {@link Outbox}, which other
 * processes fill meanwhile, so that its answer knows of it. May be used by many threads at once.
 */
public final class AdvisorClient implements AutoCloseable {
    private static final Logger LOG = System.getLogger(AdvisorClient.class.getName());

    /** Of twenty commands at once each may lead for a moment; more leaders than this do not die by chance. */
    private static final int MOST_ATTEMPTS = 32;
    /** After a service did not take what waits, as where its disk was full; and after it said who may. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Duration FORBIDDEN_PAUSE = Duration.ofDays(1);

    private final AddressSource addresses;
    private final Function<ServiceAddress, AdvisorService> connector;
    private final Outbox outbox;
    private final LongSupplier nanoTime;
    private final AdvisorService service = ServiceProxy.of(AdvisorService.class, "the advisor service", this::call);
    private @Nullable Connection connection;
    /** From when on the service of this connection is asked again to take what waits. */
    private long deliverFromNs;

    AdvisorClient(AddressSource addresses, Function<ServiceAddress, AdvisorService> connector, Outbox outbox) {
        this(addresses, connector, outbox, System::nanoTime);
    }

    AdvisorClient(
            AddressSource addresses,
            Function<ServiceAddress, AdvisorService> connector,
            Outbox outbox,
            LongSupplier nanoTime) {
        this.addresses = addresses;
        this.connector = connector;
        this.outbox = outbox;
        this.nanoTime = nanoTime;
        this.deliverFromNs = nanoTime.getAsLong();
    }

    /** Starts looking for the service in the background, so that the first call finds it. */
    public void prepare() {
        Thread.ofPlatform().daemon().name("advisor-service-start").start(() -> {
            try {
                connected();
            } catch (ServiceException e) {
                LOG.log(Level.DEBUG, "the first call will retry: " + e.getMessage());
            }
        });
    }

    /** The service, wherever it is at each call. */
    public AdvisorService service() {
        return service;
    }

    /** Where the service is that calls go to. */
    public ServiceAddress address() {
        return connected().address();
    }

    private @Nullable Object call(Method operation, @Nullable Object[] arguments) throws Throwable {
        ServiceAddress silent = null;
        for (int attempt = 1; ; attempt++) {
            Connection now = connected();
            try {
                return ServiceProxy.pass(now.service(), operation, arguments);
            } catch (ServiceException e) {
                // one that was waited for and is still there does not answer at all
                if (!addresses.mayHaveMoved(e, now.address())
                        || now.address().equals(silent)
                        || attempt == MOST_ATTEMPTS
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                silent = now.address();
                LOG.log(Level.DEBUG, "lost the advisor service at " + now.address() + ": " + e.getMessage());
                forget(now);
            }
        }
    }

    private synchronized Connection connected() {
        Connection known = connection;
        Connection now = known == null || known.lost() ? connect(known) : known;
        if (nanoTime.getAsLong() - deliverFromNs >= 0) {
            deliver(now.service());
        }
        return now;
    }

    private Connection connect(@Nullable Connection lost) {
        try {
            ServiceAddress address = addresses.address(lost == null ? null : lost.address());
            Connection fresh = new Connection(address, connector.apply(address), false);
            connection = fresh;
            deliverFromNs = nanoTime.getAsLong();
            return fresh;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceException(ServiceException.UNREACHABLE, "interrupted", e);
        }
    }

    private void deliver(AdvisorService service) {
        try {
            outbox.deliver(service);
        } catch (ServiceException | UncheckedIOException e) {
            if (!Thread.currentThread().isInterrupted()) {
                boolean forbidden =
                        e instanceof ServiceException known && known.code().equals(ServiceException.FORBIDDEN);
                deliverFromNs = nanoTime.getAsLong() + (forbidden ? FORBIDDEN_PAUSE : PAUSE).toNanos();
                LOG.log(Level.WARNING, "outcomes stay in the outbox: " + e.getMessage());
            }
        }
    }

    private synchronized void forget(Connection broken) {
        if (broken.equals(connection)) {
            connection = new Connection(broken.address(), broken.service(), true);
        }
    }

    /** Stops the service if it runs in this process. */
    @Override
    public void close() {
        addresses.close();
    }

    /** Where the service is now. */
    interface AddressSource extends AutoCloseable {
        /** The address; {@code failed} was tried and did not answer, null at first. */
        ServiceAddress address(@Nullable ServiceAddress failed) throws InterruptedException;

        /** Whether this failure of the service at {@code address} can mean that it is elsewhere by now. */
        default boolean mayHaveMoved(ServiceException failure, ServiceAddress address) {
            return false;
        }

        @Override
        default void close() {}
    }

    private record Connection(ServiceAddress address, AdvisorService service, boolean lost) {}
}
