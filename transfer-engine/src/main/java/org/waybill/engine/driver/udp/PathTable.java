package org.waybill.engine.driver.udp;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers for peers' addresses. Remembers a bounded number of them, so that garbage from everywhere costs nothing. */
final class PathTable {
    private static final int MOST = 256;

    private final Map<InetSocketAddress, Integer> numbers = new LinkedHashMap<>();
    private final Map<Integer, InetSocketAddress> addresses = new LinkedHashMap<>();
    private int next;

    int numberOf(InetSocketAddress address) {
        Integer known = numbers.get(address);
        if (known != null) {
            return known;
        }
        if (numbers.size() >= MOST) {
            // the first ones are those that were there before the garbage: forget the newest
            InetSocketAddress newest = addresses.remove(next - 1);
            numbers.remove(newest);
        }
        numbers.put(address, next);
        addresses.put(next, address);
        return next++;
    }

    /** The address of a number that was given out and not forgotten. */
    InetSocketAddress addressOf(int number) {
        InetSocketAddress address = addresses.get(number);
        if (address == null) {
            throw new IllegalArgumentException("path " + number + " is not known");
        }
        return address;
    }

    boolean isKnown(int number) {
        return addresses.containsKey(number);
    }

    byte[] bytesOf(int number) {
        InetSocketAddress address = addressOf(number);
        byte[] ip = address.getAddress().getAddress();
        return ByteBuffer.allocate(ip.length + 2).put(ip).putShort((short) address.getPort()).array();
    }
}
