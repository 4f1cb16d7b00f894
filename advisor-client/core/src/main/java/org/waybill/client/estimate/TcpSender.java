package org.waybill.client.estimate;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.rightsizing.CongestionChoice;
import org.waybill.planner.forecast.CongestionControl;
import org.waybill.protocol.Transport;

/**
 * How the source host sends over TCP: servers and tools with its default, the engine with what it chooses for the path.
 *
 * @param hostDefault the congestion control of new sockets; null if unknown: then CUBIC, as of Linux, is assumed
 * @param available what a socket may choose; empty if unknown: then the engine is taken to find nothing better
 */
public record TcpSender(@Nullable String hostDefault, List<String> available) {
    public TcpSender {
        available = List.copyOf(available);
    }

    /** The congestion control that a transport's connections have over a path of this round-trip time. */
    CongestionControl control(String transport, @Nullable Double rttMillis) {
        String usual = hostDefault == null ? "" : hostDefault;
        String used = !transport.equals(Transport.TCP.name()) || rttMillis == null
                ? usual
                : CongestionChoice.choose(Math.round(1000 * rttMillis), usual, available)
                        .orElse(usual);
        return switch (used.toLowerCase(Locale.ROOT)) {
            case "reno" -> CongestionControl.RENO;
            case "bbr", "bbr2", "bbr3" -> CongestionControl.BBR;
            default -> CongestionControl.CUBIC;
        };
    }
}
