package org.waybill.cli.node;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.WaybillHome;
import org.waybill.client.overlay.NodeRegistration;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
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
        header = "Run the transfer daemon: source, sink and relay of data for machines that are paired with it.",
        description = {
            "",
            "Serves one directory and nothing outside of it. Listens on this machine only until --listen says"
                + " otherwise. Clients with the same WAYBILL_HOME are trusted; another machine is paired once, with a"
                + " token: one is printed at the start on a terminal, and 'node peers token' makes others, for less or"
                + " more. Ctrl-C stops it; what was being moved then goes on when it is back.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill node --listen 0.0.0.0:7411 --data-dir /data",
            "  waybill pair dtn.example.org:7411             (on the other machine, once)",
            "  waybill copy big.nc waybill://dtn.example.org/incoming/"
        },
        subcommands = NodePeersCommand.class)
public final class NodeCommand extends WaybillCommand {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Where to listen; port 0 is any free one. Default: 127.0.0.1:" + Protocol.NODE_PORT + ".")
    private @Nullable String listen;

    @Option(
            names = "--data-dir",
            paramLabel = "D",
            description = "The directory to serve and to write to. Default: WAYBILL_HOME/data.")
    private @Nullable Path dataDirectory;

    @Option(
            names = "--allow-private",
            description = "Relay to private, loopback and link-local addresses too. Without it only public ones are "
                    + "led to.")
    private boolean allowPrivate;

    @Option(names = "--no-relay", description = "Forward nothing for others.")
    private boolean noRelay;

    @Option(
            names = "--dedicated-relay",
            paramLabel = "RATE",
            converter = Quantities.BitsPerSecond.class,
            description = "The network from here to other relays is dedicated to data, up to this rate: what comes by "
                    + "plut or tsp goes on so. Without it TCP carries it on.")
    private @Nullable Long dedicatedRelay;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "Where others reach this node, for the service that --service names: it is registered there "
                    + "as a relay. Default: where it listens, or this host's name.")
    private @Nullable String advertise;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What it is called among the service's relays. Default: HOST:PORT as advertised.")
    private @Nullable String name;

    @Option(
            names = "--relay-limit",
            paramLabel = "RATE",
            converter = Quantities.BitsPerSecond.class,
            description = "How much it forwards at most, over all paths together, for example 2Gbit/s; every path gets "
                    + "the same. The service that --service names is told.")
    private @Nullable Long relayLimit;

    @Mixin
    private ConnectionLimits connections = new ConnectionLimits();

    NodeCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws IOException, TransferException, InterruptedException {
        NodeSettings settings = settings(session.home());
        try (WaybillNode node = WaybillNode.start(settings)) {
            if (session.json()) {
                session.answer(describe(node, settings, node.newPairingToken()), _ -> {});
            } else {
                print(session, node, settings);
            }
            NodeRegistration registration = session.hasNamedService()
                    ? NodeRegistration.start(node, place(node), session.advisor(), session::note)
                    : null;
            try {
                node.awaitClose();
            } finally {
                if (registration != null) {
                    registration.close();
                }
            }
        }
        return 0;
    }

    private NodeRegistration.Place place(WaybillNode node) {
        InetSocketAddress at = node.address();
        HostPort where = reachedAt(at, () -> {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "this host does not know its name: say with --advertise"
                            + " HOST:PORT where others reach the node");
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

    private static Optional<String> ownName() {
        try {
            return Optional.of(InetAddress.getLocalHost().getCanonicalHostName())
                    .filter(name -> !name.startsWith("localhost"));
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
        if (listen == null) {
            return settings;
        }
        InetSocketAddress address = HostPort.parse(listen, Protocol.NODE_PORT).resolved();
        if (address.isUnresolved()) {
            throw new CommandFailure(Reason.UNKNOWN_HOST, "cannot listen on " + listen + ": no such host");
        }
        return settings.withListen(address);
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
            HostPort there = reachedAt(at, () -> "THIS-HOST");
            if (session.terminal().outIsTerminal()) {
                out.println("To pair another machine, paste this there within " + PairingTokens.LIFETIME.toMinutes()
                        + " minutes (good once):");
                out.println("  echo " + node.newPairingToken() + " | waybill pair " + there);
            } else {
                out.println("To pair another machine, run 'waybill node peers token' here and 'waybill pair " + there
                        + "' there");
            }
        }
        out.flush();
    }
}
