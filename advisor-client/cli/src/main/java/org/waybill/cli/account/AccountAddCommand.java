package org.waybill.cli.account;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.SecretInput;
import org.waybill.cli.command.Session;
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
        header = "Store a password, the passphrase of a key file or a client certificate in the vault.",
        description = "Replaces an earlier secret of the same login. A certificate is presented only to the "
                + "server that it is stored for (SCHEME is https, davs, ftps or gsiftp; gsiftp://* means "
                + "every GridFTP server). Certificate files may be PEM, a grid proxy or PKCS 12. If the key "
                + "is encrypted, Waybill needs its passphrase once, at the prompt or from --password-file; "
                + "from then on the vault protects the key.",
        footer = {
            "waybill account add user@dtn.example.org",
            "waybill account add ftps://user@archive.example.org --password-file ~/secret.txt",
            "waybill account add key:$HOME/.ssh/id_ed25519",
            "waybill account add certificate:https://dav.example.org --from ~/me.p12",
            "waybill account add 'certificate:gsiftp://*' --from usercert.pem --key userkey.pem"
        })
final class AccountAddCommand extends WaybillCommand {
    @Parameters(
            index = "0",
            paramLabel = "LOGIN",
            description = "user@host (for SSH), SCHEME://user@host[:PORT], key:FILE or "
                    + "certificate:SCHEME://host[:PORT].")
    private @Nullable String login;

    @Option(
            names = "--password-file",
            paramLabel = "F",
            description = "Read the secret from the first line of F (- for standard input).")
    private @Nullable Path passwordFile;

    @Option(names = "--from", paramLabel = "FILE", description = "Certificate file: PEM, grid proxy or PKCS 12.")
    private @Nullable Path certificateFile;

    @Option(
            names = "--key",
            paramLabel = "FILE",
            description = "Private key of the certificate (PEM), if it is in another file.")
    private @Nullable Path keyFile;

    @Option(
            names = "--with-passphrase",
            description = "Protect a new vault by a passphrase, needed each time the vault is used. Default: by the "
                    + "key file WAYBILL_HOME/vault.key.")
    private boolean withPassphrase;

    @Override
    protected int run(Session session) throws IOException, TransferException, VaultException {
        Account account = AccountName.parse(String.valueOf(login), Instant.now());
        if (account.isKeyFile() && !Files.isRegularFile(Path.of(account.user()))) {
            throw new CommandFailure(Reason.NOT_FOUND, "file not found: " + account.user());
        }
        if (account.isCertificate() != (certificateFile != null) || (keyFile != null && certificateFile == null)) {
            throw Invalid.usage(
                    account.isCertificate()
                            ? "a certificate requires --from FILE"
                            : "--from and --key require a login of the form certificate:SCHEME://host");
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

    private static void keep(Session session, Vault vault, Account account, char[] secret)
            throws IOException, VaultException {
        try {
            vault.put(account, secret);
        } finally {
            Arrays.fill(secret, '\0');
        }
        session.answer(
                Map.of("added", account.toString()),
                out -> out.println("stored " + account
                        + (account.isCertificate() ? ": " + PrintableText.of(account.user()) : "")));
    }

    private char[] secret(Account account) {
        Path file = passwordFile;
        if (file != null) {
            return SecretInput.read(file, System.in);
        }
        String what = account.isKeyFile() ? "Passphrase of " + account.user() : "Password of " + account;
        return SecretInput.ask(what)
                .orElseThrow(
                        () -> Invalid.usage("no password given and no terminal to prompt on: use --password-file"));
    }
}
