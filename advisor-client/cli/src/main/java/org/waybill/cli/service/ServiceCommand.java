package org.waybill.cli.service;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.remote.ServiceHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill service}. */
@Command(
        name = "service",
        header = "Run the advisor service with its web console, for this machine or for a site.",
        description = {
            "",
            "Without it each command runs the service itself, inside its own process, on a database in WAYBILL_HOME."
                + " Commands of the same WAYBILL_HOME find a running one by themselves; others name it with --service."
                + " Listens on this machine only; anywhere else wants TLS.",
            ""
        },
        subcommands = ServiceImportCommand.class,
        footer = {
            "",
            "Examples:",
            "  waybill service",
            "  waybill service --listen 0.0.0.0:8443 --key-store site.p12 --key-store-password-file ks.txt",
            "  waybill service import osg-topology resources.csv",
            "  waybill service --db jdbc:mysql://db.example.org/waybill --db-user waybill --db-password-file db.txt"
        })
public final class ServiceCommand extends WaybillCommand {
    private static final int DEFAULT_PORT = 7412;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:" + DEFAULT_PORT,
            description = "Where to listen; port 0 is any free one. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1:" + DEFAULT_PORT;

    @Option(
            names = "--db",
            paramLabel = "URL",
            description = "jdbc:mysql://... or jdbc:h2:file:...; default: H2 in WAYBILL_HOME.")
    private @Nullable String database;

    @Option(names = "--db-user", paramLabel = "USER", description = "Default: the variable WAYBILL_DB_USER.")
    private @Nullable String databaseUser;

    @Option(names = "--db-password-file", paramLabel = "F", description = "Default: the variable WAYBILL_DB_PASSWORD.")
    private @Nullable Path databasePasswordFile;

    @Option(names = "--key-store", paramLabel = "P12", description = "The server's key and certificate, for TLS.")
    private @Nullable Path keyStore;

    @Option(
            names = "--key-store-password-file",
            paramLabel = "F",
            description = "Default: the variable WAYBILL_KEYSTORE_PASSWORD.")
    private @Nullable Path keyStorePasswordFile;

    ServiceCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws InterruptedException {
        HostPort at = HostPort.parse(listen, DEFAULT_PORT);
        ServiceSettings settings = new ServiceSettings(
                session.home().root(),
                at.host(),
                at.port(),
                database,
                databaseUser,
                databasePasswordFile,
                keyStore,
                keyStorePasswordFile,
                true);
        try (ServiceHost host = ServiceHost.start(
                session.home(),
                EmbeddedService.load(),
                settings,
                who -> session.note("waiting for " + who + ", which runs the service of "
                        + session.home().root() + " for its own command ..."))) {
            Map<String, Object> document = new LinkedHashMap<>();
            document.put("url", host.address().url().toString());
            document.put("home", session.home().root().toString());
            session.answer(
                    document,
                    out -> out.println("advisor service at " + host.address().url() + " (Ctrl-C stops it)"));
            host.awaitStop();
        }
        return 0;
    }
}
