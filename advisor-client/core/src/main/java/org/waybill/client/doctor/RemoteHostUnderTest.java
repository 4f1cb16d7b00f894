package org.waybill.client.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.RemoteHost;
import org.waybill.client.probe.path.HostCommands;
import org.waybill.client.probe.path.RemoteCommands;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.MeasuringClient;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sftp.SshCommands;

/**
 * Another machine as it is found over one SSH connection: its tables, its disk by {@code dd}, its cipher by
 * {@code openssl speed}; or as the node tells that runs there.
 *
 * @param diskWriteBytesPerSecond null where it cannot be measured
 * @param cipherBytesPerSecond of AES-128-GCM on one core, null where there is no openssl
 */
public record RemoteHostUnderTest(HostFacts facts, @Nullable Double diskWriteBytesPerSecond,
        @Nullable Double cipherBytesPerSecond) {
    private static final Duration FACTS_LIMIT = Duration.ofSeconds(30);
    private static final Duration CIPHER_LIMIT = Duration.ofSeconds(8);
    private static final List<String> CIPHER_SPEED = List.of("openssl", "speed", "-mr", "-elapsed", "-seconds", "1",
            "-bytes", "16384", "-evp", "aes-128-gcm");

    /** Examines the host that the endpoint is on; the disk is the one of its path. */
    public static RemoteHostUnderTest examine(Endpoint end, Credentials credentials, @Nullable Path agentSocket)
            throws TransferException, InterruptedException {
        try (SshCommands shell = new SshCommands(end.shell(), credentials, agentSocket)) {
            HostFacts facts = RemoteHost.examine(shell, end.location().path(), FACTS_LIMIT)
                    .named(end.host(), List.of());
            HostCommands commands = RemoteCommands.over(shell);
            return new RemoteHostUnderTest(facts, disk(commands, end.location().path()), cipher(commands));
        }
    }

    /**
     * Asks the node that the endpoint names, without SSH; the disk is that of the node's data directory.
     *
     * @param home this machine's {@code WAYBILL_HOME}, which the node is paired with
     */
    public static RemoteHostUnderTest throughNode(Path home, Endpoint end) throws TransferException {
        try (MeasuringClient node = MeasuringClient.connect(home, end.location())) {
            String told = node.examine();
            HostFacts facts = RemoteHost.parse(told).named(end.host(), List.of());
            return new RemoteHostUnderTest(facts.basis().equals(HostFacts.UNKNOWN)
                    ? facts : facts.toldBy(HostFacts.NODE),
                    rate(told, NodeHostInfoHandler.DISK_WRITE), rate(told, NodeHostInfoHandler.CIPHER));
        }
    }

    private static @Nullable Double rate(String told, String name) {
        Long rate = RemoteHost.number(told, name);
        return rate == null || rate == 0 ? null : Double.valueOf(rate.doubleValue());
    }

    /** How fast the disk at the endpoint's path is, by {@code dd} over SSH. */
    public static DiskRates diskRates(Endpoint end, Credentials credentials, @Nullable Path agentSocket)
            throws InterruptedException {
        try (SshCommands shell = new SshCommands(end.shell(), credentials, agentSocket)) {
            return RemoteDisk.rates(RemoteCommands.over(shell),
                    directory(end.location().path()), Long.toHexString(System.nanoTime()));
        } catch (IOException e) {
            return DiskRates.UNKNOWN; // the connection broke: nothing is known of the disk
        }
    }

    private static String directory(String path) {
        return path.isEmpty() ? "." : path;
    }

    private static @Nullable Double disk(HostCommands commands, String path) throws InterruptedException {
        try {
            return RemoteDisk.writeBytesPerSecond(commands, directory(path),
                    Long.toHexString(System.nanoTime())).orElse(null);
        } catch (IOException e) {
            return null; // the connection broke: nothing is known of the disk
        }
    }

    private static @Nullable Double cipher(HostCommands commands) throws InterruptedException {
        try {
            return cipherSpeed(commands.run(CIPHER_SPEED, CIPHER_LIMIT).text()).orElse(null);
        } catch (IOException e) {
            return null; // the connection broke: nothing is known of the cipher
        }
    }

    /** Bytes per second in the machine-readable answer of openssl speed: {@code +F:22:aes-128-gcm:4721345678.90}. */
    static Optional<Double> cipherSpeed(String said) {
        return said.lines().map(line -> line.strip().split(":"))
                .filter(fields -> fields.length == 4 && fields[0].equals("+F")
                        && fields[3].matches("[0-9]{1,15}(\\.[0-9]{1,9})?"))
                .map(fields -> Double.parseDouble(fields[3])).filter(rate -> rate > 0).findFirst();
    }

    /** What the doctor judges. */
    public HostUnderTest patient() {
        return HostUnderTest.of(facts).measured(diskWriteBytesPerSecond, cipherBytesPerSecond);
    }
}
