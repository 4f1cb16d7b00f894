package org.waybill.cli.probe;

import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.Target;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.DiscoveryBudget;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill probe protocols}. */
@Command(
        name = "protocols",
        header = "Find the transfer protocols that a host supports.",
        description = "Connects to the usual ports and checks what answers: an open port does not count if "
                + "another protocol answers. 'usable' means usable for sending from this machine to the host.",
        footer = {"waybill probe protocols dtn.example.org", "waybill probe protocols ftp://dtn.example.org:2121/"})
final class ProbeProtocolsCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "TARGET", description = "A host, or an endpoint on it.")
    private @Nullable String target;

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        Endpoint end = Target.remote(session, "TARGET", String.valueOf(target));
        InetAddress address = Target.address(session, end);
        HostFindings found = new Discovery(DiscoveryBudget.USUAL)
                .scan(new Discovery.HostTargets(end.host(), List.of(address), targets(end)))
                .trusting(end);
        List<ProtocolFacts> facts =
                ProtocolUsability.judge(new ProtocolUsability.Ends(EndpointParser.parse("."), null, end, found));
        session.answer(Map.of("protocols", facts), out -> {
            Table table = new Table("protocol", "port", "state", "usable", "server, or why not");
            for (ProtocolFacts one : facts) {
                table.row(
                        one.name(),
                        String.valueOf(one.port()),
                        state(one),
                        one.available() ? "yes" : "no",
                        one.banner().isEmpty() ? one.reason() : one.banner());
            }
            table.print(out, session.terminal().outStyle());
        });
        return found.answered() ? 0 : Reason.UNREACHABLE.exitCode();
    }

    private static Set<Discovery.Target> targets(Endpoint end) {
        Set<Discovery.Target> targets = new LinkedHashSet<>(Discovery.usualTargets());
        if (end.schemeChosen()) {
            Protocols.named(end.location().scheme()).ifPresent(protocol -> {
                targets.removeIf(one -> one.protocol() == protocol);
                targets.add(new Discovery.Target(protocol, end.port(), "/"));
            });
        }
        return targets;
    }

    private static String state(ProtocolFacts facts) {
        PortState state = facts.destinationState();
        return state == null ? "-" : state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
