package org.waybill.cli.probe;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Target;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.bandwidth.EndTransfers;
import org.waybill.client.probe.bandwidth.GrowingTransfers;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.survey.EchoSurvey;
import org.waybill.client.probe.train.NodeTrains;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocols;

/** The methods to measure a rate, each reporting its progress on standard error. */
final class BandwidthProbes {
    private static final long MOST_ICMP_BYTES = 4L << 20;
    private static final int ETHERNET_MTU_BYTES = 1500;

    private final Session session;
    private final Duration time;
    private final ProbeContext context;

    BandwidthProbes(Session session, Duration time) {
        this.session = session;
        this.time = time;
        this.context = ProbeContext.system(session::note);
    }

    BandwidthDocument icmp(Endpoint end) throws TransferException, InterruptedException {
        InetAddress address = Target.address(session, end);
        try {
            ProbeSpec spec = new ProbeSpec(end.host(), address, 0, time, MOST_ICMP_BYTES);
            return new EchoSurvey(context)
                    .measure(spec, List.of(), ETHERNET_MTU_BYTES)
                    .map(found -> BandwidthDocument.of(found, context.now()))
                    .orElseThrow(() -> new CommandFailure(
                            Reason.UNREACHABLE,
                            end.host()
                                    + " does not answer ICMP echo requests; measure by test transfers: waybill"
                                    + " probe bandwidth sftp://" + end.host() + "/DIRECTORY/"));
        } catch (TransferException e) {
            throw unsent(e);
        }
    }

    /** What stopped the echoes, with a remedy where a permission is missing. */
    static CommandFailure unsent(TransferException e) {
        return new CommandFailure(
                e.reason(),
                "cannot send ICMP echo requests: " + e.getMessage()
                        + (e.reason() == Reason.PERMISSION
                                ? "; allow it with 'sudo sysctl -w net.ipv4.ping_group_range=\"0 2147483647\"'"
                                : ""),
                e);
    }

    BandwidthDocument transfers(Endpoint end, boolean pull, long bytes) throws TransferException, InterruptedException {
        TimedTransfer transfers = transfers()
                .with(end.location().scheme(), end.location(), pull)
                .orElseThrow(() -> Invalid.usage("cannot run test transfers with " + end.format()
                        + ": expected " + (pull ? "an existing file" : "a writable directory")
                        + " by " + String.join(", ", Protocols.movedSchemes())));
        if (session.asks()) {
            // asked for now, and not while the time of the measurement runs
            session.stores().open(end).close();
        }
        return grow(transfers, bytes);
    }

    BandwidthDocument thirdParty(ThirdPartyTransfers.Consent consent, Endpoint from, Endpoint to, long bytes)
            throws TransferException, InterruptedException {
        return grow(transfers().thirdParty(consent, from.location(), to.location()), bytes);
    }

    private BandwidthDocument grow(TimedTransfer transfers, long bytes) throws TransferException, InterruptedException {
        GrowingTransfers.Outcome outcome =
                GrowingTransfers.run(transfers, new TransferBudget(bytes, time), context, bytes);
        String problem = outcome.problem();
        TransferException cause = outcome.cause();
        if (outcome.fit().isEmpty() && cause != null) {
            throw cause;
        } else if (outcome.fit().isEmpty()) {
            throw new CommandFailure(
                    Reason.UNREACHABLE,
                    problem != null ? problem : "too few test transfers within the limits: increase --time or --bytes");
        }
        return BandwidthDocument.of(outcome, context.now());
    }

    BandwidthDocument trains(Endpoint end) throws TransferException, InterruptedException {
        NodeTrains.To to = new NodeTrains.To(
                session.home().root(), end.location(), Target.address(session, end), ETHERNET_MTU_BYTES);
        return NodeTrains.measure(to, time, context)
                .map(found -> BandwidthDocument.of(found, context.now()))
                .orElseThrow(() -> new CommandFailure(
                        Reason.UNREACHABLE,
                        "too few trains arrived undisturbed: check that UDP is "
                                + "allowed on the path and that neither host is busy"));
    }

    private EndTransfers transfers() {
        return EndTransfers.usual(
                session.asking(), session.agent(), session.home().root(), context);
    }
}
