package org.waybill.client.doctor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a host's name leads to it.
 *
 * @param host as the user named it
 * @param lookUpSeconds until the name's addresses were known
 * @param addresses in the order in which programs try them; none where no name server told them
 */
public record NameMeasurements(String host, double lookUpSeconds, List<Address> addresses) {
    public NameMeasurements {
        addresses = List.copyOf(addresses);
    }

    /** The first address that answers, else the first. */
    Address best() {
        return addresses.stream()
                .filter(one -> one.connectMillis() != null)
                .findFirst()
                .orElse(addresses.getFirst());
    }

    /**
     * One of its addresses.
     *
     * @param connectMillis until a TCP connection was open; null where none did
     * @param lostSeconds how long programs that try it first wait at least before they try the next; 0 where it is
     *     reached or refused at once
     */
    public record Address(
            String address, boolean ipv6, @Nullable Double connectMillis, double lostSeconds) {}
}
