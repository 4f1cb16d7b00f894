package org.waybill.client.endpoint;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;

/** Addresses of a host. */
@FunctionalInterface
public interface HostResolver {
    /**
     * All addresses in the order that the system prefers; never empty.
     *
     * @throws TransferException {@link Reason#UNKNOWN_HOST}
     */
    List<InetAddress> resolve(String host) throws TransferException, InterruptedException;

    /** The system's look-up, given up after {@code patience}: a name server that is gone can hold it for 20 s. */
    static HostResolver system(Duration patience) {
        return host -> lookUp(host, patience);
    }

    private static List<InetAddress> lookUp(String host, Duration patience)
            throws TransferException, InterruptedException {
        try {
            return HostAddresses.of(host, patience);
        } catch (UnknownHostException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw HostAddresses.unknown(host, e);
        }
    }
}
