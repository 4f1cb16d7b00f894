package org.waybill.client.remote;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;
import org.waybill.engine.ErrorText;
import org.waybill.platform.PrivateFiles;

/**
 * The right to run the advisor service of a home, and with it to open its database: held by one process at a time
 * through a lock on {@link WaybillHome#serviceLock()}, which the kernel gives back however the process ends. The holder
 * says in that file who it is, and publishes its service's address in {@link WaybillHome#serviceFile()}; both count
 * only while the lock is held.
 */
record Leadership(WaybillHome home, FileChannel channel, FileLock lock) implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Leadership.class.getName());
    /** What the holder's line ends with if it is a service; versions before wrote nothing. */
    private static final String SERVICE = " service";

    private static final AtomicLong TAKEN = new AtomicLong();

    /**
     * Homes led by this very process, and as whom. Needed since POSIX drops all of a process's locks on a file as soon
     * as any descriptor of it is closed: a second attempt here must not even open the file.
     */
    private static final ConcurrentMap<Path, Held> LED_HERE = new ConcurrentHashMap<>();

    /** What came of an attempt to take the lead. */
    sealed interface Attempt {}

    /** It is ours. */
    record Taken(Leadership lead) implements Attempt {}

    /**
     * Another process has it.
     *
     * @param holder its process and which of its turns it is; empty if it has not said so yet
     */
    record Held(String holder) implements Attempt {
        /** A process that has not said which one it is. */
        static final Held UNKNOWN = new Held("");

        /** Whether it is a {@code waybill service} and not a command that ends by itself. */
        boolean isService() {
            return holder.endsWith(SERVICE);
        }

        /** The process, for people. */
        String process() {
            String pid = holder.replaceFirst(" .*", "");
            return pid.matches("\\d+") ? "process " + pid : "another process";
        }
    }

    /** Takes the lead, unless another process has it. What a dead leader published is removed. */
    static Attempt tryTake(WaybillHome home) throws IOException {
        return tryTake(home, "");
    }

    /** The same for a {@code waybill service}, which says so to others. */
    static Attempt tryTakeForService(WaybillHome home) throws IOException {
        return tryTake(home, SERVICE);
    }

    private static Attempt tryTake(WaybillHome home, String kind) throws IOException {
        Path file = home.serviceLock();
        Held here = LED_HERE.putIfAbsent(file, Held.UNKNOWN);
        if (here != null) {
            return here;
        }
        FileChannel channel = null;
        boolean taken = false;
        try {
            home.create();
            channel = PrivateFiles.openLock(file);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                return new Held(Files.readString(file));
            }
            Files.deleteIfExists(home.serviceFile());
            Held us = new Held(ProcessHandle.current().pid() + " " + TAKEN.incrementAndGet() + kind);
            LED_HERE.put(file, us);
            record(channel, us);
            taken = true;
            return new Taken(new Leadership(home, channel, lock));
        } finally {
            if (!taken) {
                if (channel != null) {
                    channel.close();
                }
                LED_HERE.remove(file);
            }
        }
    }

    /** A waiting process distinguishes leaders by it: a service can be run without. */
    private static void record(FileChannel channel, Held us) {
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(us.holder().getBytes(StandardCharsets.UTF_8)), 0);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot record which process leads: {0}", e.getMessage());
        }
    }

    /** What a leader runs, and where. */
    record Led(RunningService service, ServiceAddress address) {}

    /**
     * Starts the service and publishes its address; where that fails, the lead is given up.
     *
     * @throws ServiceException with one line that says why
     */
    Led start(EmbeddedService embedded, ServiceSettings settings) {
        boolean leading = false;
        @Nullable RunningService started = null;
        try {
            started = embedded.start(settings);
            ServiceAddress address = addressOf(started);
            publish(address);
            leading = true;
            return new Led(started, address);
        } catch (IOException e) {
            throw new ServiceException(
                    ServiceException.UNAVAILABLE,
                    "cannot start the advisor service: cannot write " + home.serviceFile() + ": " + ErrorText.of(e),
                    e);
        } finally {
            if (!leading) {
                undo(started);
            }
        }
    }

    private void undo(@Nullable RunningService started) {
        try (this) {
            if (started != null) {
                started.close();
            }
        }
    }

    static ServiceAddress addressOf(RunningService service) {
        return new ServiceAddress(
                service.url(), service.token(), ProcessHandle.current().pid(), WaybillHome.thisMachine());
    }

    /** Publishes where the service is. */
    void publish(ServiceAddress address) throws IOException {
        PrivateFiles.replace(home.serviceFile(), RecordProperties.write(address));
    }

    /** Announces that it ends: they wait for the lead instead of calling. Called before the service is stopped. */
    void withdraw() {
        try {
            Files.deleteIfExists(home.serviceFile());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + home.serviceFile() + ": " + e);
        }
    }

    /** What the leader of {@code home} published; empty if there is none or it is not ready yet. */
    static Optional<ServiceAddress> published(WaybillHome home) {
        try {
            return Optional.of(RecordProperties.read(ServiceAddress.class, Files.readString(home.serviceFile())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(Level.WARNING, "cannot read " + home.serviceFile() + ": " + e);
            return Optional.empty();
        }
    }

    /** Gives the lead up. The service must be stopped by then. */
    @Override
    public void close() {
        withdraw();
        try {
            lock.release();
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot release " + home.serviceLock() + ": " + e);
        } finally {
            LED_HERE.remove(home.serviceLock());
        }
    }
}
