package org.waybill.client.doctor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Judges a sender, a receiver and the path between them. A pure function of what is known; nothing needs root. Findings
 * come with the largest predicted gain first.
 */
public final class Doctor {
    /** Linux keeps about half of a buffer for its own books (tcp_adv_win_scale 1; ip-sysctl). */
    private static final double USABLE_PART = 0.5;
    private static final double HEADROOM = 0.95;
    private static final int USUAL_MTU_BYTES = 1500;
    private static final int TCP_HEADERS_BYTES = 52;
    /** Reno needs W/2 round trips to recover from one loss; with this many packets that is a matter of a minute. */
    private static final double RENO_MOST_PACKETS = 1000;
    /** A Reno saw tooth between W/2 and W. */
    private static final double RENO_PART = 0.75;
    private static final double CUBIC_C = 0.4;
    private static final double CUBIC_BETA = 0.7;
    private static final double MIBI = 1 << 20;

    private final HostUnderTest sender;
    private final HostUnderTest receiver;
    private final PathMeasurements path;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(HostUnderTest sender, HostUnderTest receiver, PathMeasurements path) {
        this.sender = sender;
        this.receiver = receiver;
        this.path = path;
    }

    /** What limits data from one host to the other. */
    public static List<Finding> examine(HostUnderTest sender, HostUnderTest receiver, PathMeasurements path) {
        Doctor doctor = new Doctor(sender, receiver, path);
        doctor.buffers();
        doctor.socketLimits(sender);
        doctor.congestionControl();
        doctor.mtu();
        doctor.hostRates(sender);
        if (!sender.host().equals(receiver.host())) {
            doctor.socketLimits(receiver);
            doctor.hostRates(receiver);
        }
        doctor.findings.sort(Comparator.comparingDouble((Finding finding) ->
                finding.gain() == null ? 1 : finding.gain()).reversed());
        return List.copyOf(doctor.findings);
    }

    /** What keeps this one host from long fast paths, in either direction. */
    public static List<Finding> examine(HostUnderTest host) {
        return examine(host, host, PathMeasurements.reference());
    }

    private void buffers() {
        window(DoctorCode.RECEIVE_WINDOW, receiver, receiver.receiveBufferMaxBytes(), "net.ipv4.tcp_rmem",
                "4096 131072");
        window(DoctorCode.SEND_BUFFER, sender, sender.sendBufferMaxBytes(), "net.ipv4.tcp_wmem", "4096 65536");
    }

    private void window(DoctorCode code, HostUnderTest host, @Nullable Long maxBytes, String sysctl, String rest) {
        if (maxBytes == null) {
            return;
        }
        double limit = USABLE_PART * maxBytes * 8000 / path.rttMillis();
        if (limit < HEADROOM * path.bitsPerSecond()) {
            String text = String.format(Locale.ROOT, "%s of %s ends at %s; %s need %s, so one connection reaches %s",
                    sysctl, host.name(), size(maxBytes), described(), size((double) wantedBytes()), rate(limit));
            add(code, host, text, "sudo sysctl -w " + sysctl + "='" + rest + " " + wantedBytes() + "'", limit);
        }
    }

    /** Twice the bandwidth-delay product, rounded up to a power of two. */
    private long wantedBytes() {
        long least = (long) Math.ceil(path.bandwidthDelayBytes() / USABLE_PART);
        return Long.highestOneBit(Math.max(1, least - 1)) * 2;
    }

    private void socketLimits(HostUnderTest host) {
        limit(host, "net.core.rmem_max", host.socketReceiveMaxBytes());
        limit(host, "net.core.wmem_max", host.socketSendMaxBytes());
    }

    private void limit(HostUnderTest host, String sysctl, @Nullable Long maxBytes) {
        if (maxBytes == null || maxBytes >= HEADROOM * path.bandwidthDelayBytes()) {
            return;
        }
        double reached = maxBytes * 8000 / path.rttMillis();
        String text = String.format(Locale.ROOT, "%s of %s is %s; programs that set their buffers themselves (GridFTP,"
                + " UDP transports) reach %s where %s would allow more", sysctl, host.name(), size(maxBytes),
                rate(reached), described());
        add(DoctorCode.SOCKET_LIMIT, host, text, "sudo sysctl -w " + sysctl + "=" + wantedBytes(), reached);
    }

    private void congestionControl() {
        String current = sender.congestionControl();
        if (current == null || current.startsWith("bbr")) {
            return;
        }
        int mtu = path.pathMtuBytes() == null ? USUAL_MTU_BYTES : path.pathMtuBytes();
        double packetBits = 8.0 * (mtu - TCP_HEADERS_BYTES);
        double windowPackets = path.bandwidthDelayBytes() * 8 / packetBits;
        Double loss = path.lossRatio();
        if (loss != null && loss > 0) {
            double reached = packetBits * 1000 / path.rttMillis() * lossWindow(current, loss);
            if (reached < HEADROOM * path.bitsPerSecond()) {
                String text = String.format(Locale.ROOT, "%s uses %s; with %.2g loss it reaches %s over %s",
                        sender.name(), current, loss, rate(reached), described());
                add(DoctorCode.CONGESTION_CONTROL, sender, text, better("bbr"), reached);
            }
        } else if (current.equals("reno") && windowPackets > RENO_MOST_PACKETS) {
            String text = String.format(Locale.ROOT, "%s uses reno; over %s a single loss takes %.0f s to recover from",
                    sender.name(), described(), windowPackets / 2 * path.rttMillis() / 1000);
            String choice = sender.congestionControls().contains("cubic")
                    && !sender.congestionControls().contains("bbr") ? "cubic" : "bbr";
            add(DoctorCode.CONGESTION_CONTROL, sender, text, better(choice), RENO_PART * path.bitsPerSecond());
        }
    }

