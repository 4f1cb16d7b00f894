package org.waybill.cli.node;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.execution.GatewayTransferLog;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Reason;
import org.waybill.engine.gateway.Gateway;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.engine.gateway.GatewaySettings;
import org.waybill.engine.gateway.GsiSettings;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.gsi.GsiTrust;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill gateway}. */
@Command(
        name = "gateway",
        header = "Run a gateway that splits FTP and GridFTP transfers of unmodified clients in two.",
        description = {
            "",
            "A client names the far server in the path: ftp://GATEWAY/ftp://HOST:PORT//PATH. Each leg is then a TCP"
                + " connection of its own, which is faster where the path is long and one leg of it is lossy. Only"
                + " servers that --allow names are reached. With a host certificate, grid clients (gsiftp) can use it"
                + " too, and it acts in their name with the proxy that they delegate. With --data-dir it is a server"
                + " of its own as well. Its transfers feed the history. Listens on this machine only until --listen"
                + " says otherwise.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill gateway --listen 0.0.0.0:2811 --allow dtn.example.org:2811 --allow '*.example.net:*'",
            "  globus-url-copy -p 4 ftp://relay:2811/ftp://dtn.example.org:2811//data/f file:///tmp/f",
            "  waybill gateway --data-dir /data --host-cert /etc/grid-security/hostcert.pem --host-key "
                    + "/etc/grid-security/hostkey.pem",
            "  curl -O ftp://relay:2811/ftp://dtn.example.org:2811//data/f"
        })
public final class GatewayCommand extends WaybillCommand {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:" + Protocol.GRIDFTP_PORT,
            description = "Where to listen; port 0 is any free one. Default: ${DEFAULT-VALUE}.")
    private String listen = "";

    @Option(
            names = "--allow",
            paramLabel = "HOST:PORT",
            description = "A server that may be reached; again for more. HOST is a name, *.domain, or an address; PORT "
                    + "may be *. Inner addresses (private, loopback) are reached only where the rule spells them out.")
    private List<String> allowed = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "A directory of this machine to serve too, and nothing outside of it. With a host "
                    + "certificate only grid clients see it. Default: none.")
    private @Nullable Path dataDir;

    @Option(names = "--writable", description = "Clients may also write, rename and delete in --data-dir.")
    private boolean writable;

    @Option(names = "--host-cert", paramLabel = "FILE", description = "This gateway's host certificate, PEM.")
    private @Nullable Path hostCertificate;

    @Option(names = "--host-key", paramLabel = "FILE", description = "Its key, PEM, not encrypted.")
    private @Nullable Path hostKey;

    @Option(
            names = "--trusted-certs",
            paramLabel = "DIR",
            defaultValue = "/etc/grid-security/certificates",
            description = "Certification authorities for grid clients and servers. Default: ${DEFAULT-VALUE}.")
    private Path trusted = Path.of("");

    @Option(
            names = "--subject",
            paramLabel = "DN",
            description = "A grid identity that may use the gateway, as CN=Name,O=Org; again for more. Default: "
                    + "everybody whom the authorities vouch for.")
    private List<String> subjects = List.of();

    @Mixin
    private ConnectionLimits connections = new ConnectionLimits();

    GatewayCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws IOException, InterruptedException {
        InetSocketAddress address =
                HostPort.parse(listen, Protocol.GRIDFTP_PORT).resolved();
        if (address.isUnresolved()) {
            throw new CommandFailure(Reason.UNKNOWN_HOST, "cannot listen on " + listen + ": no such host");
        }
        GatewayTransferLog history = new GatewayTransferLog(
                new Outbox(session.home().outbox()), InstantSource.system(), LocalAddresses.name());
        GatewayListener listener = transfer -> {
            session.note(line(transfer));
            history.onTransfer(transfer);
        };
        try (Gateway gateway = Gateway.start(settings(address), listener)) {
            session.answer(describe(gateway), out -> print(out, gateway));
            new CountDownLatch(1).await();
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Reason.BAD_INPUT, "--allow: " + e.getMessage(), e);
        }
        return 0;
    }

    private GatewaySettings settings(InetSocketAddress address) {
        GatewaySettings plain = withStore(GatewaySettings.relay(address, allowed)
                .withConnections(connections.applyTo(GatewaySettings.CONNECTIONS)));
        Path certificate = hostCertificate;
        Path key = hostKey;
        if (certificate == null && key == null) {
            return plain;
        }
        if (certificate == null || key == null) {
            throw new CommandFailure(Reason.BAD_INPUT, "give both --host-cert and --host-key, or neither");
        }
        try {
            Set<X500Principal> admitted =
                    subjects.stream().map(X500Principal::new).collect(Collectors.toSet());
            return plain.withGsi(new GsiSettings(GsiCredential.load(certificate, key), GsiTrust.in(trusted), admitted));
        } catch (GsiException e) {
            throw new CommandFailure(Reason.BAD_INPUT, String.valueOf(e.getMessage()), e);
        }
    }

    private GatewaySettings withStore(GatewaySettings settings) {
        Path directory = dataDir;
        if (directory == null) {
            if (writable) {
                throw new CommandFailure(Reason.BAD_INPUT, "--writable needs --data-dir DIR");
            }
            return settings;
        }
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(Reason.NOT_FOUND, "--data-dir " + directory + " is no directory");
        }
        return settings.withStore(directory, writable);
    }

    private Map<String, Object> describe(Gateway gateway) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("host", gateway.address().getAddress().getHostAddress());
        document.put("port", gateway.address().getPort());
        document.put("allowed", allowed);
        document.put("dataDir", dataDir == null ? null : dataDir.toString());
        document.put("writable", writable);
        document.put("gridSecurity", hostCertificate != null);
        return document;
    }

    private void print(PrintStream out, Gateway gateway) {
        InetSocketAddress at = gateway.address();
        String store = dataDir == null ? "" : ", serving " + dataDir + (writable ? " for reading and writing" : "");
        String reach = !allowed.isEmpty()
                ? ", reaching " + String.join(", ", allowed)
                : dataDir == null ? ", reaching no server yet: name some with --allow HOST:PORT" : "";
        out.println(
                "Waybill gateway at " + new HostPort(at.getAddress().getHostAddress(), at.getPort()) + store + reach);
    }

    private static String line(GatewayListener.Transfer transfer) {
        double bitsPerSecond = transfer.seconds() > 0 ? transfer.bytes() * 8 / transfer.seconds() : 0;
        return transfer.client().getHostAddress() + (transfer.toFarHost() ? " put " : " got ") + transfer.path() + ": "
                + HumanUnits.binarySize(transfer.bytes()) + " at " + HumanUnits.rate(bitsPerSecond)
                + (transfer.failure().isEmpty() ? "" : ", failed: " + transfer.failure());
    }
}
