package org.waybill.client.probe.path;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;

/**
 * The route from a remote host to this machine, found by the remote host's tools: it need not be the forward route
 * reversed.
 */
public final class ReverseTraceroute {
    private static final Duration LOOK_UP = Duration.ofSeconds(5);

    private ReverseTraceroute() {}

    /**
     * Traces to the address that the remote host sees of this machine, perhaps that of a translator (NAT).
     *
     * @param far tools of the remote host, over SSH
     * @throws IOException if the connection breaks, or the remote host does not know this machine's address
     */
    public static PathDiscovery.Route trace(HostCommands far, Duration limit, long mostBytes, ProbeContext context)
            throws IOException, InterruptedException {
        InetAddress here = clientAddress(
                far.run(List.of("printenv", "SSH_CONNECTION"), LOOK_UP).text());
        return PathDiscovery.from(far)
                .discover(new ProbeSpec(here.getHostAddress(), here, 0, limit, mostBytes), context);
    }

    /** The first of the four words that sshd leaves: addresses and ports of client and server. */
    static InetAddress clientAddress(String connection) throws IOException {
        String[] words = connection.strip().split(" ");
        try {
            if (words.length == 4) {
                return InetAddress.ofLiteral(words[0]);
            }
        } catch (IllegalArgumentException notAnAddress) {
            // said below
        }
        throw new IOException("the SSH server does not report this client's address (SSH_CONNECTION)");
    }
}
