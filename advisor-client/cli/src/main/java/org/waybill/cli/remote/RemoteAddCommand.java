package org.waybill.cli.remote;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill remote add}. */
@Command(name = "add", header = "Add a remote: a short name for an endpoint.")
final class RemoteAddCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "Two or more letters, digits, . _ or -.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "URL", description = "The endpoint: a URL or user@host:path.")
    private String url = "";

    @Option(names = "--replace", description = "Replace an existing remote of this name.")
    private boolean replace;

    @Override
    protected int run(Session session) throws TransferException {
        HomeConfig config = session.config();
        EndpointNames names = session.names();
        Endpoint end = names.checked(name, url);
        @Nullable String former = config.remotes().get(name);
        if (former != null && !former.equals(end.format()) && !replace) {
            throw Invalid.usage("remote " + name + " exists (" + former
                    + "): replace it with --replace, or remove it with" + " 'waybill remote remove " + name + "'");
        }
        SshHost host = names.ssh().host(name, 0, null);
        if (!host.hostName().equalsIgnoreCase(name) || host.isBehind()) {
            session.note("waybill: ssh_config has a host " + name + " too: " + name + ":path now means the remote; use "
                    + Protocol.SFTP.scheme() + "://" + name + "/path for the host");
        }
        try {
            session.home().create();
            config.with(name, end.format()).write(session.home().config());
        } catch (IOException e) {
            throw CommandFailure.ofWriting(String.valueOf(session.home().config()), e);
        }
        return session.answer(
                Map.of("name", name, "url", end.format()),
                out -> out.println("added " + name + ": " + PrintableText.of(end.format())));
    }
}
