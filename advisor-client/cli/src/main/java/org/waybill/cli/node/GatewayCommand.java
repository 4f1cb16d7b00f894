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
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.client.execution.GatewayTransferLog;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
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
        header = "Run a gateway that splits FTP and GridFTP transfers of standard clients into two legs.",
        description = "A client names the target server in the path: ftp://GATEWAY/ftp://HOST:PORT//PATH. Each "
                + "leg is a TCP connection of its own, which is faster on a long path with a lossy leg. Only "
                + "servers given by --allow are reachable. With a host certificate, grid clients (gsiftp) "
                + "can use the gateway too, and it acts for them with the proxy certificate that they "
                + "delegate. With --data-dir it also serves a local directory. Its transfers are recorded in "
                + "the history. Listens on loopback by default (see --listen).",
        footer = {
            "waybill gateway --listen 0.0.0.0:2811 --allow dtn.example.org:2811 --allow '*.example.net:*'",
            "globus-url-copy -p 4 ftp://relay:2811/ftp://dtn.example.org:2811//data/f file:///tmp/f",
            "waybill gateway --data-dir /data --host-cert hostcert.pem --host-key hostkey.pem",
            "curl -O ftp://relay:2811/ftp://dtn.example.org:2811//data/f"
        })
public final class GatewayCommand extends WaybillCommand {
    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Address and port to listen on; port 0 selects any free port. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1:" + Protocol.GRIDFTP_PORT;

    @Option(
            names = "--allow",
            paramLabel = "HOST:PORT",
            description = "Server that clients may reach; repeatable. HOST is a name, *.domain or an address; PORT "
                    + "may be *. Private and loopback addresses are reachable only if listed literally.")
    private List<String> allowed = List.of();

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Directory of this machine to serve. With a host certificate only grid clients see it. "
                    + "Default: none.")
    private @Nullable Path dataDir;

    @Option(names = "--writable", description = "Let clients write, rename and delete in --data-dir.")
    private boolean writable;

    @Option(names = "--host-cert", paramLabel = "FILE", description = "Host certificate of the gateway (PEM).")
    private @Nullable Path hostCertificate;

    @Option(names = "--host-key", paramLabel = "FILE", description = "Private key of --host-cert (PEM, not encrypted).")
    private @Nullable Path hostKey;

    @Option(
            names = "--trusted-certs",
            paramLabel = "DIR",
            description = "Directory of the certification authorities trusted for grid clients and servers. Default: "
                    + "${DEFAULT-VALUE}.")
    private Path trusted = Path.of("/etc/grid-security/certificates");

    @Option(
            names = "--subject",
            paramLabel = "DN",
            description = "Grid identity that may use the gateway, such as CN=Name,O=Org; repeatable. Default: any "
                    + "identity signed by a trusted authority.")
    private List<String> subjects = List.of();

    @Mixin
    private ConnectionLimits connections = new ConnectionLimits();

    @Override
    protected int run(Session session) throws IOException, TransferException, InterruptedException {
        InetSocketAddress address = ConnectionLimits.listening(listen, Protocol.GRIDFTP_PORT);
        GatewayTransferLog history =
                new GatewayTransferLog(session.outbox(), InstantSource.system(), LocalAddresses.name());
        GatewayListener listener = transfer -> {
            session.note(line(transfer));
            history.onTransfer(transfer);
        };
        try (Gateway gateway = Gateway.start(settings(address), listener)) {
            session.answer(describe(gateway), out -> print(out, gateway));
            new CountDownLatch(1).await();
        } catch (IllegalArgumentException e) {
            throw Invalid.usage("--allow: " + e.getMessage());
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
            throw Invalid.usage("--host-cert and --host-key must be used together");
        }
        try {
            Set<X500Principal> admitted =
                    subjects.stream().map(X500Principal::new).collect(Collectors.toSet());
            return plain.withGsi(new GsiSettings(GsiCredential.load(certificate, key), GsiTrust.in(trusted), admitted));
        } catch (GsiException e) {
            throw Invalid.usage(e);
        }
    }

    private GatewaySettings withStore(GatewaySettings settings) {
        Path directory = dataDir;
        if (directory == null) {
            if (writable) {
                throw Invalid.usage("--writable requires --data-dir DIR");
            }
            return settings;
        }
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(Reason.NOT_FOUND, "--data-dir: directory not found: " + directory);
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
                ? ", allowing " + String.join(", ", allowed)
                : dataDir == null ? ", no server allowed yet: use --allow HOST:PORT" : "";
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
