package org.waybill.client.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.waybill.protocol.Protocol;

/** Which of a host's addresses to probe: the one that transfers would use. */
public final class LiveAddress {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Where no port was named: a firewall may drop what is sent to all of them. */
    private static final Duration GUESSING = Duration.ofSeconds(1);

    private LiveAddress() {}

    /**
     * The first that answers at a TCP port, or else the first of them.
     *
     * @param addresses in the order of preference, at least one
     */
    public static InetAddress of(List<InetAddress> addresses, int port) throws InterruptedException {
        return of(addresses, List.of(port), PATIENCE);
    }

    /** The same for a host of which no service was named: at the likely port, or at one that most hosts have. */
    public static InetAddress ofHost(List<InetAddress> addresses, int likelyPort) throws InterruptedException {
        Stream<Integer> usual = Stream.of(Protocol.SSH, Protocol.HTTPS, Protocol.HTTP, Protocol.WAYBILL)
                .map(Protocol::defaultPort);
        return of(
                addresses,
                Stream.concat(Stream.of(likelyPort), usual).distinct().toList(),
                GUESSING);
    }

    static InetAddress of(List<InetAddress> addresses, List<Integer> ports, Duration patience)
            throws InterruptedException {
        if (addresses.size() == 1) {
            return addresses.getFirst();
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAny(ports.stream()
                    .map(port -> (Callable<InetAddress>) () -> answering(addresses, port, patience))
                    .toList());
        } catch (ExecutionException _) {
            return addresses.getFirst(); // none answers
        }
    }

    private static InetAddress answering(List<InetAddress> addresses, int port, Duration patience)
            throws InterruptedException, IOException {
        if (Connector.connect(addresses, port, patience) instanceof Connector.Outcome.Connected connected) {
            InetAddress answered = connected.socket().getInetAddress();
            connected.socket().close();
            return answered;
        }
        throw new SocketTimeoutException("no answer at port " + port);
    }
}
