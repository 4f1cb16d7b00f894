package org.waybill.client.workflow.survey;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
import org.waybill.client.probe.host.NodePlace;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.mover.OptionalStore;
import org.waybill.platform.Proxies;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import org.waybill.protocol.WebUrls;

/**
 * Endpoints of a transfer that are reached only through a proxy, or a jump host or command of ssh_config, and buckets and rclone's
 * remotes, whose names are no hosts. Probes use none of these, so such endpoints are not probed, and their names are not resolved, since perhaps only the proxy can do that;
 * the protocol that the user named is assumed to answer.
 *
 * @param directory whether the source is a directory, as far as that is plain: a web server is then assumed to speak
 *     WebDAV, without which it has none
 * @param servers of the buckets; without those of which the settings cannot be read, as a copy will say
 */
public record UnprobedEndpoints(List<Endpoint> endpoints, boolean directory, Map<Endpoint, URI> servers) {
    private static final int PROXY_PATIENCE_MILLIS = 5_000;

    /** Those of a request. */
    public static UnprobedEndpoints of(AdviceRequest request, Proxies proxies) throws TransferException {
        Set<Endpoint> all = new LinkedHashSet<>(List.of(request.source(), request.destination()));
        for (KnownReplica replica : request.replicas()) {
            all.add(replica.endpoint());
        }
        List<Endpoint> found = new ArrayList<>();
        for (Endpoint endpoint : all) {
            if (!reachedThrough(endpoint, proxies).isEmpty()) {
                found.add(endpoint);
            }
        }
        Map<Endpoint, URI> servers = new HashMap<>();
        for (Endpoint endpoint : found) {
            if (isBucket(endpoint)) {
                server(endpoint).ifPresent(server -> servers.put(endpoint, server));
            }
        }
        return new UnprobedEndpoints(List.copyOf(found), isDirectory(request.source()), Map.copyOf(servers));
    }

    private static Optional<URI> server(Endpoint bucket) {
        Location at = bucket.location();
        Transport transport =
                Protocols.named(at.scheme()).orElseThrow().transports().getFirst();
        try {
            return Optional.of(OptionalStore.server(transport, at));
        } catch (TransferException _) {
            return Optional.empty();
        }
    }

    private static boolean isDirectory(Endpoint source) {
        String path = source.location().path();
        return FileNames.saysDirectory(path)
                || source.isLocal() && !source.isStream() && Files.isDirectory(Path.of(path));
    }

    /**
     * Sees whether the proxies before endpoints answer: what is found out about what is behind them does not show it.
     *
     * @throws TransferException that names the proxy that does not
     */
    public static void requireProxies(List<Endpoint> endpoints, Proxies proxies) throws TransferException {
        for (Endpoint endpoint : endpoints) {
            Optional<Proxies.Server> proxy = proxy(endpoint, proxies);
            if (proxy.isPresent() && !endpoint.behind()) {
                try {
                    ProxySockets.open(proxy.get(), Socket::new, PROXY_PATIENCE_MILLIS)
                            .close();
                } catch (IOException e) {
                    throw Objects.requireNonNullElseGet(
                            ProxySockets.ProxyException.in(e),
                            () -> new TransferException(Reason.UNREACHABLE, ErrorText.of(e), e));
                }
            }
        }
    }

