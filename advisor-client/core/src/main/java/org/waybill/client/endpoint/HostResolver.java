package org.waybill.client.endpoint;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

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
        CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
        Thread.ofVirtual().name("resolve-" + host).start(() -> {
            try {
                found.complete(InetAddress.getAllByName(host));
            } catch (UnknownHostException e) {
                found.completeExceptionally(e);
            }
        });
        try {
            return List.of(found.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            throw new TransferException(Reason.UNKNOWN_HOST, "unknown host '" + host + "': check the spelling, or give "
                    + "its address", e.getCause());
        } catch (TimeoutException e) {
            throw new TransferException(Reason.UNKNOWN_HOST, "no name server answered for '" + host + "' within "
                    + patience.toMillis() + " ms: check the network, or give its address", e);
        }
    }
}
