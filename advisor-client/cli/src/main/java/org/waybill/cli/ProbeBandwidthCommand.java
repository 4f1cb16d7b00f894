package org.waybill.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.icmp.IcmpProbe;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill probe bandwidth}. */
@Command(name = "bandwidth",
        header = "Measure delay and bottleneck of the path to a host with a few hundred ICMP echoes.",
        description = {"", "Needs nothing at the far end but that it answers pings.", ""},
        footer = {"", "Example:", "  waybill probe bandwidth dtn.example.org"})
final class ProbeBandwidthCommand extends WaybillCommand {
    private static final long MOST_BYTES = 4L << 20;

    @Parameters(index = "0", paramLabel = "TARGET", description = "A host, or an endpoint on it.")
    private @Nullable String target;

    @Option(names = "--time", paramLabel = "SECONDS", defaultValue = "10",
            description = "The longest it may take. Default: ${DEFAULT-VALUE}.")
    private int seconds = 10;

    ProbeBandwidthCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.parse(String.valueOf(target));
        if (end.isLocal() || seconds < 1) {
            throw new CommandFailure(Reason.BAD_INPUT, end.isLocal()
                    ? "'" + target + "' is on this machine: name a host" : "--time wants at least 1 second");
        }
        InetAddress address = Target.address(end);
        IcmpProbe.Finding found = find(end, address);
        PathFacts path = new PathFacts(PathFacts.Kind.INTERNET, List.of(), found.rttMillis(),
                found.bottleneckBitsPerSecond(), "icmp", Instant.now(), found.samples().size(), found.errorPercent());
        session.answer(path, out -> {
            out.println("round trip  " + String.format(Locale.ROOT, "%.3f ms", path.rttMillis()));
            out.println("bottleneck  " + Amounts.rate(path.bottleneckBitsPerSecond())
                    + (path.errorPercent() == null ? ""
                            : String.format(Locale.ROOT, " +- %.0f %%", path.errorPercent())));
            out.println("by ICMP echoes of several sizes, " + found.samples().size() + " trains");
        });
        return 0;
    }

    private IcmpProbe.Finding find(Endpoint end, InetAddress address) throws InterruptedException {
        try {
            Optional<IcmpProbe.Finding> found = new IcmpProbe().find(new ProbeSpec(end.host(), address, 0,
                    Duration.ofSeconds(seconds), MOST_BYTES), ProbeContext.system());
            return found.orElseThrow(() -> new CommandFailure(Reason.UNREACHABLE, end.host()
                    + " does not answer ICMP echo requests: 'waybill advise' can measure with the transfer protocol"));
        } catch (IOException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot send ICMP echo requests: " + e.getMessage()
                    + "; allow it with 'sudo sysctl -w net.ipv4.ping_group_range=\"0 2147483647\"'", e);
        }
    }
}