    /** The proxy that an endpoint is reached through; empty where there is none, or its protocol uses none. */
    public static Optional<Proxies.Server> proxy(Endpoint endpoint, Proxies proxies) throws TransferException {
        Optional<String> scheme = Protocols.named(endpoint.location().scheme()).map(Protocol::proxiedAs);
        if (scheme.isEmpty()) {
            return Optional.empty();
        }
        try {
            return proxies.before(scheme.get(), endpoint.host(), endpoint.port());
        } catch (IllegalArgumentException e) {
            throw new TransferException(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    /** What an endpoint is reached through, in words; empty where it is reached directly. */
    public static String reachedThrough(Endpoint endpoint, Proxies proxies) throws TransferException {
        if (means(endpoint, PathMeaning.BUCKET)) {
            return "the server that AWS's settings name for the bucket";
        }
        if (means(endpoint, PathMeaning.REMOTE)) {
            return "rclone, whose configuration says where the remote is";
        }
        return endpoint.behind()
                ? "the jump host or command of the ssh configuration"
                : proxy(endpoint, proxies).map(proxy -> "the proxy " + proxy).orElse("");
    }

    /** Finds out how long a request for a bucket takes. */
    @FunctionalInterface
    public interface RequestTimer {
        /** Milliseconds; empty where that cannot be found out. */
        OptionalDouble millis(Endpoint bucket) throws InterruptedException;
    }

    /** The same ports, which do not probe these endpoints, and send no test data if there are any. */
    public AdvisorPorts within(AdvisorPorts usual) {
        return within(usual, _ -> OptionalDouble.empty());
    }

    /** The same, which between two buckets find out how long a request takes: their server copies by requests alone. */
    public AdvisorPorts within(AdvisorPorts usual, RequestTimer requests) {
        if (endpoints.isEmpty()) {
            return usual;
        }
        return new AdvisorPorts(
                resolver(usual.resolver()),
                scanner(usual.discovery(), requests),
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
        return endpoints.stream().anyMatch(endpoint -> endpoint.host().equals(host));
    }

    private HostResolver resolver(HostResolver usual) {
        return host -> has(host) ? List.<InetAddress>of() : usual.resolve(host);
    }

    private static boolean isBucket(Endpoint endpoint) {
        return means(endpoint, PathMeaning.BUCKET);
    }

    private static boolean means(Endpoint endpoint, PathMeaning meaning) {
        return Protocols.named(endpoint.location().scheme())
                .filter(one -> one.pathMeaning() == meaning)
                .isPresent();
    }

    /** Of the destination, which is asked to copy. */
    private OptionalDouble requestMillis(String host, RequestTimer requests) throws InterruptedException {
        boolean both = endpoints.size() > 1 && endpoints.stream().allMatch(UnprobedEndpoints::isBucket);
        Endpoint last = endpoints.getLast();
        return both && last.host().equals(host) ? requests.millis(last) : OptionalDouble.empty();
    }

    private PortScanner scanner(PortScanner usual, RequestTimer requests) {
        return hosts -> {
            List<HostFindings> direct =
                    usual.scan(hosts.stream().filter(one -> !has(one.host())).toList());
            List<HostFindings> all = new ArrayList<>();
            int next = 0;
            for (Discovery.HostTargets one : hosts) {
                all.add(has(one.host()) ? assumed(one, requestMillis(one.host(), requests)) : direct.get(next++));
            }
            return all;
        };
    }

    private HostFindings assumed(Discovery.HostTargets host, OptionalDouble requestMillis) {
        @Nullable Double millis = requestMillis.isPresent() ? Double.valueOf(requestMillis.getAsDouble()) : null;
        List<PortFinding> ports = host.targets().stream()
                .flatMap(target -> endpoints.stream()
                        .filter(endpoint -> endpoint.host().equals(host.host())
                                && isAssumed(
                                        target.protocol(), endpoint.location().scheme())
                                && target.port() == endpoint.port())
                        .limit(1)
                        .map(endpoint -> assumed(endpoint, target, millis)))
                .toList();
        return new HostFindings(host.host(), List.of(), ports);
    }

    private PortFinding assumed(Endpoint endpoint, Discovery.Target target, @Nullable Double millis) {
        @Nullable URI server = servers.get(endpoint);
        boolean encrypted = !isBucket(endpoint) || server != null && WebUrls.isEncrypted(server);
        return new PortFinding(
                target.protocol(),
                server == null ? target.port() : WebUrls.port(server),
                PortState.OPEN,
                "",
                encrypted ? Set.of(Feature.ASSUMED) : Set.of(Feature.ASSUMED, Feature.CLEARTEXT),
                millis);
    }

    private boolean isAssumed(Protocol protocol, String named) {
        Protocol server = protocol.server();
        return protocol.scheme().equals(named)
                || directory && server.isReadMostly() && server.scheme().equals(named);
    }

    private HostExaminer examiner(HostExaminer usual) {
        return new HostExaminer() {
            @Override
            public HostFacts examine(Endpoint endpoint, int sshPort, Disk disk) throws InterruptedException {
                return endpoints.contains(endpoint)
                        ? HostFacts.unknown(endpoint.host(), List.of())
                        : usual.examine(endpoint, sshPort, disk);
            }

            @Override
            public Optional<NodePlace> placeAtNode(Endpoint endpoint, int sshPort, int nodePort, boolean receives)
                    throws InterruptedException {
                return endpoints.contains(endpoint)
                        ? Optional.empty()
                        : usual.placeAtNode(endpoint, sshPort, nodePort, receives);
            }

            @Override
            public Optional<NodePlace> lastPlaceAtNode(Endpoint endpoint, int sshPort, int nodePort, boolean receives) {
                return endpoints.contains(endpoint)
                        ? Optional.empty()
                        : usual.lastPlaceAtNode(endpoint, sshPort, nodePort, receives);
            }
        };
    }
}
