package org.waybill.client.probe.host;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Place;

/**
 * What is known of a machine; {@code source} and {@code destination} of an advice. Nulls are unknown, never zero.
 *
 * @param host as the user named it; empty for this machine
 * @param addresses textual, in the order of preference
 * @param totalDiskBytes size of the file system that holds the named path
 * @param freeDiskBytes what an ordinary user may still write there
 * @param basis how the memory, disk, load and TCP values are known: {@code local}, {@code ssh}, or {@code unknown}
 * @param loadAverage over the last minute
 * @param tcp the kernel's TCP settings
 * @param runnableProcesses those that want a processor at the moment, the one that asks left out (Lu 2011, 6.1.1.3)
 * @param blockedProcesses those that wait for a disk at the moment
 */
public record HostFacts(String host, List<String> addresses, @Nullable Place place, @Nullable Long totalMemoryBytes,
        @Nullable Long freeMemoryBytes, @Nullable Long totalDiskBytes, @Nullable Long freeDiskBytes, String basis,
        @Nullable Double loadAverage, @Nullable Integer cpus, @Nullable TcpSettings tcp,
        @Nullable Integer runnableProcesses, @Nullable Integer blockedProcesses) {

    /** Found out by reading this machine's own tables. */
    public static final String LOCAL = "local";
    /** Found out over SSH. */
    public static final String SSH = "ssh";
    /** Not found out. */
    public static final String UNKNOWN = "unknown";

    public HostFacts {
        addresses = List.copyOf(addresses);
    }

    /** A host of which only its addresses are known. */
    public static HostFacts unknown(String host, List<String> addresses) {
        return new HostFacts(host, addresses, null, null, null, null, null, UNKNOWN, null, null, null,
                null, null);
    }

    /** The same facts about the machine that the user calls {@code name}. */
    public HostFacts named(String name, List<String> itsAddresses) {
        return new HostFacts(name, itsAddresses, place, totalMemoryBytes, freeMemoryBytes, totalDiskBytes,
                freeDiskBytes, basis, loadAverage, cpus, tcp, runnableProcesses, blockedProcesses);
    }

    /** The same facts but for the disk. */
    public HostFacts withoutDisk() {
        return new HostFacts(host, addresses, place, totalMemoryBytes, freeMemoryBytes, null, null, basis, loadAverage,
                cpus, tcp, runnableProcesses, blockedProcesses);
    }

    public HostFacts at(@Nullable Place itsPlace) {
        return new HostFacts(host, addresses, itsPlace, totalMemoryBytes, freeMemoryBytes, totalDiskBytes,
                freeDiskBytes, basis, loadAverage, cpus, tcp, runnableProcesses, blockedProcesses);
    }
}
