package org.waybill.engine.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.rightsizing.CongestionChoice;
import org.waybill.engine.rightsizing.KernelLimits;

/** The host's TCP settings, from {@code /proc/sys}; unknown where there is none. */
public final class KernelTcp {
    private static final Path NET = Path.of("/proc/sys/net");

    private KernelTcp() {}

    /**
     * Congestion controls that are loaded; setting one may still be refused. With the system property
     * {@code waybill.tcp.congestion=host} none but the host's default: laboratories compare by that.
     */
    public static List<String> availableCongestionControls() {
        if ("host".equals(System.getProperty("waybill.tcp.congestion"))) {
            return List.of(defaultCongestionControl());
        }
        return words("ipv4/tcp_available_congestion_control");
    }

    /**
     * Whether relays space out what they send. With the system property {@code waybill.tcp.pacing=off} they do not:
     * laboratories compare by that.
     */
    public static boolean isPacingWanted() {
        return !"off".equals(System.getProperty("waybill.tcp.pacing"));
    }

    /** What new connections get. */
    public static String defaultCongestionControl() {
        List<String> words = words("ipv4/tcp_congestion_control");
        return words.isEmpty() ? "" : words.getFirst();
    }

    /** What to set for a path of this delay; empty to leave the host's default. */
    public static Optional<String> congestionControl(long rttMicros) {
        return CongestionChoice.choose(rttMicros, defaultCongestionControl(), availableCongestionControls());
    }

    /** Whether a data connection on such a path will have a model-based congestion control. */
    public static boolean isModelBased(long rttMicros) {
        return CongestionChoice.isModelBased(rttMicros, defaultCongestionControl(), availableCongestionControls());
    }

    /** How far the kernel's automatic buffers grow, and how far one set by hand may. */
    public static KernelLimits limits() {
        return new KernelLimits(
                number("ipv4/tcp_rmem", 2),
                number("ipv4/tcp_wmem", 2),
                number("core/rmem_max", 0),
                number("core/wmem_max", 0));
    }

    private static long number(String name, int index) {
        List<String> words = words(name);
        return index < words.size() ? Long.parseLong(words.get(index)) : 0;
    }

    private static List<String> words(String name) {
        try {
            return Arrays.asList(Files.readString(NET.resolve(name)).strip().split("\\s+"));
        } catch (IOException _) {
            return List.of();
        }
    }
}
