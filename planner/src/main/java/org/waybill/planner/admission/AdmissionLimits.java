package org.waybill.planner.admission;

import java.time.Duration;

/**
 * Bounds on connections to one port. A stranger is a connection that has not shown yet that it is authorised. An
 * address is an IPv4 address or an IPv6 /64; a network an IPv4 /24 or an IPv6 /56; a region, which may hold twice as
 * much as a network, an IPv4 /16 or an IPv6 /48.
 *
 * @param connections in total
 * @param connectionsPerAddress of one address, strangers included
 * @param strangers in total
 * @param strangersPerAddress of one address; an address that was authorised before may have as many as
 *     it may have connections
 * @param strangersPerNetwork of one network
 * @param times how long a stranger may take
 * @param proofsPerSecond how many strangers may begin a key exchange each second; those that pass it are not counted
 */
public record AdmissionLimits(
        int connections,
        int connectionsPerAddress,
        int strangers,
        int strangersPerAddress,
        int strangersPerNetwork,
        Times times,
        int proofsPerSecond) {
    /** What an operator can set, for messages and help. */
    public static final String NAMES = "connections, per-address, strangers, strangers-per-address,"
            + " strangers-per-network, first-byte, proof, unhurried, patience or proofs-per-second";

    /** For a port whose clients are programs and speak first. */
    public static final AdmissionLimits DEFAULT = new AdmissionLimits(
            2048,
            256,
            512,
            32,
            128,
            new Times(Duration.ofSeconds(2), Duration.ofSeconds(10), 0, Duration.ofSeconds(10)),
            64);

    /**
     * How long a stranger may take.
     *
     * @param firstByte until its first byte
     * @param proof until it has shown that it may be here
     * @param unhurried up to this number of strangers, each has {@code patience} for both
     * @param patience for a person who types
     */
    public record Times(Duration firstByte, Duration proof, int unhurried, Duration patience) {
        public Times {
            if (!firstByte.isPositive() || proof.compareTo(firstByte) < 0 || patience.compareTo(proof) < 0) {
                throw new IllegalArgumentException(
                        "invalid limits: first-byte, proof and patience must be above 0, each at least the one before: "
                                + firstByte + ", " + proof + ", " + patience);
            }
        }
    }

    public AdmissionLimits {
        if (connections < 1
                || connectionsPerAddress < 1
                || strangers < 1
                || strangersPerAddress < 1
                || strangersPerNetwork < 1
                || proofsPerSecond < 1
                || times.unhurried < 0) {
            throw new IllegalArgumentException(
                    "invalid limits: connections and strangers must be at least 1: " + connections + ", "
                            + connectionsPerAddress + ", " + strangers + ", " + strangersPerAddress + ", "
                            + strangersPerNetwork + ", " + proofsPerSecond);
        }
    }

    /**
     * The same with one bound set as an operator writes it.
     *
     * @param name one of {@link #NAMES}
     * @param value a whole number; of seconds for the times
     * @throws IllegalArgumentException for another name, or a value that cannot be
     */
    public AdmissionLimits with(String name, String value) {
        if (!value.matches("[0-9]{1,7}")) {
            throw new IllegalArgumentException("invalid limit " + name + "=" + value + ": expected 0 to 9999999");
        }
        int number = Integer.parseInt(value);
        Duration seconds = Duration.ofSeconds(number);
        return switch (name) {
            case "connections" -> withConnections(number, connectionsPerAddress);
            case "per-address" -> withConnections(connections, number);
            case "strangers" -> withStrangers(number, strangersPerAddress, strangersPerNetwork);
            case "strangers-per-address" -> withStrangers(strangers, number, strangersPerNetwork);
            case "strangers-per-network" -> withStrangers(strangers, strangersPerAddress, number);
            case "first-byte" -> withTimes(seconds, times.proof.compareTo(seconds) < 0 ? seconds : times.proof);
            case "proof" -> withTimes(times.firstByte.compareTo(seconds) > 0 ? seconds : times.firstByte, seconds);
            case "unhurried" -> withPatience(number, times.patience);
            case "patience" -> withPatience(times.unhurried, seconds);
            case "proofs-per-second" -> with(strangers, strangersPerAddress, strangersPerNetwork, times, number);
            default -> throw new IllegalArgumentException("invalid limit '" + name + "': expected " + NAMES);
        };
    }

    /** The number of connections in total and of one address. */
    public AdmissionLimits withConnections(int all, int perAddress) {
        return new AdmissionLimits(
                all, perAddress, strangers, strangersPerAddress, strangersPerNetwork, times, proofsPerSecond);
    }

    /** The number of strangers in total, of one address, and of one network. */
    public AdmissionLimits withStrangers(int all, int perAddress, int perNetwork) {
        return with(all, perAddress, perNetwork, times, proofsPerSecond);
    }

    /** So long for the first byte and for the whole proof. */
    public AdmissionLimits withTimes(Duration first, Duration whole) {
        Duration typing = whole.compareTo(times.patience) > 0 ? whole : times.patience;
        return with(new Times(first, whole, times.unhurried, typing));
    }

    /** So long for both while there are few strangers. */
    public AdmissionLimits withPatience(int few, Duration time) {
        return with(new Times(times.firstByte, times.proof, few, time));
    }

    private AdmissionLimits with(Times itsTimes) {
        return with(strangers, strangersPerAddress, strangersPerNetwork, itsTimes, proofsPerSecond);
    }

    private AdmissionLimits with(int all, int perAddress, int perNetwork, Times itsTimes, int proofs) {
        return new AdmissionLimits(connections, connectionsPerAddress, all, perAddress, perNetwork, itsTimes, proofs);
    }
}
