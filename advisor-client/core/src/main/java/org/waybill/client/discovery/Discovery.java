package org.waybill.client.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Shown;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Finds out which protocols a host speaks, by connecting to their ports, all at once on virtual threads, and by
 * listening to what answers: an open port that speaks something else is not taken for the protocol. Ends within the
 * budget's time, and exchanges no more than its bytes.
 */
public final class Discovery implements PortScanner {
    private static final String SILENT = "(said nothing";
    /** What a server must say that it can, beyond what it is, to serve a protocol. */
    static final Map<Protocol, Feature> NEEDED = Map.of(
            Protocol.FTPS,
            Feature.TLS,
            Protocol.GSIFTP,
            Feature.GSI,
            Protocol.DAV,
            Feature.DAV,
            Protocol.DAVS,
            Feature.DAV);

    private final DiscoveryBudget budget;

    public Discovery(DiscoveryBudget budget) {
        this.budget = budget;
    }

    /** Where to look for a protocol; {@code path} is what a web server is asked about, {@code /} if nothing better. */
    public record Target(Protocol protocol, int port, String path) {}

    /** A host, its addresses in the order of preference, and where to look. */
    public record HostTargets(String host, List<InetAddress> addresses, Set<Target> targets) {}

    private record Door(Protocol server, int port, String path) {}

    /** Every protocol that Waybill recognises, at its usual port. */
    public static Set<Target> usualTargets() {
        Set<Target> targets = new LinkedHashSet<>();
        for (Protocol protocol : Protocols.all()) {
            targets.add(new Target(protocol, protocol.defaultPort(), "/"));
        }
        // FTP with TLS is as often found behind AUTH TLS on FTP's own port (RFC 4217)
        targets.add(new Target(Protocol.FTPS, Protocol.FTP.defaultPort(), "/"));
        return targets;
    }

