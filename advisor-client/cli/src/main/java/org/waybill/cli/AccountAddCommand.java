package org.waybill.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill account add}. */
@Command(name = "add",
        header = "Put a password, or the passphrase of a key file, into the vault.",
        description = {"", "An earlier one of the same login is replaced.", ""},
        footer = {
            "",
            "Examples:",
            "  waybill account add user@dtn.example.org",
            "  waybill account add ftps://user@archive.example.org --password-file ~/secret.txt",
            "  waybill account add key:$HOME/.ssh/id_ed25519"
        })
final class AccountAddCommand extends WaybillCommand {
    @Parameters(index = "0", paramLabel = "LOGIN",
            description = "user@host (for SSH), SCHEME://user@host[:PORT], or key:FILE.")
    private @Nullable String login;

    @Option(names = "--password-file", paramLabel = "F",
            description = "Read the secret from the first line of F, or of standard input if F is -.")
    private @Nullable Path passwordFile;

    @Option(names = "--with-passphrase",
            description = "Lock a new vault with a passphrase that is asked for whenever the vault is used, instead of "
                    + "with the key file WAYBILL_HOME/vault.key.")
    private boolean withPassphrase;

    AccountAddCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    int run(Session session) throws IOException, TransferException {
        Account account = AccountName.parse(String.valueOf(login), Instant.now());
        if (account.isKeyFile() && !Files.isRegularFile(Path.of(account.user()))) {
            throw new CommandFailure(Reason.NOT_FOUND, "there is no key file " + account.user());
        }
        Vault vault = Vaults.open(session.home(), session.terminal(), withPassphrase);
        char[] secret = secret(account);
        try {
            vault.put(account, secret);
        } catch (VaultException e) {
            throw new CommandFailure(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), e);
        } finally {
            Arrays.fill(secret, '\0');
        }
        session.answer(Map.of("added", account.toString()), out -> out.println("kept for " + account));
        return 0;
    }

    private char[] secret(Account account) {
        Path file = passwordFile;
        if (file != null) {
            return SecretInput.read(file, System.in);
        }
        String what = account.isKeyFile() ? "Passphrase of " + account.user() : "Password of " + account;
        return SecretInput.ask(what).orElseThrow(() -> new CommandFailure(Reason.BAD_INPUT,
                "no password was given and there is no terminal to ask on: use --password-file"));
    }
}
