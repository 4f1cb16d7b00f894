package org.waybill.cli.node;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.WaybillHome;
import org.waybill.client.overlay.NodeRegistration;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.TransferException;
import org.waybill.engine.cache.CacheSettings;
import org.waybill.engine.identity.PairingTokens;
import org.waybill.engine.node.NodeLimits;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.planner.admission.AdmissionLimits;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill node}. */
@Command(
        name = "node",
        header = "Run a transfer node, which receives, sends and relays data for paired machines.",
        description = "Serves one directory and nothing outside it. Listens on loopback by default (see "
                + "--listen). Clients with the same WAYBILL_HOME are trusted. Pair each other machine once, "
                + "with a token: on a terminal the node prints one at its start; 'node peers token' creates "
                + "others, with fewer or more permissions. Ctrl-C stops the node; interrupted transfers "
                + "resume when it is restarted.",
        footer = {
            "waybill node --listen 0.0.0.0:7411 --data-dir /data",
            "waybill pair dtn.example.org:7411             (on the other machine, once)",
            "waybill copy big.nc waybill://dtn.example.org/incoming/"
        },
        subcommands = NodePeersCommand.class)
public final class NodeCommand extends WaybillCommand {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Address and port to listen on; port 0 selects any free port. Default: 127.0.0.1:"
                    + Protocol.NODE_PORT + ".")
    private @Nullable String listen;

    @Option(
            names = "--data-dir",
            paramLabel = "D",
            description = "Directory to serve and to write to. Default: WAYBILL_HOME/data.")
    private @Nullable Path dataDirectory;

    @Option(
            names = "--allow-private",
            description =
                    "Also relay to private, loopback and link-local addresses. Default: to public addresses " + "only.")
    private boolean allowPrivate;

    @Option(names = "--no-relay", description = "Do not relay for other machines.")
    private boolean noRelay;

    @Option(
            names = "--dedicated-relay",
            paramLabel = "RATE",
            converter = Quantities.BitsPerSecond.class,
            description = "The network from this node to other relays is dedicated to transfers, up to this rate: "
                    + "data that arrives by plut or tsp is forwarded by the same transport. Default: forward by "
                    + "TCP.")
    private @Nullable Long dedicatedRelay;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "Address at which other machines reach this node, registered as a relay at the service "
                    + "given by --service. Default: the listening address, or this host's name.")
    private @Nullable String advertise;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of this node among the relays of the service. Default: HOST:PORT as advertised.")
    private @Nullable String name;

    @Option(
            names = "--relay-limit",
            paramLabel = "RATE",
            converter = Quantities.BitsPerSecond.class,
            description = "Maximum rate of relaying, such as 2Gbit/s, shared equally by all paths. Reported to the "
                    + "service given by --service.")
    private @Nullable Long relayLimit;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Keep the files that clients send on by way of this node with 'copy --via NODE --cache' in "
                    + "this directory, which only you can read: what a client has sent before is not received from it "
                    + "again. Needs --cache-size. Default: keep nothing.")
    private @Nullable Path cache;

    @Option(
            names = "--cache-size",
            paramLabel = "SIZE",
            converter = Quantities.FileBytes.class,
            description = "Maximum size of the cache, such as 200G. What was used longest ago is removed.")
    private @Nullable Long cacheBytes;

    @Mixin
    private ConnectionLimits connections = new ConnectionLimits();

    @Override
    protected int run(Session session) throws IOException, TransferException, InterruptedException {
        NodeSettings settings = settings(session.home());
        try (WaybillNode node = WaybillNode.start(settings)) {
            if (session.json()) {
                session.answer(describe(node, settings, node.newPairingToken()), _ -> {});
            } else {
                print(session, node, settings);
            }
            try (NodeRegistration _ = session.hasNamedService()
                    ? NodeRegistration.start(node, place(node), session.advisor(), session::note)
                    : null) {
                node.awaitClose();
            }
        }
        return 0;
    }

    private NodeRegistration.Place place(WaybillNode node) {
        InetSocketAddress at = node.address();
        HostPort where = reachedAt(at, () -> {
            throw Invalid.usage("cannot determine the name of this host: use --advertise HOST:PORT");
        });
        return new NodeRegistration.Place(
                name == null ? where.toString() : name,
                where.host(),
                where.port(),
                relayLimit == null ? null : (double) relayLimit);
    }

    /** Where others reach it, as far as this machine knows. */
    private HostPort reachedAt(InetSocketAddress at, Supplier<String> nameless) {
        if (advertise != null) {
            return HostPort.parse(advertise, at.getPort());
        }
        return new HostPort(
                at.getAddress().isAnyLocalAddress()
                        ? ownName().orElseGet(nameless)
                        : at.getAddress().getHostAddress(),
                at.getPort());
    }

    /** How others reach a host without a name: by its first address. One without any is reached from itself only. */
    static String nameless(List<String> addresses) {
        return addresses.isEmpty() ? InetAddress.getLoopbackAddress().getHostAddress() : addresses.getFirst();
    }

    private static Optional<String> ownName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getCanonicalHostName())
                    .filter(name -> !name.startsWith("localhost") && !name.startsWith("127."));
        } catch (UnknownHostException _) {
            return Optional.empty();
        }
    }

    private NodeSettings settings(WaybillHome home) throws IOException {
        Path data = dataDirectory;
        if (data == null) {
            data = home.root().resolve("data");
            PrivateFiles.createDirectory(data);
        }
        NodeSettings settings = NodeSettings.onLoopback(
                        home.root(), data.toAbsolutePath().normalize())
                .withRelay(relaySettings())
                .withLimits(NodeLimits.DEFAULT.withConnections(connectionLimits()));
        if ((cache == null) != (cacheBytes == null)) {
            throw Invalid.usage("--cache DIR and --cache-size SIZE need each other");
        }
        if (cache != null && cacheBytes != null) {
            if (noRelay) {
                throw Invalid.usage("--cache is for relays: omit it or --no-relay");
            }
            settings =
                    settings.withCache(new CacheSettings(cache.toAbsolutePath().normalize(), cacheBytes));
        }
        return listen == null ? settings : settings.withListen(ConnectionLimits.listening(listen, Protocol.NODE_PORT));
    }

    AdmissionLimits connectionLimits() {
        return connections.applyTo(NodeLimits.DEFAULT.connections());
    }

    RelaySettings relaySettings() {
        RelaySettings relay = noRelay
                ? RelaySettings.NONE
                : allowPrivate ? RelaySettings.DEFAULT.withInnerAllowed() : RelaySettings.DEFAULT;
        if (dedicatedRelay != null) {
            relay = relay.withDatagrams(dedicatedRelay);
        }
        return relayLimit == null ? relay : relay.withLimit(relayLimit);
    }

    private static Map<String, Object> describe(WaybillNode node, NodeSettings settings, String token) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("host", node.address().getAddress().getHostAddress());
        document.put("port", node.address().getPort());
        document.put("dataDirectory", settings.dataDirectory().toString());
        document.put("fingerprint", node.fingerprint().toString());
        document.put("pairingToken", token);
        document.put("pairingTokenSeconds", PairingTokens.LIFETIME.toSeconds());
        return document;
    }

    /** The token is for a person who watches: what is not a terminal may be a log that many read. */
    private void print(Session session, WaybillNode node, NodeSettings settings) throws TransferException {
        PrintStream out = session.terminal().out();
        InetSocketAddress at = node.address();
        out.println("Waybill node at " + new HostPort(at.getAddress().getHostAddress(), at.getPort()) + ", serving "
                + settings.dataDirectory());
        out.println(
                "fingerprint " + node.fingerprint() + " (" + node.fingerprint().sha256() + ")");
        if (!session.quiet()) {
            HostPort there = reachedAt(at, () -> nameless(LocalAddresses.addresses()));
            if (session.terminal().outIsTerminal()) {
                out.println("To pair another machine, run this on it within " + PairingTokens.LIFETIME.toMinutes()
                        + " minutes (works once):");
                out.println("  echo " + node.newPairingToken() + " | waybill pair " + there);
            } else {
                out.println("To pair another machine, run 'waybill node peers token' on this machine and 'waybill pair "
                        + there + "' on the other");
            }
        }
        out.flush();
    }
}
