package org.waybill.client.probe.host;

import java.time.Instant;
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
 * @param basis how the memory, disk, load and TCP values are known: {@code local}, {@code ssh}, {@code node}
 *     or {@code unknown}
 * @param loadAverage over the last minute
 * @param tcp the kernel's TCP settings
 * @param runnableProcesses those that want a processor at the moment, the one that asks left out (Lu 2011, 6.1.1.3)
 * @param blockedProcesses those that wait for a disk at the moment
 * @param diskReadBytesPerSecond of the file system that holds the named path, null unless it was asked for
 * @param diskWriteBytesPerSecond likewise, the final flush included
 * @param measuredAt when somebody looked; null where nobody could
 * @param quotaCores as many processors' time as a control group leaves to us there; null where no quota is known
 */
public record HostFacts(
        String host,
        List<String> addresses,
        @Nullable Place place,
        @Nullable Long totalMemoryBytes,
        @Nullable Long freeMemoryBytes,
        @Nullable Long totalDiskBytes,
        @Nullable Long freeDiskBytes,
        String basis,
        @Nullable Double loadAverage,
        @Nullable Integer cpus,
        @Nullable TcpSettings tcp,
        @Nullable Integer runnableProcesses,
        @Nullable Integer blockedProcesses,
        @Nullable Double diskReadBytesPerSecond,
        @Nullable Double diskWriteBytesPerSecond,
        @Nullable Instant measuredAt,
        @Nullable Double quotaCores) {

    /** Found out by reading this machine's own tables. */
    public static final String LOCAL = "local";
    /** Found out over SSH. */
    public static final String SSH = "ssh";
    /** Told by a node of ours that runs there. */
    public static final String NODE = "node";
    /** Not found out. */
    public static final String UNKNOWN = "unknown";

    public HostFacts {
        addresses = List.copyOf(addresses);
    }

    /** A host of which only its addresses are known. */
    public static HostFacts unknown(String host, List<String> addresses) {
        return new HostFacts(
                host, addresses, null, null, null, null, null, UNKNOWN, null, null, null, null, null, null, null, null,
                null);
    }

    /** The same facts about the machine that the user calls {@code name}. */
    public HostFacts named(String name, List<String> itsAddresses) {
        return new HostFacts(
                name,
                itsAddresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                quotaCores);
    }

    /** The same facts, told by somebody else. */
    public HostFacts toldBy(String itsBasis) {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                itsBasis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                quotaCores);
    }

    /** The same facts but for the disk. */
    public HostFacts withoutDisk() {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                null,
                null,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                null,
                null,
                measuredAt,
                quotaCores);
    }

    /** The same facts, and when they were found out. */
    public HostFacts measured(Instant at) {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                at,
                quotaCores);
    }

    /** The same facts with the disk's rates. */
    public HostFacts withDisk(@Nullable Double readBytesPerSecond, @Nullable Double writeBytesPerSecond) {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                readBytesPerSecond,
                writeBytesPerSecond,
                measuredAt,
                quotaCores);
    }

    /** The same facts, and what a quota leaves of the processors; null for no quota. */
    public HostFacts withQuota(@Nullable Double cores) {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                cores);
    }

    /** The processors that we have there, a quota reckoned with; null if unknown. */
    public @Nullable Double cores() {
        return cpus == null ? quotaCores : Double.valueOf(quotaCores == null ? cpus : Math.min(cpus, quotaCores));
    }

    /** The same facts with another look at its processes. */
    public HostFacts withRunnable(int itsRunnableProcesses) {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                itsRunnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                quotaCores);
    }

    /** The same facts but for those that are others a moment later. */
    HostFacts withoutTheMoment() {
        return new HostFacts(
                host,
                addresses,
                place,
                totalMemoryBytes,
                null,
                totalDiskBytes,
                null,
                basis,
                null,
                cpus,
                tcp,
                null,
                null,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                quotaCores);
    }

    public HostFacts at(@Nullable Place itsPlace) {
        return new HostFacts(
                host,
                addresses,
                itsPlace,
                totalMemoryBytes,
                freeMemoryBytes,
                totalDiskBytes,
                freeDiskBytes,
                basis,
                loadAverage,
                cpus,
                tcp,
                runnableProcesses,
                blockedProcesses,
                diskReadBytesPerSecond,
                diskWriteBytesPerSecond,
                measuredAt,
                quotaCores);
    }
}
