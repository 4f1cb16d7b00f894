package org.waybill.cli.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.account.AccountService;
import org.waybill.api.account.ServiceAccount;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.Reason;
import org.waybill.platform.PrivateFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill service account add}. */
@Command(
        name = "add",
        header = "Add an account to the service, with a password for the console or a token for programs.",
        description = "The password is random and printed once; with a file for it, or for a token, it is not printed."
                + " A script may run this again: an account that is there with the same role stays as it is,"
                + " and so does a token's file.",
        footer = {
            "waybill service account add ada --role viewer",
            "waybill service account add dtn1 --role worker --token-file /etc/waybill/token",
            "waybill service account add ada --role viewer --password-file /root/ada"
        })
final class ServiceAccountAddCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "NAME", description = "The account.")
    private String name = "";

    @Option(
            names = "--role",
            paramLabel = "ROLE",
            required = true,
            description = "viewer, worker, operator or administrator.")
    private String role = "";

    @Option(
            names = "--token-file",
            paramLabel = "F",
            description = "Also create a token and write it to F, of mode 0600.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--password-file",
            paramLabel = "F",
            description = "Write the password to F, of mode 0600, and do not print it.")
    private @Nullable Path passwordFile;

    @Option(
            names = "--days",
            paramLabel = "N",
            description = "How long the token is good: 1-366. Default: ${DEFAULT-VALUE}.",
            defaultValue = ServiceAccountTokenCommand.DAYS)
    private int days;

    @Override
    protected int run(Session session) throws IOException {
        for (Path file : new Path[] {tokenFile, passwordFile}) {
            if (file != null) {
                ServiceAccounts.requireWritable(file);
            }
        }
        AccountService accounts = ServiceAccounts.of(session);
        boolean known = isThere(accounts);
        String password = known ? null : accounts.addAccount(name, role);
        if (password != null && passwordFile != null) {
            PrivateFiles.replace(passwordFile, password + "\n");
        }
        if (tokenFile != null && !Files.exists(tokenFile)) {
            PrivateFiles.replace(tokenFile, accounts.newToken(name, "command line", days) + "\n");
        }
        boolean shown = password != null && passwordFile == null && tokenFile == null;
        return session.answer(
                Json.object(
                        "name",
                        name,
                        "role",
                        role,
                        "added",
                        !known,
                        "password",
                        shown ? password : null,
                        "tokenFile",
                        tokenFile == null ? null : tokenFile.toString()),
                out -> out.println((known ? name + " exists already" : "added " + name + " as " + role)
                        + (shown ? "; password: " + password : "")
                        + (tokenFile == null ? "" : "; token in " + tokenFile)));
    }

    private boolean isThere(AccountService accounts) {
        Optional<ServiceAccount> there = accounts.accounts().stream()
                .filter(one -> one.name().equals(name))
                .findFirst();
        if (there.filter(one -> !one.role().equals(role)).isPresent()) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "the account " + name + " is there, as " + there.get().role() + ", not " + role
                            + ": change its role in the console, or choose another name");
        }
        return there.isPresent();
    }
}
