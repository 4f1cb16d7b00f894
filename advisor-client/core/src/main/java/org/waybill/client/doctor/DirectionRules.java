package org.waybill.client.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.probe.host.CpuQuota;

/** Judges one direction of a path: what of its sender, of its receiver, and of what is between them limits it. */
final class DirectionRules {
    /** Linux keeps about half of a buffer for its own books (tcp_adv_win_scale 1; ip-sysctl). */
    private static final double USABLE_PART = 0.5;

    static final double HEADROOM = 0.95;
    /** A test transfer that reaches this part of the capacity has nothing wrong with it. */
    static final double FULL = 0.75;
    /** What a window of unknown overhead may let through more than it should. */
    private static final double WINDOW_SLACK = 2.2;
    /** Disks are noisy, and only one that is clearly slower than the network holds it back. */
    static final double SLOW_DISK_PART = 0.7;
    /** Every processor of the last ten years encrypts faster than this on one core where it is let. */
    private static final double SLOW_CIPHER_BYTES_PER_SECOND = 300e6;

    private static final double SLOW_SERVER_BYTES_PER_SECOND = 150e6;
    static final double BUSY_CORE = 0.7;
    /** SSH or TLS, SHA-256 and the disk, on one core. */
    private static final double CORE_BYTES_PER_SECOND = 100e6;
    /** Less of a processor than this is too little for copying data, however slow the path. */
    private static final double LEAST_CORES = 0.5;

    /** Less than half a per cent is not worth a change of the network. */
    private static final double LEAST_MTU_GAIN = 1.005;

    private static final double THROTTLED = 0.1;
    private static final double MOST_OF_TIME = 0.6;
    private static final double BUSY_FACTOR = 2;
    private static final double LEAST_LOAD_GAIN = 1.05;
    static final int TCP_HEADERS_BYTES = 52;
    private static final double MIBI = 1 << 20;

    private final RemoteHostUnderTest sender;
    private final RemoteHostUnderTest receiver;
    private final PathMeasurements path;
    private final @Nullable TestTransfer flight;
    private final List<Finding> findings = new ArrayList<>();

    /** @param flight a test transfer in this direction, null where there was none */
    DirectionRules(
            RemoteHostUnderTest sender,
            RemoteHostUnderTest receiver,
            PathMeasurements path,
            @Nullable TestTransfer flight) {
        this.sender = sender;
        this.receiver = receiver;
        this.path = flight == null ? path : path.carrying(flight.bestBitsPerSecond());
        this.flight = flight;
    }

    /** What holds data back in this direction; without order. */
    List<Finding> findings() {
        findings.clear();
        if (blackHole()) {
            return List.copyOf(findings);
        }
        boolean windowed = buffers();
        boolean throttled = quota(sender, flight == null ? 0 : flight.senderThrottledShare())
                | quota(receiver, flight == null ? 0 : flight.receiverThrottledShare());
        if (!throttled && !ciphers()) {
            findings.addAll(new LossRules(sender, path, flight, described(), windowed).findings());
        }
        interfaces();
        disk(DoctorCode.DISK_READ, sender, sender.diskReadBytesPerSecond(), "reads at most %s from disk");
        disk(DoctorCode.DISK_WRITE, receiver, receiver.diskWriteBytesPerSecond(), "writes at most %s to disk");
        load(sender);
        if (!receiver.host().equals(sender.host())) {
            load(receiver);
        }
        return List.copyOf(findings);
    }

    private boolean isSlow() {
        return flight == null || flight.bitsPerSecond() < FULL * path.bitsPerSecond();
    }

    /** Whether the test transfer was as fast as a buffer lets it be, so that its rate shows nothing of the path. */
    private boolean buffers() {
        return window(
                        DoctorCode.RECEIVE_WINDOW,
                        receiver,
                        receiver.tcp().receiveBufferMaxBytes(),
                        "net.ipv4.tcp_rmem",
                        "4096 131072")
                | window(
                        DoctorCode.SEND_BUFFER,
                        sender,
                        sender.tcp().sendBufferMaxBytes(),
                        "net.ipv4.tcp_wmem",
                        "4096 65536");
    }

