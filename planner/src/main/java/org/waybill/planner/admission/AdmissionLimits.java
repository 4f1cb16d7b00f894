package org.waybill.planner.admission;

import java.time.Duration;

/**
 * Bounds on connections to one port. A stranger is a connection that has not shown yet that it may be here. An address
 * is an IPv4 address or an IPv6 /64; a network an IPv4 /24 or an IPv6 /56; a region, which may hold twice as much as a
 * network, an IPv4 /16 or an IPv6 /48.
 *
 * @param connections in all
 * @param connectionsPerAddress of one address, strangers included
 * @param strangers in all
 * @param strangersPerAddress of one address; an address that has shown before that it may be here has as many as it may
 *     have connections
 * @param strangersPerNetwork of one network
 * @param firstByte how long a stranger may say nothing
 * @param proof how long it may take in all to show that it may be here
 * @param unhurried while there are no more strangers than this, each has {@code patience} for both
 * @param patience for a person who types
 * @param proofsPerSecond how many strangers may begin a key exchange each second; those that pass it are not counted
 */
public record AdmissionLimits(
        int connections,
        int connectionsPerAddress,
        int strangers,
        int strangersPerAddress,
        int strangersPerNetwork,
        Duration firstByte,
        Duration proof,
        int unhurried,
        Duration patience,
        int proofsPerSecond) {
    /** For a port whose clients are programs and speak first. */
    public static final AdmissionLimits DEFAULT = new AdmissionLimits(
            2048, 256, 512, 32, 128, Duration.ofSeconds(2), Duration.ofSeconds(10), 0, Duration.ofSeconds(10), 64);

    public AdmissionLimits {
        if (connections < 1
                || connectionsPerAddress < 1
                || strangers < 1
                || strangersPerAddress < 1
                || strangersPerNetwork < 1
                || proofsPerSecond < 1
                || unhurried < 0) {
            throw new IllegalArgumentException("connections and strangers must be at least 1: " + connections + ", "
                    + connectionsPerAddress + ", " + strangers + ", " + strangersPerAddress + ", "
                    + strangersPerNetwork + ", " + proofsPerSecond);
        }
        if (!firstByte.isPositive() || proof.compareTo(firstByte) < 0 || patience.compareTo(proof) < 0) {
            throw new IllegalArgumentException("the first byte, the proof and patience need some time, each no less"
                    + " than the one before: " + firstByte + ", " + proof + ", " + patience);
        }
    }

    /**
     * The same with one bound set as an operator writes it.
     *
     * @param name one of {@code connections, per-address, strangers, strangers-per-address, strangers-per-network,
     *     first-byte, proof, unhurried, patience, proofs-per-second}
     * @param value a whole number; of seconds for the times
     * @throws IllegalArgumentException for another name, or a value that cannot be
     */
    public AdmissionLimits with(String name, String value) {
        if (!value.matches("[0-9]{1,7}")) {
            throw new IllegalArgumentException(name + "=" + value + " is no number from 0 to 9999999");
        }
        int number = Integer.parseInt(value);
        Duration seconds = Duration.ofSeconds(number);
        return switch (name) {
            case "connections" -> withConnections(number, connectionsPerAddress);
            case "per-address" -> withConnections(connections, number);
            case "strangers" -> withStrangers(number, strangersPerAddress, strangersPerNetwork);
            case "strangers-per-address" -> withStrangers(strangers, number, strangersPerNetwork);
            case "strangers-per-network" -> withStrangers(strangers, strangersPerAddress, number);
            case "first-byte" -> withTimes(seconds, proof.compareTo(seconds) < 0 ? seconds : proof);
            case "proof" -> withTimes(firstByte.compareTo(seconds) > 0 ? seconds : firstByte, seconds);
            case "unhurried" -> withPatience(number, patience);
            case "patience" -> withPatience(unhurried, seconds);
            case "proofs-per-second" ->
                new AdmissionLimits(
                        connections,
                        connectionsPerAddress,
                        strangers,
                        strangersPerAddress,
                        strangersPerNetwork,
                        firstByte,
                        proof,
                        unhurried,
                        patience,
                        number);
            default ->
                throw new IllegalArgumentException("there is no limit \"" + name + "\"; there are connections,"
                        + " per-address, strangers, strangers-per-address, strangers-per-network, first-byte, proof,"
                        + " unhurried, patience and proofs-per-second");
        };
    }

    /** So many connections in all and of one address. */
    public AdmissionLimits withConnections(int all, int perAddress) {
        return new AdmissionLimits(
                all,
                perAddress,
                strangers,
                strangersPerAddress,
                strangersPerNetwork,
                firstByte,
                proof,
                unhurried,
                patience,
                proofsPerSecond);
    }

    /** So many strangers in all, of one address, and of one network. */
    public AdmissionLimits withStrangers(int all, int perAddress, int perNetwork) {
        return new AdmissionLimits(
                connections,
                connectionsPerAddress,
                all,
                perAddress,
                perNetwork,
                firstByte,
                proof,
                unhurried,
                patience,
                proofsPerSecond);
    }

    /** So long for the first byte and for the whole proof. */
    public AdmissionLimits withTimes(Duration first, Duration whole) {
        return new AdmissionLimits(
                connections,
                connectionsPerAddress,
                strangers,
                strangersPerAddress,
                strangersPerNetwork,
                first,
                whole,
                unhurried,
                whole.compareTo(patience) > 0 ? whole : patience,
                proofsPerSecond);
    }

    /** So long for both while there are few strangers. */
    public AdmissionLimits withPatience(int few, Duration time) {
        return new AdmissionLimits(
                connections,
                connectionsPerAddress,
                strangers,
                strangersPerAddress,
                strangersPerNetwork,
                firstByte,
                proof,
                few,
                time,
                proofsPerSecond);
    }
}
