package org.waybill.client.remote;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.client.WaybillHome;
import org.waybill.platform.PrivateFiles;

/**
 * The right to run the advisor service of a home, and with it to open its database: held by one process at a time
 * through a lock on {@link WaybillHome#serviceLock()}, which the kernel gives back however the process ends. The holder
 * publishes its service's address in {@link WaybillHome#serviceFile()}; the file counts only while the lock is held.
 */
final class Leadership implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Leadership.class.getName());

    /**
     * Homes led by this very process. Needed since POSIX drops all of a process's locks on a file as soon as any
     * descriptor of it is closed: a second attempt here must not even open the file.
     */
    private static final Set<Path> LED_HERE = ConcurrentHashMap.newKeySet();

    private final WaybillHome home;
    private final FileChannel channel;
    private final FileLock lock;

    private Leadership(WaybillHome home, FileChannel channel, FileLock lock) {
        this.home = home;
        this.channel = channel;
        this.lock = lock;
    }

    /** Takes the lead, or returns empty if somebody else has it. Whatever a dead leader published is removed. */
    static Optional<Leadership> tryTake(WaybillHome home) throws IOException {
        Path file = home.serviceLock();
        if (!LED_HERE.add(file)) {
            return Optional.empty();
        }
        FileChannel channel = null;
        FileLock lock = null;
        try {
            home.create();
            channel = PrivateFiles.openLock(file);
            lock = channel.tryLock();
            if (lock == null) {
                return Optional.empty();
            }
            Files.deleteIfExists(home.serviceFile());
            return Optional.of(new Leadership(home, channel, lock));
        } finally {
            if (lock == null) {
                if (channel != null) {
                    channel.close();
                }
                LED_HERE.remove(file);
            }
        }
    }

    /** Tells the others where the service is. */
    void publish(ServiceAddress address) throws IOException {
        PrivateFiles.replace(home.serviceFile(),
                RecordProperties.write(address));
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

    /** The name by which this machine knows itself, so that a home on a network file system can tell two apart. */
    static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Gives the lead up. The service must be stopped by then. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(home.serviceFile());
            lock.release();
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot release " + home.serviceLock() + ": " + e);
        } finally {
            LED_HERE.remove(home.serviceLock());
        }
    }
}