    private boolean window(
            DoctorCode code, RemoteHostUnderTest host, @Nullable Long maxBytes, String sysctl, String rest) {
        if (maxBytes == null || !isSlow()) {
            return false;
        }
        double limit = USABLE_PART * maxBytes * 8000 / path.rttMillis();
        boolean passed = flight != null && flight.bitsPerSecond() > WINDOW_SLACK * limit;
        boolean limits = limit < HEADROOM * path.bitsPerSecond() && !passed;
        if (limits) {
            String text = Finding.text(
                    "%s on %s allows at most %s; %s needs %s, so one connection reaches %s",
                    sysctl,
                    host.name(),
                    size(maxBytes),
                    described(),
                    size((double) wantedBytes()),
                    HumanUnits.rate(limit));
            add(
                    code,
                    host,
                    text,
                    "sudo sysctl -w " + sysctl + "='" + rest + " " + wantedBytes() + "'",
                    flight == null ? limit : Math.max(limit, flight.bitsPerSecond()));
        }
        return limits && flight != null && flight.bitsPerSecond() > limit / WINDOW_SLACK;
    }

    /** Twice the bandwidth-delay product, rounded up to a power of two. */
    private long wantedBytes() {
        long least = (long) Math.ceil(path.bandwidthDelayBytes() / USABLE_PART);
        return Long.highestOneBit(Math.max(1, least - 1)) * 2;
    }

    /** What would hold back programs that set their buffers themselves. */
    List<Finding> socketLimits() {
        findings.clear();
        for (RemoteHostUnderTest host :
                sender.host().equals(receiver.host()) ? List.of(sender) : List.of(sender, receiver)) {
            limit(host, "net.core.rmem_max", host.tcp().socketReceiveMaxBytes());
            limit(host, "net.core.wmem_max", host.tcp().socketSendMaxBytes());
        }
        return List.copyOf(findings);
    }

    private void limit(RemoteHostUnderTest host, String sysctl, @Nullable Long maxBytes) {
        if (maxBytes == null || maxBytes >= HEADROOM * path.bandwidthDelayBytes()) {
            return;
        }
        double reached = maxBytes * 8000 / path.rttMillis();
        String text = Finding.text(
                "%s on %s is %s; programs that set their own buffers (GridFTP, UDP transports) reach only %s of %s",
                sysctl, host.name(), size(maxBytes), HumanUnits.rate(reached), described());
        add(DoctorCode.SOCKET_LIMIT, host, text, "sudo sysctl -w " + sysctl + "=" + wantedBytes(), reached);
    }

    private boolean blackHole() {
        Integer vanishing = path.vanishingBytes();
        if (vanishing == null && (flight == null || !flight.stalled() || path.pathMtuBytes() != null)) {
            return false;
        }
        String seen = vanishing == null
                ? "small packets arrive, packets of full size do not"
                : "packets of " + vanishing + " bytes are lost, packets of " + path.pathMtuBytes() + " bytes arrive";
        findings.add(new Finding(
                DoctorCode.MTU_BLACK_HOLE,
                "",
                seen
                        + ", and no router reports it, so connections hang; let ICMP \"fragmentation needed\" pass"
                        + " every firewall on the path, or run this on both hosts",
                "sudo sysctl -w net.ipv4.tcp_mtu_probing=1",
                0.0,
                null,
                null,
                "no data arrive now, so there is no rate to compare with",
                "run 'waybill doctor' again: the test transfer does not hang"));
        return true;
    }