    /** Packets in flight on average at a loss ratio. */
    private double lossWindow(String congestionControl, double loss) {
        double reno = Math.sqrt(1.5 / loss); // Mathis, Semke, Mahdavi, Ott 1997, with an ACK for each packet
        if (!congestionControl.equals("cubic")) {
            return reno;
        }
        // RFC 9438, section 5.1, equation 6; in the region of friendliness CUBIC is as fast as Reno
        double cubic = Math.pow(CUBIC_C * (3 + CUBIC_BETA) / (4 * (1 - CUBIC_BETA)), 0.25)
                * Math.pow(path.rttMillis() / 1000 / loss, 0.75);
        return Math.max(reno, cubic);
    }

    private String better(String choice) {
        String load = sender.congestionControls().contains(choice) ? "" : "sudo modprobe tcp_" + choice + " && ";
        return load + "sudo sysctl -w net.ipv4.tcp_congestion_control=" + choice;
    }

    private void mtu() {
        Integer there = receiver.mtuBytes();
        Integer here = sender.mtuBytes();
        Integer between = path.pathMtuBytes();
        if (here != null && there != null && !here.equals(there)) {
            HostUnderTest small = here < there ? sender : receiver;
            int large = Math.max(here, there);
            String text = String.format(Locale.ROOT, "%s sends packets of at most %d bytes, the other end %d",
                    small.name(), Math.min(here, there), large);
            double gain = payloadPart(large) / payloadPart(Math.min(here, there));
            findings.add(new Finding(DoctorCode.PATH_MTU, small.host(), text, "sudo ip link set dev \"$(ip route show"
                    + " default | awk '{print $5; exit}')\" mtu " + large, path.bitsPerSecond() / gain, gain));
        } else if (here != null && between != null && between < here) {
            String text = String.format(Locale.ROOT, "%s sends packets of %d bytes, the path takes %d; where routers"
                    + " do not say so, connections hang", sender.name(), here, between);
            findings.add(new Finding(DoctorCode.PATH_MTU, sender.host(), text,
                    "sudo sysctl -w net.ipv4.tcp_mtu_probing=1", null, null));
        }
    }

    private static double payloadPart(int mtuBytes) {
        return (mtuBytes - TCP_HEADERS_BYTES) / (double) mtuBytes;
    }

    private void hostRates(HostUnderTest host) {
        slower(DoctorCode.CIPHER, host, host.cipherBytesPerSecond(), "encrypts %s on one core",
                "openssl speed -evp aes-128-gcm && openssl speed -evp chacha20-poly1305");
        if (host.equals(receiver)) {
            slower(DoctorCode.DISK_WRITE, host, host.diskWriteBytesPerSecond(), "writes %s to disk",
                    "df -T . ; lsblk -o NAME,ROTA,MOUNTPOINT");
        }
        Integer cpus = host.cpus();
        Double load = host.loadAverage();
        if (cpus != null && load != null && load > cpus) {
            String text = String.format(Locale.ROOT, "%s has %.1f processes for %d processors", host.name(), load,
                    cpus);
            findings.add(new Finding(DoctorCode.CPU_LOAD, host.host(), text,
                    "ps -eo pid,user,pcpu,comm --sort=-pcpu | head", null, null));
        }
    }

    private void slower(DoctorCode code, HostUnderTest host, @Nullable Double bytesPerSecond, String does, String fix) {
        if (bytesPerSecond != null && 8 * bytesPerSecond < HEADROOM * path.bitsPerSecond()) {
            double limit = 8 * bytesPerSecond;
            add(code, host, host.name() + " " + String.format(Locale.ROOT, does, rate(limit)) + ", slower than "
                    + described(), fix, limit);
        }
    }

    private void add(DoctorCode code, HostUnderTest host, String text, String fix, double limitBitsPerSecond) {
        findings.add(new Finding(code, host.host(), text, fix, limitBitsPerSecond,
                path.bitsPerSecond() / limitBitsPerSecond));
    }

    private String described() {
        return String.format(Locale.ROOT, "%s over %.3g ms%s", rate(path.bitsPerSecond()), path.rttMillis(),
                path.measured() ? "" : " (assumed)");
    }

    private static String size(double bytes) {
        return bytes >= MIBI ? String.format(Locale.ROOT, "%.3g MiB", bytes / MIBI)
                : String.format(Locale.ROOT, "%.3g KiB", bytes / 1024);
    }

    private static String rate(double bitsPerSecond) {
        return bitsPerSecond >= 1e9 ? String.format(Locale.ROOT, "%.3g Gbit/s", bitsPerSecond / 1e9)
                : String.format(Locale.ROOT, "%.3g Mbit/s", bitsPerSecond / 1e6);
    }
}
