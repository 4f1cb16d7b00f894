package org.waybill.client.remote;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;

/**
 * The advisor service that all commands of one home share. A command that finds none running takes the
 * {@link Leadership} and runs it in its own process; when that process ends, however it ends, the next one that asks
 * takes over. The database is thus never open twice, and no one ever waits for a database lock.
 */
public final class SharedService implements AdvisorClient.AddressSource {
    private static final Logger LOG = System.getLogger(SharedService.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** A leader that is starting is waited for longer by this than one that does not answer. */
    private static final int STARTING_FACTOR = 5;

    private final WaybillHome home;
    private final EmbeddedService embedded;
    private final ServiceSettings settings;
    private final Duration patience;
    /** Held while a thread looks for the service, or starts or stops it. */
    private final ReentrantLock turn = new ReentrantLock();

    private @Nullable Leadership leadership;
    private volatile @Nullable RunningService running;
    private volatile boolean closed;

    /**
     * Nothing is started yet.
     *
     * @param settings how to run the service if it falls to us
     * @param patience how long to wait for a leader that does not answer; for those that are starting, five times that
     */
    public SharedService(WaybillHome home, EmbeddedService embedded, ServiceSettings settings, Duration patience) {
        this.home = home;
        this.embedded = embedded;
        this.settings = settings;
        this.patience = patience;
    }

    /**
     * The service's address: another process's if one runs it, else our own, started now.
     *
     * @param failed an address that was tried and did not answer, null at first; it is not returned again at once
     * @throws ServiceException {@code UNAVAILABLE} with one line that says why there is none
     */
    @Override
    public ServiceAddress address(@Nullable ServiceAddress failed) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            return found(failed);
        } finally {
            turn.unlock();
            if (closed) { // while we started it: the closing thread did not wait
                stop();
            }
        }
    }

    private ServiceAddress found(@Nullable ServiceAddress failed) throws InterruptedException {
        RunningService ours = running;
        if (ours != null) {
            return Leadership.addressOf(ours);
        }
        // where many commands start at once on few processors, leaders come and go: each has its own time
        Leadership.Held leader = Leadership.Held.UNKNOWN;
        long sinceNs = System.nanoTime();
        while (!closed) {
            switch (attempt()) {
                case Leadership.Taken(Leadership lead) -> {
                    return lead(lead);
                }
                case Leadership.Held held -> {
                    if (!held.equals(Leadership.Held.UNKNOWN) && !held.equals(leader)) {
                        leader = held;
                        sinceNs = System.nanoTime();
                    }
                }
            }
            Duration waited = Duration.ofNanos(System.nanoTime() - sinceNs);
            Optional<ServiceAddress> found = Leadership.published(home);
            found.ifPresent(this::requireSameMachine);
            if (found.isPresent() && (!found.get().equals(failed) || waited.compareTo(patience) >= 0)) {
                return found.get();
            }
            if (found.isEmpty() && waited.compareTo(patience.multipliedBy(STARTING_FACTOR)) >= 0) {
                throw new ServiceException(
                        ServiceException.UNAVAILABLE,
                        "the advisor service of " + home.root()
                                + " belongs to " + leader.process() + ", which has not started it for "
                                + waited.toSeconds()
                                + " s: stop that process, or use another WAYBILL_HOME or --service");
            }
            Thread.sleep(PAUSE);
        }
        throw new ServiceException(ServiceException.UNAVAILABLE, "this client of the advisor service is closed");
    }

    /**
     * A token that is refused is one of an earlier leader, whose port another program got; and what a leader cannot do
     * while it ends, the next one can.
     */
    @Override
    public boolean mayHaveMoved(ServiceException failure, ServiceAddress address) {
        return switch (failure.meaning()) {
            case UNREACHABLE, UNAUTHENTICATED -> true;
            case UNAVAILABLE, INTERNAL -> !Leadership.published(home).equals(Optional.of(address));
            case BAD_REQUEST, NOT_FOUND, CONFLICT, FORBIDDEN, TOO_LARGE, DISK_FULL, UNTRUSTED -> false;
        };
    }

    /** Whether the service runs in this process. */
    public boolean isLeader() {
        return running != null;
    }

    private Leadership.Attempt attempt() {
        try {
            return Leadership.tryTake(home);
        } catch (IOException e) {
            throw notStarted(e);
        }
    }

    private ServiceAddress lead(Leadership taken) {
        Leadership.Led led = taken.start(embedded, settings);
        leadership = taken;
        running = led.service();
        LOG.log(Level.DEBUG, "runs the advisor service of " + home.root() + " at " + led.address());
        return led.address();
    }

    private void requireSameMachine(ServiceAddress address) {
        if (!address.machine().equals(WaybillHome.thisMachine())) {
            throw new ServiceException(
                    ServiceException.UNAVAILABLE,
                    home.root() + " is in use by Waybill on " + address.machine()
                            + ": set WAYBILL_HOME to a directory on this machine");
        }
    }

    private static ServiceException notStarted(IOException e) {
        String message = e.getMessage();
        return new ServiceException(
                ServiceException.UNAVAILABLE,
                "cannot start the advisor service: "
                        + (message == null ? e.getClass().getSimpleName() : message),
                e);
    }

    /**
     * Stops the service if it runs here, and only then lets others lead. One that is being started is not waited for:
     * it stops when it has started, or ends with the process, which its database survives at any point.
     */
    @Override
    public void close() {
        closed = true; // also ends a wait in address()
        stop();
    }

    private void stop() {
        if (!turn.tryLock()) {
            return; // address() stops it
        }
        try {
            RunningService ours = running;
            Leadership held = leadership;
            running = null;
            leadership = null;
            try (held) {
                if (held != null) {
                    held.withdraw();
                }
                if (ours != null) {
                    ours.close();
                }
            }
        } finally {
            turn.unlock();
        }
    }
}
