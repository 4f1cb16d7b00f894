package org.waybill.client.probe.host;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
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
 * @param runnableProcesses those that need a processor at the moment, the one that asks left out (Lu 2011, 6.1.1.3)
 * @param blockedProcesses those that wait for a disk at the moment
 * @param diskReadBytesPerSecond of the file system that holds the named path, null unless it was asked for
 * @param diskWriteBytesPerSecond likewise, the final flush included
 * @param measuredAt when it was measured; null where it could not be
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
    /** Reported by a node of ours that runs there. */
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

    /** The same facts of a host that is named otherwise. */
    public HostFacts named(String name, List<String> itsAddresses) {
        return with(facts -> {
            facts.host = name;
            facts.addresses = itsAddresses;
        });
    }

    /** The same facts, found out by another method. */
    public HostFacts withBasis(String itsBasis) {
        return with(facts -> facts.basis = itsBasis);
    }

    /** The same facts except for the disk. */
    public HostFacts withoutDisk() {
        return with(facts -> {
                    facts.totalDiskBytes = null;
                    facts.freeDiskBytes = null;
                })
                .withDisk(null, null);
    }

    /** The same facts, and when they were found out. */
    public HostFacts measured(Instant at) {
        return with(facts -> facts.measuredAt = at);
    }

    /** The same facts with the disk's rates. */
    public HostFacts withDisk(@Nullable Double readBytesPerSecond, @Nullable Double writeBytesPerSecond) {
        return with(facts -> {
            facts.diskReadBytesPerSecond = readBytesPerSecond;
            facts.diskWriteBytesPerSecond = writeBytesPerSecond;
        });
    }

    /** The same facts, and what a quota leaves of the processors; null for no quota. */
    public HostFacts withQuota(@Nullable Double cores) {
        return with(facts -> facts.quotaCores = cores);
    }

    /** The processors that we have there, a quota reckoned with; null if unknown. */
    public @Nullable Double cores() {
        return cpus == null ? quotaCores : Double.valueOf(quotaCores == null ? cpus : Math.min(cpus, quotaCores));
    }

    /** The same facts with another look at its processes. */
    public HostFacts withRunnable(int itsRunnableProcesses) {
        return with(facts -> facts.runnableProcesses = itsRunnableProcesses);
    }

    /** The same facts except for those that change from moment to moment. */
    HostFacts withoutMomentary() {
        return with(facts -> {
            facts.freeMemoryBytes = null;
            facts.freeDiskBytes = null;
            facts.loadAverage = null;
            facts.runnableProcesses = null;
            facts.blockedProcesses = null;
        });
    }

    /** The same facts of a host whose place is known. */
    public HostFacts at(@Nullable Place itsPlace) {
        return with(facts -> facts.place = itsPlace);
    }

    private HostFacts with(Consumer<Changed> change) {
        Changed facts = new Changed();
        change.accept(facts);
        return facts.build();
    }

    /** These facts while some of them are changed. */
    private final class Changed {
        private String host = HostFacts.this.host;
        private List<String> addresses = HostFacts.this.addresses;
        private @Nullable Place place = HostFacts.this.place;
        private @Nullable Long totalMemoryBytes = HostFacts.this.totalMemoryBytes;
        private @Nullable Long freeMemoryBytes = HostFacts.this.freeMemoryBytes;
        private @Nullable Long totalDiskBytes = HostFacts.this.totalDiskBytes;
        private @Nullable Long freeDiskBytes = HostFacts.this.freeDiskBytes;
        private String basis = HostFacts.this.basis;
        private @Nullable Double loadAverage = HostFacts.this.loadAverage;
        private @Nullable Integer runnableProcesses = HostFacts.this.runnableProcesses;
        private @Nullable Integer blockedProcesses = HostFacts.this.blockedProcesses;
        private @Nullable Double diskReadBytesPerSecond = HostFacts.this.diskReadBytesPerSecond;
        private @Nullable Double diskWriteBytesPerSecond = HostFacts.this.diskWriteBytesPerSecond;
        private @Nullable Instant measuredAt = HostFacts.this.measuredAt;
        private @Nullable Double quotaCores = HostFacts.this.quotaCores;

        private HostFacts build() {
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
                    quotaCores);
        }
    }
}
