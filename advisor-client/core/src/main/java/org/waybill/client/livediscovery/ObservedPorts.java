package org.waybill.client.livediscovery;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.HostProfile;
import org.waybill.api.ServiceProxy;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.livediscovery.ProbeTask.Kind;
import org.waybill.client.livediscovery.ProbeTask.Side;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferBudget;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.NodePlace;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.PathSurveyor;
import org.waybill.engine.TransferException;

/** Reports each question of an advisor to network and service as a {@link ProbeTask}. */
public record ObservedPorts(AdvisorPorts ports, AdviceRequest request, LiveDiscovery liveDiscovery)
        implements HostExaminer, TransferTimer {
    /** The same ports, watched while they serve {@code request}. */
    public static AdvisorPorts ports(AdvisorPorts ports, AdviceRequest request, LiveDiscovery liveDiscovery) {
        ObservedPorts watched = new ObservedPorts(ports, request, liveDiscovery);
        return new AdvisorPorts(
                watched::resolve,
                watched::scan,
                watched.service(ports.service()),
                ports.servicePatience(),
                watched,
                watched::count,
                watched::survey,
                watched,
                ports.installed(),
                ports.clock(),
                ports.notes());
    }

    private Side side(String host) {
        return host.equalsIgnoreCase(request.source().host()) ? Side.SOURCE : Side.DESTINATION;
    }

    private List<InetAddress> resolve(String host) throws TransferException, InterruptedException {
        return liveDiscovery.run(
                new ProbeTask(Kind.ADDRESS, side(host), host, "address " + host),
                () -> ports.resolver().resolve(host),
                List.of(),
                DiscoveryItems::addresses);
    }

    /** One task for each host, all at once. */
    private List<HostFindings> scan(List<Discovery.HostTargets> hosts) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<HostFindings> found = new ArrayList<>();
            List<Callable<HostFindings>> scans = hosts.stream()
                    .<Callable<HostFindings>>map(host -> () -> scan(host))
                    .toList();
            for (Future<HostFindings> each : threads.invokeAll(scans)) {
                found.add(each.get());
            }
            return found;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a port scan failed", e.getCause());
        }
    }

    private HostFindings scan(Discovery.HostTargets host) throws TransferException, InterruptedException {
        if (host.targets().isEmpty()) {
            return ports.discovery().scan(host);
        }
        TreeSet<String> targets = new TreeSet<>();
        host.targets().forEach(target -> targets.add(target.protocol() + ":" + target.port() + target.path()));
        HostFindings nothing = new HostFindings(
                host.host(),
                host.addresses().stream().map(InetAddress::getHostAddress).toList(),
                List.of());
        return liveDiscovery.run(
                new ProbeTask(
                        Kind.PROTOCOLS, side(host.host()), host.host(), "protocols " + host.host() + " " + targets),
                () -> ports.discovery().scan(host),
                nothing,
                DiscoveryItems::protocols);
    }

    @Override
    public Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
            throws InterruptedException {
        return ports.hosts().placeAtNode(end, sshPort, nodePort, receives);
    }

    @Override
    public Optional<NodePlace> lastPlaceAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
        return ports.hosts().lastPlaceAtNode(end, sshPort, nodePort, receives);
    }

    @Override
    public HostFacts examine(Endpoint end, int sshPort, Disk disk) throws InterruptedException {
        boolean source = end.equals(request.source());
        String name = end.isLocal() ? "this machine" : end.host();
        return liveDiscovery.run(
                new ProbeTask(
                        Kind.HOST,
                        source ? Side.SOURCE : Side.DESTINATION,
                        name,
                        "host " + end.format() + " " + sshPort + " " + disk),
                () -> ports.hosts().examine(end, sshPort, disk),
                HostFacts.unknown(end.host(), List.of()),
                facts -> DiscoveryItems.host(facts, sshPort));
    }

    private Optional<DatasetSize> count(Endpoint source) throws TransferException, InterruptedException {
        return liveDiscovery.run(
                new ProbeTask(Kind.SIZE, Side.SOURCE, source.format(), "size " + source.format()),
                () -> ports.datasets().through(request.filter()).count(source),
                Optional.empty(),
                DiscoveryItems::size);
    }

    private List<PathFacts> survey(PathSurveyor.Far far) throws InterruptedException {
        return liveDiscovery.run(
                new ProbeTask(Kind.PATH, Side.BETWEEN, far.host(), "path " + far.host() + far.address()),
                () -> ports.paths().survey(far),
                List.of(),
                DiscoveryItems::path);
    }

    @Override
    public boolean canTime(Candidate candidate) {
        return ports.timer().canTime(candidate);
    }

    @Override
    public Optional<RateFit> time(Candidate candidate, TransferBudget budget) throws InterruptedException {
        return liveDiscovery.run(
                new ProbeTask(
                        Kind.RATE,
                        Side.BETWEEN,
                        candidate.transport(),
                        "rate " + candidate.transport() + " " + candidate.source() + " " + candidate.destination()),
                () -> ports.timer().time(candidate, budget),
                Optional.empty(),
                DiscoveryItems::rate);
    }

    /** The service as it is, except for the catalogue's answer, which is worth a row of its own. */
    private @Nullable AdvisorService service(@Nullable AdvisorService service) {
        return service == null
                ? null
                : ServiceProxy.of(
                        AdvisorService.class,
                        "observed " + service,
                        (method, arguments) -> method.getName().equals("profile")
                                ? profile(service, Objects.toString(arguments[0]))
                                : ServiceProxy.pass(service, method, arguments));
    }

    private HostProfile profile(AdvisorService service, String host) throws InterruptedException {
        boolean source = request.source().isLocal()
                ? !host.equalsIgnoreCase(request.destination().host())
                : host.equalsIgnoreCase(request.source().host());
        boolean here =
                source ? request.source().isLocal() : request.destination().isLocal();
        return liveDiscovery.run(
                new ProbeTask(
                        Kind.CATALOGUE,
                        source ? Side.SOURCE : Side.DESTINATION,
                        here ? "this machine" : host,
                        "catalogue " + host),
                () -> service.profile(host),
                new HostProfile(host, "", "", null, List.of(), List.of(), List.of(), List.of()),
                DiscoveryItems::catalogue);
    }
}
