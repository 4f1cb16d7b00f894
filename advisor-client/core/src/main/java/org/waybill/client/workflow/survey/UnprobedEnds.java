package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.Feature;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortScanner;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Ends of a transfer that only a proxy, or a jump host or command of ssh_config, gets to. Probes go straight, so such
 * ends are not probed, and their names not looked up, which perhaps only the proxy can; the protocol that the user named
 * is taken to answer.
 */
public record UnprobedEnds(List<Endpoint> ends) {
    private static final List<Protocol> BEHIND_PROXIES =
            List.of(Protocol.SSH, Protocol.HTTP, Protocol.HTTPS, Protocol.FTP, Protocol.FTPS);

    /** Those of a request. */
    public static UnprobedEnds of(AdviceRequest request, Proxies proxies) throws TransferException {
        Set<Endpoint> all = new LinkedHashSet<>(List.of(request.source(), request.destination()));
        for (KnownReplica replica : request.replicas()) {
            all.add(replica.endpoint());
        }
        List<Endpoint> found = new ArrayList<>();
        for (Endpoint end : all) {
            if (!way(end, proxies).isEmpty()) {
                found.add(end);
            }
        }
        return new UnprobedEnds(List.copyOf(found));
    }

    /** The proxy in front of an endpoint; only SSH, HTTP and FTP go through one. */
    public static Optional<Proxies.Server> proxy(Endpoint end, Proxies proxies) throws TransferException {
        Location at = end.location();
        boolean reached = at.is(Protocol.GSIFTP) || BEHIND_PROXIES.stream().noneMatch(at::isServedBy);
        if (end.isLocal() || reached) {
            return Optional.empty();
        }
        String scheme = Protocols.named(at.scheme())
                .map(protocol -> protocol.server().scheme())
                .orElse("");
        try {
            return proxies.before(scheme, end.host(), end.port());
        } catch (IllegalArgumentException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** What an endpoint is reached through, in words; empty where it is reached straight. */
    public static String way(Endpoint end, Proxies proxies) throws TransferException {
        return end.behind()
                ? "the jump host or command of the ssh configuration"
                : proxy(end, proxies).map(proxy -> "the proxy " + proxy).orElse("");
    }

    /** The same ports that leave these ends alone, and send no test data if there are any. */
    public AdvisorPorts within(AdvisorPorts usual) {
        if (ends.isEmpty()) {
            return usual;
        }
        return new AdvisorPorts(
                resolver(usual.resolver()),
                scanner(usual.discovery()),
                usual.service(),
                usual.servicePatience(),
                examiner(usual.hosts()),
                usual.datasets(),
                usual.paths(),
                TransferTimer.NONE,
                usual.installed(),
                usual.clock(),
                usual.notes());
    }

    private boolean has(String host) {
        return ends.stream().anyMatch(end -> end.host().equals(host));
    }

    private HostResolver resolver(HostResolver usual) {
        return host -> has(host) ? List.<InetAddress>of() : usual.resolve(host);
    }

    private PortScanner scanner(PortScanner usual) {
        return hosts -> {
            List<HostFindings> straight =
                    usual.scan(hosts.stream().filter(one -> !has(one.host())).toList());
            List<HostFindings> all = new ArrayList<>();
            int next = 0;
            for (Discovery.HostTargets one : hosts) {
                all.add(has(one.host()) ? assumed(one) : straight.get(next++));
            }
            return all;
        };
    }

    private HostFindings assumed(Discovery.HostTargets host) {
        List<PortFinding> ports = host.targets().stream()
                .filter(target -> ends.stream()
                        .anyMatch(end -> end.host().equals(host.host())
                                && target.protocol()
                                        .scheme()
                                        .equals(end.location().scheme())
                                && target.port() == end.port()))
                .map(target -> new PortFinding(
                        target.protocol(), target.port(), PortState.OPEN, "", Set.of(Feature.ASSUMED), null))
                .toList();
        return new HostFindings(host.host(), List.of(), ports);
    }

    private HostExaminer examiner(HostExaminer usual) {
        return new HostExaminer() {
            @Override
            public HostFacts examine(Endpoint end, int sshPort, Disk disk) throws InterruptedException {
                return ends.contains(end)
                        ? HostFacts.unknown(end.host(), List.of())
                        : usual.examine(end, sshPort, disk);
            }

            @Override
            public Optional<Boolean> isSameAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
                    throws InterruptedException {
                return ends.contains(end) ? Optional.empty() : usual.isSameAtNode(end, sshPort, nodePort, receives);
            }

            @Override
            public boolean wasSameAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
                return !ends.contains(end) && usual.wasSameAtNode(end, sshPort, nodePort, receives);
            }
        };
    }
}