    /** Looks at several hosts at once, within one budget; findings in the order of the hosts. */
    @Override
    public List<HostFindings> scan(List<HostTargets> hosts) throws InterruptedException {
        long endNs = System.nanoTime() + budget.total().toNanos();
        ByteBudget meter = new ByteBudget(budget.bytes());
        List<HostFindings> findings = new ArrayList<>();
        ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("discovery-", 0).factory());
        try {
            List<List<Future<List<PortFinding>>>> pending = new ArrayList<>();
            for (HostTargets host : hosts) {
                pending.add(submit(threads, host, meter, endNs));
            }
            for (int i = 0; i < hosts.size(); i++) {
                findings.add(collect(hosts.get(i), pending.get(i), endNs));
            }
        } finally {
            threads.shutdownNow();
        }
        return findings;
    }

    private List<Future<List<PortFinding>>> submit(
            ExecutorService threads, HostTargets host, ByteBudget meter, long endNs) {
        List<Future<List<PortFinding>>> pending = new ArrayList<>();
        for (Door door : doors(host.targets())) {
            Set<Protocol> wanted = wanted(host.targets(), door);
            Callable<List<PortFinding>> knock = () -> derive(wanted, door.port(), knock(host, door, meter, endNs));
            pending.add(threads.submit(knock));
        }
        return pending;
    }

    private static HostFindings collect(HostTargets host, List<Future<List<PortFinding>>> pending, long endNs)
            throws InterruptedException {
        List<PortFinding> ports = new ArrayList<>();
        List<Door> doors = List.copyOf(doors(host.targets()));
        for (int i = 0; i < pending.size(); i++) {
            try {
                // a little longer than the knocks themselves, which keep to the same end
                ports.addAll(pending.get(i).get(endNs - System.nanoTime() + 50_000_000, TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                Knock silent = new Knock(PortState.FILTERED, "", Set.of(), null);
                ports.addAll(derive(
                        wanted(host.targets(), doors.get(i)), doors.get(i).port(), silent));
            } catch (ExecutionException e) {
                throw new IllegalStateException("discovery of " + host.host() + " failed", e.getCause());
            }
        }
        List<String> addresses =
                host.addresses().stream().map(InetAddress::getHostAddress).toList();
        return new HostFindings(host.host(), addresses, ports);
    }

    /** Each port is opened once for all the protocols that one server there would serve. */
    private static Set<Door> doors(Collection<Target> targets) {
        Set<Door> doors = new LinkedHashSet<>();
        for (Target target : targets) {
            Door door = new Door(target.protocol().server(), target.port(), target.path());
            if (doors.stream().noneMatch(other -> other.server() == door.server() && other.port() == door.port())) {
                doors.add(door);
            }
        }
        return doors;
    }

    private static Set<Protocol> wanted(Collection<Target> targets, Door door) {
        Set<Protocol> wanted = new LinkedHashSet<>();
        for (Target target : targets) {
            if (target.port() == door.port() && target.protocol().server() == door.server()) {
                wanted.add(target.protocol());
            }
        }
        return wanted;
    }

    private record Knock(
            PortState state,
            String banner,
            Set<Feature> features,
            @Nullable Double connectMillis) {}

    private Knock knock(HostTargets host, Door door, ByteBudget meter, long endNs) throws InterruptedException {
        if (host.addresses().isEmpty()) {
            return new Knock(PortState.UNREACHABLE, "", Set.of(), null);
        }
        Duration left = Duration.ofNanos(Math.max(1_000_000, endNs - System.nanoTime()));
        Duration patience = left.compareTo(budget.connect()) < 0 ? left : budget.connect();
        Connector.Outcome outcome = Connector.connect(host.addresses(), door.port(), patience);
        return switch (outcome) {
            case Connector.Outcome.Refused refused -> new Knock(refused.state(), "", Set.of(), null);
            case Connector.Outcome.Connected connected -> listen(host, door, meter, endNs, connected);
        };
    }

    /** FTP servers that want TLS from the first byte are silent; on their own port that is known beforehand. */
    private Knock listen(
            HostTargets host, Door door, ByteBudget meter, long endNs, Connector.Outcome.Connected connected)
            throws InterruptedException {
        boolean tlsFirst = door.port() == Protocol.FTPS.defaultPort();
        Knock first = listen(host, door, tlsFirst, meter, endNs, connected);
        boolean askAgain = door.server() == Protocol.FTP
                && !tlsFirst
                && first.state() == PortState.WRONG_SERVICE
                && first.banner().startsWith(SILENT)
                && wanted(host.targets(), door).contains(Protocol.FTPS);
        if (askAgain
                && Connector.connect(host.addresses(), door.port(), budget.connect())
                        instanceof Connector.Outcome.Connected again) {
            return listen(host, door, true, meter, endNs, again);
        }
        return first;
    }

    private Knock listen(
            HostTargets host,
            Door door,
            boolean tlsFirst,
            ByteBudget meter,
            long endNs,
            Connector.Outcome.Connected connected) {
        long greetingEndNs = System.nanoTime() + budget.greeting().toNanos();
        long deadlineNs = greetingEndNs - endNs < 0 ? greetingEndNs : endNs;
        try (ServerDialog dialog = new ServerDialog(host.host(), connected.socket(), meter, deadlineNs)) {
            ServerIdentification heard = Greetings.listen(door.server(), tlsFirst, door.path(), dialog);
            PortState state = heard.speaks() ? PortState.OPEN : PortState.WRONG_SERVICE;
            return new Knock(state, heard.banner(), heard.features(), connected.millis());
        } catch (SocketTimeoutException e) {
            return wrong(SILENT + " within " + budget.greeting().toMillis() + " ms)", connected);
        } catch (SSLException e) {
            return wrong("(no TLS: " + e.getMessage() + ")", connected);
        } catch (IOException e) {
            return wrong("(" + e.getMessage() + ")", connected);
        }
    }

    private static Knock wrong(String banner, Connector.Outcome.Connected connected) {
        return new Knock(PortState.WRONG_SERVICE, Shown.of(banner), Set.of(), connected.millis());
    }

    /** What a server that was heard means for each of the protocols that it might serve. */
    private static List<PortFinding> derive(Set<Protocol> wanted, int port, Knock knock) {
        List<PortFinding> findings = new ArrayList<>();
        for (Protocol protocol : wanted) {
            Feature needed = NEEDED.get(protocol);
            boolean serves = needed == null || knock.features().contains(needed);
            PortState state = knock.state() == PortState.OPEN && !serves ? PortState.WRONG_SERVICE : knock.state();
            findings.add(
                    new PortFinding(protocol, port, state, knock.banner(), knock.features(), knock.connectMillis()));
        }
        return findings;
    }
}
