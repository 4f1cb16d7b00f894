package org.waybill.client.workflow.survey;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** This machine's name and addresses. */
public final class LocalAddresses {
    private LocalAddresses() {}

    /** The name under which the history knows this machine; {@code localhost} when it has none. */
    public static String name() {
        try {
            String kernel =
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
            if (!kernel.isEmpty()) {
                return kernel;
            }
        } catch (IOException ignored) {
            // no Linux: ask the resolver
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Its addresses without loopback, multicast and link-local ones, IPv4 first. */
    public static List<String> addresses() {
        List<InetAddress> found = new ArrayList<>();
        try {
            NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .forEach(found::add);
        } catch (SocketException ignored) {
            // a machine whose interfaces cannot be listed has no addresses that are worth showing
        }
        return found.stream()
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .sorted(Comparator.comparing(address -> address instanceof Inet6Address))
                .map(InetAddress::getHostAddress)
                .toList();
    }

    /** Whether a host that the history knows by this name is this machine. Asks no resolver. */
    public static boolean isThisMachine(String host) {
        if (host.equalsIgnoreCase("localhost") || host.equalsIgnoreCase(name())) {
            return true;
        }
        try {
            return owns(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException _) {
            return false; // a name
        }
    }

    /** Whether packets to this address stay here. */
    public static boolean owns(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