    private void interfaces() {
        Integer there = receiver.tcp().mtuBytes();
        Integer here = sender.tcp().mtuBytes();
        if (here == null || there == null || here.equals(there)) {
            return;
        }
        RemoteHostUnderTest small = here < there ? sender : receiver;
        RemoteHostUnderTest other = here < there ? receiver : sender;
        int large = Math.max(here, there);
        double gain = payloadPart(large) / payloadPart(Math.min(here, there));
        if (gain < LEAST_MTU_GAIN) {
            return;
        }
        findings.add(new Finding(
                DoctorCode.PATH_MTU,
                small.host(),
                Finding.text(
                        "%s sends packets of at most %d bytes, the other host %d; run the fix only if every switch on"
                                + " the path supports packets of %d bytes",
                        small.name(), Math.min(here, there), large, large),
                "sudo ip link set dev " + small.interfaceTowards(other) + " mtu " + large,
                path.bitsPerSecond() / gain,
                gain,
                null,
                null,
                "cat /sys/class/net/*/mtu"));
    }

    private static double payloadPart(int mtuBytes) {
        return (mtuBytes - TCP_HEADERS_BYTES) / (double) mtuBytes;
    }

    /** Whether the host's quota held the test transfer back, so that what else was seen shows nothing. */
    private boolean quota(RemoteHostUnderTest host, double throttledShare) {
        CpuQuota quota = host.quota();
        Integer cpus = host.facts().cpus();
        if (quota == null) {
            return false;
        }
        double cores = quota.cores();
        boolean held = flight != null && (throttledShare > THROTTLED || cores <= LEAST_CORES) && isSlow();
        double limit = held && flight != null ? flight.bitsPerSecond() : cores * CORE_BYTES_PER_SECOND * 8;
        if (held || cores <= LEAST_CORES || limit < HEADROOM * path.bitsPerSecond() && cpus != null && cores < cpus) {
            String seen = throttledShare > 0
                    ? Finding.text(" and stopped it for %.0f %% of the test transfer", 100 * throttledShare)
                    : "";
            findings.add(new Finding(
                    DoctorCode.CPU_QUOTA,
                    host.host(),
                    Finding.text(
                            "a control group limits %s to %.3g processors%s; raise cpu.max (systemd: CPUQuota,"
                                    + " Docker: --cpus, Kubernetes: limits.cpu)",
                            host.name(), cores, seen),
                    quota.lift(),
                    limit,
                    Math.max(1, path.bitsPerSecond() / limit),
                    null,
                    null,
                    "nr_throttled in the group's cpu.stat does not increase"));
        }
        return held;
    }

    /** Whether a host encrypts too slowly, so that what is lost on the way shows nothing. */
    private boolean ciphers() {
        int before = findings.size();
        for (RemoteHostUnderTest host :
                sender.host().equals(receiver.host()) ? List.of(sender) : List.of(sender, receiver)) {
            // in a small part of a processor even the compiler has no time
            Double alone = host.quota() != null && host.quota().cores() < 1 ? null : host.cipherBytesPerSecond();
            Double atWork = host.host().isEmpty() ? null : serverBytesPerSecond();
            if (atWork != null && flight != null) {
                add(
                        DoctorCode.CIPHER,
                        host,
                        Finding.text(
                                "the server process on %s uses a whole processor at %s; the path carries %s. Its cipher"
                                        + " is slow on that host",
                                host.name(), HumanUnits.rate(flight.bitsPerSecond()), described()),
                        CIPHER_FIX,
                        flight.bitsPerSecond());
            } else if (alone != null && alone < SLOW_CIPHER_BYTES_PER_SECOND && isHeldBack(host, 8 * alone)) {
                add(
                        DoctorCode.CIPHER,
                        host,
                        host.name() + " encrypts " + HumanUnits.rate(8 * alone) + " on one core; the path carries "
                                + described(),
                        CIPHER_FIX,
                        8 * alone);
            }
        }
        return findings.size() > before;
    }

