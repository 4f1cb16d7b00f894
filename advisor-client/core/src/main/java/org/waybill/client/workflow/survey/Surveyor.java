package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.LiveAddress;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.NodePlace;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.PathEquivalence;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Finds everything out at once: resolves, discovers, counts, examines, surveys, and asks the service. */
public final class Surveyor {
    private static final Duration PATH_BUDGET = Duration.ofSeconds(5);
    private static final Duration CATALOGUE_WAIT = Duration.ofMillis(300);
    /** For what is nearly there when the path is known to hold up log-ins. */
    private static final Duration AFTER_PATH = Duration.ofMillis(200);

    private static final Endpoint HERE = new Endpoint(Location.local("/"), true);

    private final AdvisorPorts ports;
    private final AdvisorConnection desk;
    private final AdviceTimeBudget time;
    private final SameFilesChecks sameFiles;

    /** @param sameFiles hears which checks to make; the survey does not wait for them */
    public Surveyor(AdvisorPorts ports, AdvisorConnection desk, AdviceTimeBudget time, SameFilesChecks sameFiles) {
        this.ports = ports;
        this.desk = desk;
        this.time = time;
        this.sameFiles = sameFiles;
    }

    public Survey survey(AdviceRequest request) throws TransferException, InterruptedException {
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("survey-", 0).factory());
        try {
            Future<List<InetAddress>> atSource = threads.submit(() -> resolve(request.source()));
            List<InetAddress> atDestination = resolve(request.destination());
            ports.notes().accept("looking for protocols, asking the service");
            return survey(request, SurveyTasks.await(atSource), atDestination, threads);
        } finally {
            // not waited for: what is still running has had its time, and a connection attempt cannot be interrupted
            threads.shutdownNow();
        }
    }

    private Survey survey(
            AdviceRequest request, List<InetAddress> atSource, List<InetAddress> atDestination, ExecutorService threads)
            throws TransferException, InterruptedException {
        Endpoint source = request.source();
        Endpoint destination = request.destination();
        Future<Optional<HostProfile>> sourceProfile = threads.submit(() -> profile(source));
        Future<Optional<HostProfile>> destinationProfile = threads.submit(() -> profile(destination));
        Future<List<HostFindings>> nearSource = threads.submit(() -> nearby(source, SurveyTasks.await(sourceProfile)));
        Future<List<HostFindings>> nearDestination =
                threads.submit(() -> nearby(destination, SurveyTasks.await(destinationProfile)));
        CountDownLatch scanned = new CountDownLatch(1);
        Future<Optional<DatasetSize>> counted = threads.submit(() -> {
            if (source.location().is(Protocol.GSIFTP)) {
                // a log-in with grid security is hard work, and meanwhile greetings would seem late
                scanned.await();
            }
            return count(request);
        });
        CompletableFuture<Integer> node = new CompletableFuture<>();
        Future<List<PathFacts>> paths = threads.submit(
                () -> paths(source, atSource, destination, atDestination, most -> SurveyTasks.known(node, most)));
        List<HostFindings> found = discover(source, atSource, destination, atDestination);
        scanned.countDown();
        Future<HostFindings> sourceMore =
                threads.submit(() -> more(source, atSource, found.get(0), SurveyTasks.await(sourceProfile)));
        Future<HostFindings> destinationMore = threads.submit(
                () -> more(destination, atDestination, found.get(1), SurveyTasks.await(destinationProfile)));
        threads.submit(() -> {
            try {
                return node.complete(
                        source.isLocal() ? node(found.get(1), destinationMore) : node(found.get(0), sourceMore));
            } finally {
                node.complete(0); // had that failed
            }
        });
        Future<HostFacts> sourceFacts = threads.submit(
                () -> examine(source, atSource, withShell(source, found.get(0), sourceMore), HostExaminer.Disk.READ));
        Future<HostFacts> destinationFacts = threads.submit(() -> examine(
                destination,
                atDestination,
                withShell(destination, found.get(1), destinationMore),
                HostExaminer.Disk.WRITE));
        compare(source, found.get(0), sourceMore, false);
        compare(destination, found.get(1), destinationMore, true);
        Optional<HostProfile> knownSource = SurveyTasks.await(sourceProfile);
        Optional<HostProfile> knownDestination = SurveyTasks.await(destinationProfile);
        Patience patience = new Patience(System.nanoTime() + time.forLooking().toNanos());
        List<PathFacts> seen = patience.await(paths, "the path", List.of());
        // what a log-in over such a path would tell costs the test transfers their time
        Patience hosts = seen.stream().anyMatch(SurveyInputs::holdsUpLogIns)
                ? new Patience(System.nanoTime() + AFTER_PATH.toNanos())
                : patience;
        HostFindings sourcePorts = patience.await(sourceMore, "more ports of " + source.host(), found.get(0));
        HostFindings destinationPorts =
                patience.await(destinationMore, "more ports of " + destination.host(), found.get(1));
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(
                source,
                source.isLocal() ? null : sourcePorts,
                destination,
                destination.isLocal() ? null : destinationPorts);
        return new Survey(
                ends,
                new Survey.End(
                        hosts.await(
                                sourceFacts, "memory, disk and load of " + source.host(), unknown(source, atSource)),
                        knownSource,
                        isThisMachine(source, atSource),
                        patience.await(nearSource, "hosts nearby", List.of())),
                new Survey.End(
                        hosts.await(
                                destinationFacts,
                                "memory, disk and load of " + destination.host(),
                                unknown(destination, atDestination)),
                        knownDestination,
                        isThisMachine(destination, atDestination),
                        patience.await(nearDestination, "hosts nearby", List.of())),
                new Patience(System.nanoTime() + time.forTheSize().toNanos())
                        .await(counted, "the size of " + source.format(), given(request)),
                seen);
    }

    /** @param addresses of an endpoint, none for a local one and for one that is not reached straight */
    private static boolean isThisMachine(Endpoint end, List<InetAddress> addresses) {
        return end.isLocal()
                || !addresses.isEmpty()
                        && addresses.stream().allMatch(LocalAddresses::owns)
                        && !isTunnel(end, addresses);
    }

    /** Whether another machine is behind a port of this one: of the way there only transfers tell something. */
    private static boolean isTunnel(Endpoint end, List<InetAddress> addresses) {
        return !end.isLocal()
                && !addresses.isEmpty()
                && addresses.stream().allMatch(InetAddress::isLoopbackAddress)
                && SshTunnels.isAt(end.port());
    }

    /** The size that the user gave, if nothing is found out about it. */
    private static Optional<DatasetSize> given(AdviceRequest request) {
        Long size = request.sizeBytes();
        return size == null
                ? Optional.empty()
                : Optional.of(new DatasetSize(
                        new Dataset(size, 1),
                        FileNames.saysDirectory(request.source().location().path()),
                        true));
    }

    private static HostFindings withShell(Endpoint end, HostFindings found, Future<HostFindings> more)
            throws TransferException, InterruptedException {
        return with(List.of(Protocol.SSH), end, found, more);
    }

    /** Where these were found; what the catalogue knows besides is waited for only if they were not. */
    private static HostFindings with(List<Protocol> needed, Endpoint end, HostFindings found, Future<HostFindings> more)
            throws TransferException, InterruptedException {
        boolean enough = end.isLocal() || needed.stream().allMatch(one -> open(found, one) > 0);
        try {
            return enough ? found : SurveyTasks.await(more);
        } catch (CancellationException _) {
            return found; // it came too late
        }
    }

    /** Waits for parts of the survey until one and the same moment; what comes later is done without. */
    private final class Patience {
        private final long endNs;

        Patience(long endNs) {
            this.endNs = endNs;
        }

        <T> T await(Future<T> task, String what, T otherwise) throws TransferException, InterruptedException {
            T found = SurveyTasks.await(task, Duration.ofNanos(Math.max(0, endNs - System.nanoTime())), otherwise);
            if (task.isCancelled()) {
                ports.notes().accept("no answer in time: " + what);
            }
            return found;
        }
    }

    private static HostFacts unknown(Endpoint end, List<InetAddress> addresses) {
        return end.isLocal()
                ? HostFacts.unknown(LocalAddresses.name(), LocalAddresses.addresses())
                : HostFacts.unknown(
                        end.host(),
                        addresses.stream().map(InetAddress::getHostAddress).toList());
    }

    /** Looks whether the best of the catalogue's hosts nearby answer, unless the end is known to need none. */
    private List<HostFindings> nearby(Endpoint end, Optional<HostProfile> profile) throws InterruptedException {
        List<Discovery.HostTargets> hosts = new ArrayList<>();
        for (NearbyHost host : Suggestions.stagingHosts(end, profile)) {
            try {
                List<InetAddress> addresses = ports.resolver().resolve(host.host());
                Set<Discovery.Target> targets = new LinkedHashSet<>();
                host.services().forEach(one -> targets.add(new Discovery.Target(one.protocol(), one.port(), "/")));
                // between the end and its neighbour there is mostly SSH, which catalogues seldom list
                for (Protocol shell : Protocols.all()) {
                    if (shell.server() == Protocol.SSH
                            && targets.stream().noneMatch(target -> target.protocol() == shell)) {
                        targets.add(new Discovery.Target(shell, shell.defaultPort(), "/"));
                    }
                }
                hosts.add(new Discovery.HostTargets(host.host(), addresses, targets));
            } catch (TransferException _) {
                // the catalogue knows a name that no longer exists
            }
        }
        return hosts.isEmpty() ? List.of() : ports.discovery().scan(hosts);
    }

    private List<InetAddress> resolve(Endpoint end) throws TransferException, InterruptedException {
        return end.isLocal() ? List.of() : ports.resolver().resolve(end.host());
    }

    private Optional<HostProfile> profile(Endpoint end) throws InterruptedException {
        return desk.profile(knownName(end));
    }

    /** The name under which the service knows an endpoint's host. */
    public static String knownName(Endpoint end) {
        return end.isLocal() ? LocalAddresses.name() : end.host();
    }

    private Optional<DatasetSize> count(AdviceRequest request) throws TransferException, InterruptedException {
        Optional<DatasetSize> counted =
                ports.datasets().through(request.filter()).count(request.source());
        Long given = request.sizeBytes();
        if (given == null) {
            return counted;
        }
        long files = counted.map(DatasetSize::dataset).map(Dataset::files).orElse(1L);
        boolean directory = counted.map(DatasetSize::directory)
                .orElse(FileNames.saysDirectory(request.source().location().path()));
        return Optional.of(new DatasetSize(new Dataset(given, files), directory, true));
    }

    private List<PathFacts> paths(
            Endpoint source,
            List<InetAddress> atSource,
            Endpoint destination,
            List<InetAddress> atDestination,
            PathSurveyor.NodeSearch node)
            throws InterruptedException {
        // between two other machines nothing can be measured from here (Lu 2011, section 4.1.1.6)
        if (source.isLocal() == destination.isLocal()) {
            return List.of();
        }
        Endpoint far = source.isLocal() ? destination : source;
        List<InetAddress> addresses = source.isLocal() ? atDestination : atSource;
        if (addresses.isEmpty() || isTunnel(far, addresses)) {
            return List.of();
        }
        return ports.paths()
                .survey(new PathSurveyor.Far(
                        far.host(), LiveAddress.of(addresses, far.port()), far.port(), PATH_BUDGET, node));
    }

    /** At a port that only the catalogue knows too, if it answers soon: most hosts have no node. */
    private static int node(HostFindings found, Future<HostFindings> more)
            throws TransferException, InterruptedException {
        int port = open(found, Protocol.WAYBILL);
        return port > 0
                ? port
                : SurveyTasks.answer(more, CATALOGUE_WAIT)
                        .map(there -> open(there, Protocol.WAYBILL))
                        .orElse(0);
    }

    private List<HostFindings> discover(
            Endpoint source, List<InetAddress> atSource, Endpoint destination, List<InetAddress> atDestination)
            throws InterruptedException {
        List<HostFindings> found = ports.discovery()
                .scan(List.of(
                        new Discovery.HostTargets(source.host(), atSource, targets(source, atSource)),
                        new Discovery.HostTargets(
                                destination.host(), atDestination, targets(destination, atDestination))));
        return List.of(as(source, atSource, found.get(0)), as(destination, atDestination, found.get(1)));
    }

    private static HostFindings as(Endpoint end, List<InetAddress> addresses, HostFindings found) {
        HostFindings trusted = found.trusting(end);
        return isTunnel(end, addresses) ? trusted.untimed() : trusted;
    }

    /** At the other ports of a tunnel's near end are this machine's servers. */
    private static Set<Discovery.Target> targets(Endpoint end, List<InetAddress> addresses) {
        if (end.isLocal()) {
            return Set.of();
        }
        Set<Discovery.Target> targets = targets(end);
        if (isTunnel(end, addresses)) {
            targets.removeIf(target -> target.port() != end.port());
        }
        return targets;
    }

    /** The usual ports, and the URL's own in place of the usual one of its scheme and that scheme's twin. */
    static Set<Discovery.Target> targets(Endpoint end) {
        Set<Discovery.Target> targets = new LinkedHashSet<>();
        Protocol named = Protocols.named(end.location().scheme()).orElse(Protocol.SFTP);
        Set<Protocol> here = new LinkedHashSet<>();
        if (end.location().port() != 0 || named.pathMeaning() == PathMeaning.REMOTE) {
            here.addAll(sharing(named));
        }
        for (Protocol protocol : here) {
            targets.add(new Discovery.Target(protocol, end.port(), webPath(end, protocol)));
        }
        if (end.sshPort() != 0 && here.add(Protocol.SSH)) {
            for (Protocol protocol : sharing(Protocol.SFTP)) {
                here.add(protocol);
                targets.add(new Discovery.Target(protocol, end.sshPort(), "/"));
            }
        }
        for (Discovery.Target usual : Discovery.usualTargets()) {
            if (!here.contains(usual.protocol())) {
                targets.add(new Discovery.Target(usual.protocol(), usual.port(), webPath(end, usual.protocol())));
            }
        }
        return targets;
    }

    private static Set<Protocol> sharing(Protocol named) {
        return Protocols.all().stream()
                .filter(one -> one == named || one.sharesPathsWith(named))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** A web server is asked about the path itself if it was named for the web: what it allows may differ by path. */
    private static String webPath(Endpoint end, Protocol protocol) {
        boolean web = PathEquivalence.of(end, protocol) == PathEquivalence.SURE;
        return web && end.location().path().startsWith("/") ? end.location().path() : "/";
    }

    /** What the catalogue knows to live at other ports is looked for there. */
    private HostFindings more(
            Endpoint end, List<InetAddress> addresses, HostFindings found, Optional<HostProfile> profile)
            throws InterruptedException {
        Set<Discovery.Target> extra = new LinkedHashSet<>();
        for (ServiceEndpoint service : profile.map(HostProfile::services).orElse(List.of())) {
            boolean tried = found.ports().stream()
                    .anyMatch(port -> port.protocol() == service.protocol() && port.port() == service.port());
            boolean sameHost = service.host().isEmpty() || service.host().equalsIgnoreCase(end.host());
            if (!end.isLocal() && !tried && sameHost && !isTunnel(end, addresses)) {
                extra.add(new Discovery.Target(service.protocol(), service.port(), "/"));
            }
        }
        if (extra.isEmpty()) {
            return found;
        }
        HostFindings there = ports.discovery().scan(new Discovery.HostTargets(end.host(), addresses, extra));
        List<PortFinding> all = new ArrayList<>(found.ports());
        all.addAll(there.ports());
        return new HostFindings(found.host(), found.addresses(), all);
    }

    /** Asked only where it decides: a path that was named for nodes needs no proof. */
    private void compare(Endpoint end, HostFindings found, Future<HostFindings> more, boolean receives) {
        if (end.isLocal() || PathEquivalence.of(end, Protocol.WAYBILL) != PathEquivalence.LIKELY) {
            return;
        }
        sameFiles.start(
                end,
                receives,
                () -> {
                    HostFindings there = with(List.of(Protocol.SSH, Protocol.WAYBILL), end, found, more);
                    return ports.hosts()
                            .placeAtNode(end, open(there, Protocol.SSH), open(there, Protocol.WAYBILL), receives)
                            .orElse(new NodePlace(null));
                },
                () -> {
                    HostFindings there = more.state() == Future.State.SUCCESS ? more.resultNow() : found;
                    return ports.hosts()
                            .lastPlaceAtNode(end, open(there, Protocol.SSH), open(there, Protocol.WAYBILL), receives);
                });
    }

    private static int open(HostFindings found, Protocol protocol) {
        return found.of(protocol)
                .filter(PortFinding::isOpen)
                .map(PortFinding::port)
                .orElse(0);
    }

    private HostFacts examine(Endpoint end, List<InetAddress> addresses, HostFindings found, HostExaminer.Disk disk)
            throws InterruptedException {
        HostFacts facts = ports.hosts().examine(end, open(found, Protocol.SSH), disk);
        if (!end.isLocal() && facts.basis().equals(HostFacts.UNKNOWN) && isThisMachine(end, addresses)) {
            // what a server's paths mean only the server knows
            facts = ports.hosts().examine(HERE, 0, HostExaminer.Disk.UNTIMED).withoutDisk();
        }
        return end.isLocal()
                ? facts.named(LocalAddresses.name(), LocalAddresses.addresses())
                : facts.named(
                        end.host(),
                        addresses.stream().map(InetAddress::getHostAddress).toList());
    }
}
