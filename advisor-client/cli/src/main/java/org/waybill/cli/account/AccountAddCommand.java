package org.waybill.cli.account;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.SecretInput;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Vaults;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.ClientCertificate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill account add}. */
@Command(
        name = "add",
        header = "Put a password, the passphrase of a key file, or a certificate with its key into the vault.",
        description = {
            "",
            "An earlier one of the same login is replaced. A certificate is shown to the one server that it is for"
                + " (SCHEME is https, davs, ftps or gsiftp; gsiftp://* is for every host). FILE may be PEM, a grid"
                + " proxy, or PKCS 12; a passphrase that locks its key is asked for or read from --password-file, and"
                + " not needed again: the vault locks the key.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill account add user@dtn.example.org",
            "  waybill account add ftps://user@archive.example.org --password-file ~/secret.txt",
            "  waybill account add key:$HOME/.ssh/id_ed25519",
            "  waybill account add certificate:https://dav.example.org --from ~/me.p12",
            "  waybill account add certificate:gsiftp://* --from ~/.globus/usercert.pem --key ~/.globus/userkey.pem"
        })
final class AccountAddCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "LOGIN",
            description = "user@host (for SSH), SCHEME://user@host[:PORT], key:FILE, or "
                    + "certificate:SCHEME://host[:PORT].")
    private @Nullable String login;

    @Option(
            names = "--password-file",
            paramLabel = "F",
            description = "Read the secret from the first line of F, or of standard input if F is -.")
    private @Nullable Path passwordFile;

    @Option(names = "--from", paramLabel = "FILE", description = "The certificate: PEM, a grid proxy, or PKCS 12.")
    private @Nullable Path certificateFile;

    @Option(names = "--key", paramLabel = "FILE", description = "Its key, PEM, where that is a file of its own.")
    private @Nullable Path keyFile;

    @Option(
            names = "--with-passphrase",
            description = "Lock a new vault with a passphrase that is asked for whenever the vault is used, instead of "
                    + "with the key file WAYBILL_HOME/vault.key.")
    private boolean withPassphrase;

    AccountAddCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws IOException, TransferException {
        Account account = AccountName.parse(String.valueOf(login), Instant.now());
        if (account.isKeyFile() && !Files.isRegularFile(Path.of(account.user()))) {
            throw new CommandFailure(Reason.NOT_FOUND, "there is no key file " + account.user());
        }
        if (account.isCertificate() != (certificateFile != null) || (keyFile != null && certificateFile == null)) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    account.isCertificate()
                            ? "where is the certificate? name its file with --from"
                            : "--from and --key are for certificates: "
                                    + "write certificate:SCHEME://host in place of a login");
        }
        Vault vault = Vaults.open(session.home(), session.terminal(), withPassphrase);
        if (certificateFile != null) {
            CertificateInput input = new CertificateInput(certificateFile, keyFile, passwordFile);
            ClientCertificate certificate = input.read(Instant.now());
            keep(session, vault, account.withSubject(certificate.subject()), CertificateInput.secret(certificate));
            return 0;
        }
        keep(session, vault, account, secret(account));
        return 0;
    }

    private static void keep(Session session, Vault vault, Account account, char[] secret) throws IOException {
        try {
            vault.put(account, secret);
        } catch (VaultException e) {
            throw new CommandFailure(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), e);
        } finally {
            Arrays.fill(secret, '\0');
        }
        session.answer(
                Map.of("added", account.toString()),
                out -> out.println("kept for " + account
                        + (account.isCertificate() ? ": " + PrintableText.of(account.user()) : "")));
    }

    private char[] secret(Account account) {
        Path file = passwordFile;
        if (file != null) {
            return SecretInput.read(file, System.in);
        }
        String what = account.isKeyFile() ? "Passphrase of " + account.user() : "Password of " + account;
        return SecretInput.ask(what)
                .orElseThrow(() -> new CommandFailure(
                        Reason.BAD_INPUT,
                        "no password was given and there is no terminal to ask on: use --password-file"));
    }
}
