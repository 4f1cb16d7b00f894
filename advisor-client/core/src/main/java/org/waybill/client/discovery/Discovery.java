package org.waybill.client.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Shown;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Finds out which protocols a host speaks, by connecting to their ports, all at once on virtual threads, and by
 * listening to what answers: an open port that speaks something else is not taken for the protocol. Ends within the
 * budget's time, and exchanges no more than its bytes.
 */
public record Discovery(DiscoveryBudget budget) implements PortScanner {
    private static final String SILENT = "(no greeting";
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

    /** Where to look for a protocol; {@code path} is what a web server is asked about, {@code /} if nothing better. */
    public record Target(Protocol protocol, int port, String path) {}

    /** A host, its addresses in the order of preference, and where to look. */
    public record HostTargets(String host, List<InetAddress> addresses, Set<Target> targets) {}

    /** A port that is opened once for all the protocols that one server there would serve. */
    private record ServerPort(Protocol server, int port, String path, Set<Protocol> wanted) {}

    /** Every protocol that Waybill recognises, at its usual port. */
    public static Set<Target> usualTargets() {
        Set<Target> targets = new LinkedHashSet<>();
        for (Protocol protocol : Protocols.all()) {
            if (protocol.pathMeaning() != PathMeaning.REMOTE) { // what has no servers is not looked for
                targets.add(new Target(protocol, protocol.defaultPort(), "/"));
            }
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
            List<Map<ServerPort, Future<PortAnswer>>> pending = new ArrayList<>();
            for (HostTargets host : hosts) {
                Map<ServerPort, Future<PortAnswer>> answers = new LinkedHashMap<>();
                ports(host.targets())
                        .forEach(port -> answers.put(port, threads.submit(() -> ask(host, port, meter, endNs))));
                pending.add(answers);
            }
            for (int i = 0; i < hosts.size(); i++) {
                findings.add(collect(hosts.get(i), pending.get(i), endNs));
            }
        } finally {
            threads.shutdownNow();
        }
        return findings;
    }

    private static HostFindings collect(HostTargets host, Map<ServerPort, Future<PortAnswer>> pending, long endNs)
            throws InterruptedException {
        List<PortFinding> ports = new ArrayList<>();
        for (Map.Entry<ServerPort, Future<PortAnswer>> one : pending.entrySet()) {
            try {
                // a little longer than the connections themselves, which keep to the same end
                long leftNs = endNs - System.nanoTime() + 50_000_000;
                ports.addAll(derive(one.getKey(), one.getValue().get(leftNs, TimeUnit.NANOSECONDS)));
            } catch (TimeoutException e) {
                ports.addAll(derive(one.getKey(), new PortAnswer(PortState.FILTERED, "", Set.of(), null)));
            } catch (ExecutionException e) {
                throw new IllegalStateException("discovery of " + host.host() + " failed", e.getCause());
            }
        }
        List<String> addresses =
                host.addresses().stream().map(InetAddress::getHostAddress).toList();
        return new HostFindings(host.host(), addresses, ports);
    }

    private static Collection<ServerPort> ports(Collection<Target> targets) {
        Map<List<Object>, ServerPort> ports = new LinkedHashMap<>();
        for (Target target : targets) {
            Protocol server = target.protocol().server();
            ports.computeIfAbsent(
                            List.of(server, target.port()),
                            _ -> new ServerPort(server, target.port(), target.path(), new LinkedHashSet<>()))
                    .wanted()
                    .add(target.protocol());
        }
        return ports.values();
    }

    private record PortAnswer(
            PortState state,
            String banner,
            Set<Feature> features,
            @Nullable Double connectMillis) {}

