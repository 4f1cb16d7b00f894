package org.waybill.client.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.host.RemoteHost;
import org.waybill.client.probe.host.TcpSettings;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.client.probe.path.RemoteCommands;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sftp.SshCommands;

/**
 * A machine as it is found from within: its tables, its disk by {@code dd}, its cipher; over an SSH connection, or as
 * the node reports that runs there. Nulls are unknown.
 *
 * @param cipherBytesPerSecond of AES-128-GCM in a second of one core's time
 * @param quota of its control group
 */
public record RemoteHostUnderTest(
        HostFacts facts,
        @Nullable Double diskWriteBytesPerSecond,
        @Nullable Double cipherBytesPerSecond,
        @Nullable Double diskReadBytesPerSecond,
        @Nullable CpuQuota quota) {
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(15);
    private static final Duration CIPHER_LIMIT = Duration.ofSeconds(8);
    /** Counts processor time, not the clock's: what others do there makes no cipher slow. */
    private static final List<String> CIPHER_SPEED =
            List.of("openssl", "speed", "-mr", "-seconds", "1", "-bytes", "16384", "-evp", "aes-128-gcm");

    /** Examines the host that the endpoint is on; the disk is the one of its path. */
    static RemoteHostUnderTest examine(Endpoint end, SshCommands shell) throws TransferException, InterruptedException {
        HostFacts facts =
                RemoteHost.examine(shell, end.location().path(), FACTS_LIMIT).named(end.host(), List.of());
        if (facts.basis().equals(HostFacts.UNKNOWN)) {
            return unknown(end.host()); // no shell, or what it is told does not get there
        }
        HostCommands commands = RemoteCommands.over(shell);
        DiskRates disk = disk(commands, end.location().path());
        return new RemoteHostUnderTest(
                facts,
                disk.writeBytesPerSecond(),
                cipher(commands),
                disk.readBytesPerSecond(),
                CpuQuota.of(commands).orElse(null));
    }

    /**
     * This machine; the disk is the one of a directory.
     *
     * @param local the address towards the other host; null if there is none
     */
    static RemoteHostUnderTest here(Path directory, @Nullable InetAddress local) throws InterruptedException {
        HostCommands commands = new LocalCommands();
        DiskRates disk = disk(commands, directory.toString());
        double cipher = LocalMeasurements.cipherBytesPerSecond();
        return new RemoteHostUnderTest(
                new LocalHost(Path.of("/")).examine(directory.toString(), local),
                disk.writeBytesPerSecond(),
                cipher,
                disk.readBytesPerSecond(),
                CpuQuota.of(commands).orElse(null));
    }

    /** Asks the node that the endpoint names, without SSH; the disk is that of the node's data directory. */
    static RemoteHostUnderTest throughNode(Endpoint end, MeasuringClient node) throws TransferException {
        String told = node.examine();
        HostFacts facts = RemoteHost.parse(told).named(end.host(), List.of());
        return new RemoteHostUnderTest(
                facts.basis().equals(HostFacts.UNKNOWN) ? facts : facts.withBasis(HostFacts.NODE),
                rate(told, NodeHostInfoHandler.DISK_WRITE),
                rate(told, NodeHostInfoHandler.CIPHER),
                rate(told, NodeHostInfoHandler.DISK_READ),
                CpuQuota.parse(told).orElse(null));
    }

    private static @Nullable Double rate(String told, String name) {
        Long rate = RemoteHost.number(told, name);
        return rate == null || rate == 0 ? null : Double.valueOf(rate.doubleValue());
    }

    /** How fast the disk at the endpoint's path is, by {@code dd} over SSH. */
    public static DiskRates diskRates(Endpoint end, Credentials credentials, @Nullable Path agentSocket)
            throws InterruptedException {
        try (SshCommands shell = new SshCommands(end.shell(), credentials, agentSocket)) {
            return disk(RemoteCommands.over(shell), end.location().path());
        }
    }

    /** How fast the disk at a path is. */
    public static DiskRates disk(HostCommands commands, String path) throws InterruptedException {
        try {
            return RemoteDisk.rates(commands, path.isEmpty() ? "." : path, Long.toHexString(System.nanoTime()));
        } catch (IOException e) {
            return DiskRates.UNKNOWN; // the connection broke, or there is no dd
        }
    }

    private static @Nullable Double cipher(HostCommands commands) throws InterruptedException {
        try {
            return cipherSpeed(commands.run(CIPHER_SPEED, CIPHER_LIMIT).text()).orElse(null);
        } catch (IOException e) {
            return null; // the connection broke: nothing is known of the cipher
        }
    }

    /**
     * From the machine-readable answer of openssl speed, {@code +F:22:aes-128-gcm:4721345678.90} (bytes in a second of
     * the processor's time).
     */
    static Optional<Double> cipherSpeed(String said) {
        return said.lines()
                .map(one -> one.strip().split(":"))
                .filter(fields -> fields.length == 4
                        && fields[0].equals("+F")
                        && fields[3].matches("[0-9]{1,15}(\\.[0-9]{1,9})?"))
                .map(fields -> Double.parseDouble(fields[3]))
                .filter(value -> value > 0)
                .findFirst();
    }

    /** With the better of two looks at its disk: a moment's stall makes no disk slow. */
    RemoteHostUnderTest withDisk(DiskRates again) {
        return new RemoteHostUnderTest(
                facts,
                better(diskWriteBytesPerSecond, again.writeBytesPerSecond()),
                cipherBytesPerSecond,
                better(diskReadBytesPerSecond, again.readBytesPerSecond()),
                quota);
    }

    private static @Nullable Double better(@Nullable Double one, @Nullable Double other) {
        return one == null ? other : other == null ? one : Double.valueOf(Math.max(one, other));
    }

    /** With the fewest processes that any look has seen. */
    RemoteHostUnderTest withRunnable(@Nullable Integer seen) {
        Integer known = facts.runnableProcesses();
        return seen == null || known != null && known <= seen
                ? this
                : new RemoteHostUnderTest(
                        facts.withRunnable(seen),
                        diskWriteBytesPerSecond,
                        cipherBytesPerSecond,
                        diskReadBytesPerSecond,
                        quota);
    }

    /** One of which nothing could be found out. */
    static RemoteHostUnderTest unknown(String host) {
        return new RemoteHostUnderTest(HostFacts.unknown(host, List.of()), null, null, null, null);
    }

    /** As the user named it; empty for this machine. */
    String host() {
        return facts.host();
    }

    String name() {
        return host().isEmpty() ? "this machine" : host();
    }

    TcpSettings tcp() {
        TcpSettings known = facts.tcp();
        return known == null ? new TcpSettings(null, null, null, null, null, List.of(), null, null) : known;
    }

    /** A shell's word, at this host, for the interface by which it sends to another. */
    String interfaceTowards(RemoteHostUnderTest other) {
        String peer = host().isEmpty()
                ? "$(getent ahosts " + other.host() + " | awk '{print $1; exit}')"
                : "${SSH_CONNECTION%% *}";
        return "\"$(ip route get \"" + peer + "\" | sed -n 's/.* dev \\([^ ]*\\).*/\\1/p')\"";
    }
}
