package org.waybill.cli.service;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.api.account.AccountService;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.platform.PrivateFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill service account token}. */
@Command(
        name = "token",
        header = "Create a token of an account of the service.",
        description =
                "Prints only the token on standard output, once, or writes it to a file of mode 0600 in place of an"
                        + " earlier one. Earlier tokens stay good until their end; the console and REST end them.",
        footer = {
            "waybill service account token dtn1 --token-file /etc/waybill/token",
            "WAYBILL_HOME=/var/lib/waybill-service waybill service account token prometheus --days 90"
        })
final class ServiceAccountTokenCommand extends WaybillCommand {
    static final String DAYS = "366";

    @Parameters(index = "0", paramLabel = "NAME", description = "The account.")
    private String name = "";

    @Option(
            names = "--token-file",
            paramLabel = "F",
            description = "Write the token to F, for the variable WAYBILL_SERVICE_TOKEN_FILE, and do not print it.")
    private @Nullable Path file;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "How long the token is good: 1-366. Default: ${DEFAULT-VALUE}.",
            defaultValue = DAYS)
    private int days;

    @Option(
            names = "--label",
            paramLabel = "TEXT",
            description = "What the token is for, as the console shows it. Default: ${DEFAULT-VALUE}.",
            defaultValue = "command line")
    private String label = "";

    @Override
    protected int run(Session session) throws IOException {
        AccountService accounts = ServiceAccounts.of(session);
        Path written = file;
        if (written == null) {
            String token = accounts.newToken(name, label, days);
            return session.answer(
                    Json.object("name", name, "days", days, "token", token, "tokenFile", null),
                    out -> out.println(token));
        }
        ServiceAccounts.requireWritable(written);
        PrivateFiles.replace(written, accounts.newToken(name, label, days) + "\n");
        return session.answer(
                Json.object("name", name, "days", days, "token", null, "tokenFile", written.toString()),
                out -> out.println("token of " + name + " for " + days + " days in " + written));
    }
}
