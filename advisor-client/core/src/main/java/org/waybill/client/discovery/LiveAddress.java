package org.waybill.client.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

/** Which of a host's addresses to probe: the one that transfers would use. */
public final class LiveAddress {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private LiveAddress() {}

    /**
     * The first that answers at a TCP port, or else the first of them.
     *
     * @param addresses in the order of preference, at least one
     */
    public static InetAddress of(List<InetAddress> addresses, int port) throws InterruptedException {
        if (addresses.size() > 1
                && Connector.connect(addresses, port, PATIENCE) instanceof Connector.Outcome.Connected connected) {
            try (var socket = connected.socket()) {
                return socket.getInetAddress();
            } catch (IOException _) {
                return connected.socket().getInetAddress(); // it was not closed properly, but it answered
            }
        }
        return addresses.getFirst();
    }
}
