package org.waybill.client.probe.survey;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.client.probe.icmp.SystemPingProbe;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * Round-trip time and bottleneck by ICMP echo, by any available method: a socket of our own, raw or
 * unprivileged, or else the system's ping, which asks the target alone.
 */
public final class EchoSurvey {
    /** What echoes showed, and by which probe. */
    public record Found(IcmpProbe.Finding finding, String method) {}

    /** What ping says where it may open no socket either: iputils, Busybox. */
    private static final Pattern FORBIDDEN = Pattern.compile(
            "socket: (operation not permitted|permission denied)|cap_net_raw|permission denied \\(are you root",
            Pattern.CASE_INSENSITIVE);

    private final ProbeContext context;
    private final Function<ProbeSpec, CanRun> ownSocket;
    private final SystemPingProbe ping;

    /** From this host. */
    public EchoSurvey(ProbeContext context) {
        this(context, IcmpProbe::canRun, new SystemPingProbe(new LocalCommands()));
    }

    /** @param ownSocket whether a socket of our own may be opened */
    EchoSurvey(ProbeContext context, Function<ProbeSpec, CanRun> ownSocket, SystemPingProbe ping) {
        this.context = context;
        this.ownSocket = ownSocket;
        this.ping = ping;
    }

    /**
     * Sends the echoes; empty when the target answers none.
     *
     * @param routers before the target, nearest first; may be empty
     * @throws TransferException with {@link Reason#PERMISSION} if they cannot be sent, and every reason; else
     *     with what ping reports
     */
    public Optional<Found> measure(ProbeSpec spec, List<InetAddress> routers, int mtuBytes)
            throws TransferException, InterruptedException {
        List<String> reasons = new ArrayList<>();
        if (allows(ownSocket.apply(spec), reasons)) {
            IcmpProbe own = new IcmpProbe(routers, mtuBytes, context.nowNs());
            try {
                return own.find(spec, context).map(finding -> new Found(finding, IcmpProbe.NAME));
            } catch (IOException e) {
                throw new TransferException(Reason.PERMISSION, String.valueOf(e.getMessage()), e);
            }
        }
        if (allows(ping.canRun(), reasons)) {
            try {
                return ping.find(spec).map(finding -> new Found(finding, SystemPingProbe.NAME));
            } catch (IOException e) {
                String said = String.valueOf(e.getMessage());
                if (!FORBIDDEN.matcher(said).find()) {
                    throw new TransferException(Reason.UNREACHABLE, said, e);
                }
                reasons.add(said);
            }
        }
        throw new TransferException(Reason.PERMISSION, String.join("; ", reasons));
    }

    private static boolean allows(CanRun answer, List<String> reasons) {
        if (answer instanceof CanRun.No no) {
            reasons.add(no.reason());
            return false;
        }
        return true;
    }
}
