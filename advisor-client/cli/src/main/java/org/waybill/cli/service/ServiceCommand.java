package org.waybill.cli.service;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.remote.ServiceHost;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill service}. */
@Command(
        name = "service",
        header = "Run the advisor service with its web console, for this machine or for a site.",
        description = "Without it, each command runs the service in its own process, on a database in "
                + "WAYBILL_HOME. Commands with the same WAYBILL_HOME find a running service; other commands "
                + "name it by --service. Listens on loopback by default; other addresses require TLS.",
        subcommands = {ServiceAccountCommand.class, ServiceImportCommand.class, ServiceTaskCommand.class},
        footer = {
            "waybill service",
            "waybill service --listen 0.0.0.0:8443 --key-store site.p12 --key-store-password-file ks.txt",
            "waybill service account add dtn1 --role worker --token-file /etc/waybill/token",
            "waybill service import osg-topology resources.csv",
            "waybill service --db jdbc:mysql://db.example.org/waybill --db-user waybill --db-password-file db.txt"
        })
public final class ServiceCommand extends WaybillCommand {
    private static final int DEFAULT_PORT = 7412;
    /** Where a new service writes the password of its first administrator, in its home. */
    private static final String FIRST_SECRET = "first-run-secret";

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description = "Address and port to listen on; port 0 selects any free port. Default: ${DEFAULT-VALUE}.")
    private String listen = "127.0.0.1:" + DEFAULT_PORT;

    @Option(
            names = "--db",
            paramLabel = "URL",
            description = "Database: jdbc:mysql://... or jdbc:h2:file:... Default: H2 in WAYBILL_HOME.")
    private @Nullable String database;

    @Option(
            names = "--db-user",
            paramLabel = "USER",
            description = "Database user. Default: the environment variable WAYBILL_DB_USER.")
    private @Nullable String databaseUser;

    @Option(
            names = "--db-password-file",
            paramLabel = "F",
            description = "File with the database password. Default: the environment variable WAYBILL_DB_PASSWORD.")
    private @Nullable Path databasePasswordFile;

    @Option(
            names = "--key-store",
            paramLabel = "P12",
            description = "PKCS 12 file with the server's key and certificate, for TLS.")
    private @Nullable Path keyStore;

    @Option(
            names = "--key-store-password-file",
            paramLabel = "F",
            description = "File with the password of the key store. Default: the environment variable "
                    + "WAYBILL_KEYSTORE_PASSWORD.")
    private @Nullable Path keyStorePasswordFile;

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
                who -> session.note("waiting for the command in " + who
                        + " to finish: until then it runs the service of "
                        + session.home().root() + " ..."))) {
            String url = host.address().url().toString();
            session.answer(
                    Json.object("url", url, "home", session.home().root().toString()),
                    out -> out.println("advisor service at " + url + " (Ctrl-C stops it)"));
            Path secret = session.home().root().resolve(FIRST_SECRET);
            if (Files.exists(secret)) {
                session.note("log in to the console as admin with the password in " + secret
                        + "; change it there, then delete the file");
            }
            host.awaitStop();
        }
        return 0;
    }
}
