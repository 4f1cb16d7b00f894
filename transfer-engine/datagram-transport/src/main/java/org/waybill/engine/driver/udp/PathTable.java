package org.waybill.engine.driver.udp;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for peers' addresses. One that has sent nothing authentic has a number until the next such one comes, so that
 * garbage, from however many addresses, neither takes room nor takes a peer's number away.
 */
final class PathTable {
    /**
     * More than a peer ever moves; an attacker that has caught authentic datagrams may send each from another address.
     */
    private static final int MOST = 256;

    private final Map<InetSocketAddress, Integer> numbers = new HashMap<>();
    private final Map<Integer, InetSocketAddress> addresses = new HashMap<>();
    private @Nullable InetSocketAddress unproved;
    private int next;

    /** Its number; good for good once it is kept, else until another unknown address asks. */
    int numberOf(InetSocketAddress address) {
        Integer known = numbers.get(address);
        if (known != null) {
            return known;
        }
        unproved = address;
        return next;
    }

    /** A datagram from there was authentic. */
    void keep(int number) {
        InetSocketAddress address = unproved;
        if (number != next || address == null) {
            return;
        }
        if (numbers.size() >= MOST) {
            // the first ones are those that were there before
            numbers.remove(addresses.remove(next - 1));
        }
        numbers.put(address, next);
        addresses.put(next, address);
        unproved = null;
        next++;
    }

    /** The address of a number that was given out and not forgotten. */
    InetSocketAddress addressOf(int number) {
        InetSocketAddress address = number == next ? unproved : addresses.get(number);
        if (address == null) {
            throw new IllegalArgumentException("path " + number + " is not known");
        }
        return address;
    }

    /** Whether it was kept. */
    boolean isKnown(int number) {
        return addresses.containsKey(number);
    }

    byte[] bytesOf(int number) {
        InetSocketAddress address = addressOf(number);
        byte[] ip = address.getAddress().getAddress();
        return ByteBuffer.allocate(ip.length + 2)
                .put(ip)
                .putShort((short) address.getPort())
                .array();
    }
}