    private PortAnswer ask(HostTargets host, ServerPort port, ByteBudget meter, long endNs)
            throws InterruptedException {
        if (host.addresses().isEmpty()) {
            return new PortAnswer(PortState.UNREACHABLE, "", Set.of(), null);
        }
        Duration left = Duration.ofNanos(Math.max(1_000_000, endNs - System.nanoTime()));
        Duration patience = left.compareTo(budget.connect()) < 0 ? left : budget.connect();
        Connector.Outcome outcome = Connector.connect(host.addresses(), port.port(), patience);
        return switch (outcome) {
            case Connector.Outcome.Refused refused -> new PortAnswer(refused.state(), "", Set.of(), null);
            case Connector.Outcome.Connected connected -> listen(host, port, meter, endNs, connected);
        };
    }

    /** FTP servers that expect TLS from the first byte are silent; on their own port that is known beforehand. */
    private PortAnswer listen(
            HostTargets host, ServerPort port, ByteBudget meter, long endNs, Connector.Outcome.Connected connected)
            throws InterruptedException {
        boolean tlsFirst = port.port() == Protocol.FTPS.defaultPort();
        PortAnswer first = listen(host, port, tlsFirst, meter, endNs, connected);
        boolean silent = first.banner().startsWith(SILENT);
        boolean byTls = silent
                && port.server() == Protocol.FTP
                && !tlsFirst
                && port.wanted().contains(Protocol.FTPS);
        // a busy server drops connections that it has accepted
        boolean dropped = !silent && first.state() == PortState.FILTERED;
        if ((byTls || dropped)
                && Connector.connect(host.addresses(), port.port(), budget.connect())
                        instanceof Connector.Outcome.Connected again) {
            return listen(host, port, tlsFirst || byTls, meter, endNs, again);
        }
        return first;
    }

    private PortAnswer listen(
            HostTargets host,
            ServerPort port,
            boolean tlsFirst,
            ByteBudget meter,
            long endNs,
            Connector.Outcome.Connected connected) {
        long greetingEndNs = System.nanoTime() + budget.greeting().toNanos();
        long deadlineNs = greetingEndNs - endNs < 0 ? greetingEndNs : endNs;
        try (ServerDialog dialog = new ServerDialog(host.host(), connected.socket(), meter, deadlineNs)) {
            return listen(port, tlsFirst, dialog, connected);
        }
    }

    private PortAnswer listen(
            ServerPort port, boolean tlsFirst, ServerDialog dialog, Connector.Outcome.Connected connected) {
        try {
            ServerIdentification heard = Greetings.listen(port.server(), tlsFirst, port.path(), dialog);
            PortState state = heard.speaks() ? PortState.OPEN : PortState.WRONG_SERVICE;
            return new PortAnswer(state, heard.banner(), heard.features(), connected.millis());
        } catch (SocketTimeoutException e) {
            PortState state = dialog.heardAny() ? PortState.WRONG_SERVICE : PortState.FILTERED;
            return heard(state, SILENT + " within " + budget.greeting().toMillis() + " ms)", connected);
        } catch (IOException e) {
            boolean lost = e instanceof SocketException || e.getCause() instanceof SocketException;
            String banner = (!lost && e instanceof SSLException ? "(no TLS: " : "(") + e.getMessage() + ")";
            return heard(lost ? PortState.FILTERED : PortState.WRONG_SERVICE, banner, connected);
        }
    }

    private static PortAnswer heard(PortState state, String banner, Connector.Outcome.Connected connected) {
        return new PortAnswer(state, Shown.of(banner), Set.of(), connected.millis());
    }

    /** What a server that was heard means for each of the protocols that it might serve. */
    private static List<PortFinding> derive(ServerPort port, PortAnswer answer) {
        List<PortFinding> findings = new ArrayList<>();
        for (Protocol protocol : port.wanted()) {
            Feature needed = NEEDED.get(protocol);
            boolean serves = needed == null || answer.features().contains(needed);
            PortState state = answer.state() == PortState.OPEN && !serves ? PortState.WRONG_SERVICE : answer.state();
            findings.add(new PortFinding(
                    protocol, port.port(), state, answer.banner(), answer.features(), answer.connectMillis()));
        }
        return findings;
    }
}
