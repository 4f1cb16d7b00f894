package org.waybill.engine.driver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The TCP connections that this process has to some hosts, including those of libraries, which do not show
 * their sockets, are found among the process's descriptors.
 */
public final class KernelConnections {
    private KernelConnections() {}

    /** A connection and the kernel's account of it. */
    public record Connection(InetSocketAddress local, InetSocketAddress remote, TcpInfo info) {
        /** Ends it, also while it is used: a read or write finds it broken. */
        public void cut() {
            end(false);
        }

        /**
         * The same where nothing that waits to be sent gets through: behind it no end would reach the peer, whose server
         * would keep the file locked.
         */
        public void reset() {
            end(true);
        }

        private void end(boolean reset) {
            try {
                int descriptor = LinuxSockets.findDescriptor(local, remote);
                if (descriptor >= 0) {
                    LinuxSockets.shutDown(descriptor, reset);
                }
            } catch (IOException _) {
                // it ends when its owner has waited long enough
            }
        }
    }

    /** The addresses of hosts, by name or literal; none of one that has no address: there are no connections to it. */
    public static Set<InetAddress> addresses(Collection<String> hosts) {
        Set<InetAddress> addresses = new HashSet<>();
        for (String host : hosts) {
            try {
                addresses.addAll(Arrays.asList(InetAddress.getAllByName(host)));
            } catch (UnknownHostException _) {
                // the transfer says so
            }
        }
        return addresses;
    }

    /** Those that are open now; none where this is not Linux. */
    public static List<Connection> to(Set<InetAddress> hosts) {
        if (hosts.isEmpty() || !LinuxSockets.isSupported()) {
            return List.of();
        }
        List<Connection> found = new ArrayList<>();
        try {
            for (int descriptor : LinuxSockets.descriptors()) {
                InetSocketAddress remote = LinuxSockets.address(descriptor, true);
                if (remote != null && hosts.contains(remote.getAddress())) {
                    InetSocketAddress local = LinuxSockets.address(descriptor, false);
                    Optional<TcpInfo> info = LinuxSockets.tcpInfo(descriptor);
                    if (local != null && info.isPresent()) {
                        found.add(new Connection(local, remote, info.get()));
                    }
                }
            }
        } catch (IOException _) {
            // without /proc nothing is known
        }
        return found;
    }
}