    /** Whether work that is so fast alone is slower than the path, or made the sender wait for its receiver. */
    private boolean isHeldBack(RemoteHostUnderTest host, double aloneBitsPerSecond) {
        if (flight == null) {
            return aloneBitsPerSecond < HEADROOM * path.bitsPerSecond();
        }
        Double waited = host == receiver ? flight.receiverLimitedShare() : null;
        return flight.bitsPerSecond() < WINDOW_SLACK * aloneBitsPerSecond
                && (aloneBitsPerSecond < HEADROOM * path.bitsPerSecond() || waited != null && waited > MOST_OF_TIME);
    }

    private static final String CIPHER_FIX = "openssl speed -evp aes-128-gcm && openssl speed -evp chacha20-poly1305"
            + " && echo 'Ciphers aes128-gcm@openssh.com,chacha20-poly1305@openssh.com' | sudo tee"
            + " /etc/ssh/sshd_config.d/ciphers.conf";

    /**
     * How fast the remote host's server works on one processor, where that is slow and what the test transfer waited
     * for.
     */
    private @Nullable Double serverBytesPerSecond() {
        if (flight == null || flight.farCores() == null || flight.farCores() < BUSY_CORE || !isSlow()) {
            return null;
        }
        double rate = flight.bitsPerSecond() / 8 / flight.farCores();
        return rate < SLOW_SERVER_BYTES_PER_SECOND ? rate : null;
    }

    private void disk(DoctorCode code, RemoteHostUnderTest host, @Nullable Double bytesPerSecond, String does) {
        double carried = flight == null || flight.stalled() ? path.bitsPerSecond() : flight.bestBitsPerSecond();
        if (bytesPerSecond != null && 8 * bytesPerSecond < SLOW_DISK_PART * carried) {
            add(
                    code,
                    host,
                    Finding.text(
                            "%s " + does + "; the network carries %s; use a directory on a faster disk",
                            host.name(),
                            HumanUnits.rate(8 * bytesPerSecond),
                            HumanUnits.rate(carried)),
                    "df -hT . ; lsblk -o NAME,ROTA,SIZE,MOUNTPOINT",
                    8 * bytesPerSecond);
        }
    }

    private void load(RemoteHostUnderTest host) {
        Integer cpus = host.facts().cpus();
        Integer runnable = host.facts().runnableProcesses();
        if (cpus != null && runnable != null && runnable >= BUSY_FACTOR * cpus && isSlow()) {
            double gain = flight == null
                    ? 1
                    // each gets its share of the processors, and the transfer at most the rest of the path
                    : Math.min((double) runnable / cpus, leastLimit() / flight.bitsPerSecond());
            String why = flight == null
                    ? "no test transfer shows what the wait for a processor costs"
                    : "what else was found explains the rate";
            boolean gains = gain > LEAST_LOAD_GAIN;
            findings.add(new Finding(
                    DoctorCode.CPU_LOAD,
                    host.host(),
                    Finding.text("%s has %d runnable processes on %d processors", host.name(), runnable, cpus),
                    "ps -eo pid,user,pcpu,comm --sort=-pcpu | head",
                    null,
                    gains ? Double.valueOf(gain) : null,
                    null,
                    gains ? null : why,
                    "uptime"));
        }
    }

    /** What data get through in this direction as long as the other findings remain. */
    private double leastLimit() {
        return findings.stream()
                .map(Finding::limitBitsPerSecond)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .reduce(path.bitsPerSecond(), Math::min);
    }

    private void add(DoctorCode code, RemoteHostUnderTest host, String text, String fix, double limitBitsPerSecond) {
        findings.add(Finding.limit(code, host, text, fix, limitBitsPerSecond, path));
    }

    private String described() {
        return Finding.text(
                "%s over %.3g ms%s",
                HumanUnits.rate(path.bitsPerSecond()), path.rttMillis(), path.measured() ? "" : " (assumed)");
    }

    private static String size(double bytes) {
        return bytes >= MIBI ? Finding.text("%.3g MiB", bytes / MIBI) : Finding.text("%.3g KiB", bytes / 1024);
    }
}
