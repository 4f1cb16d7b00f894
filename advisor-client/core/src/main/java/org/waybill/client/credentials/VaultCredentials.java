package org.waybill.client.credentials;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.engine.gsi.GridFiles;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.Credentials;

/**
 * Gives movers what the user has: passwords, passphrases and certificates from the vault, keys and known hosts from
 * {@code $HOME/.ssh}, further authorities' certificates from the home.
 */
public final class VaultCredentials implements Credentials {
    private static final Logger LOG = System.getLogger(VaultCredentials.class.getName());

    /** The names that OpenSSH tries (ssh_config(5), IdentityFile), the strongest first. */
    private static final List<String> KEY_NAMES = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    private final Vault vault;
    private final Path ssh;
    private final Path certificates;
    private final GridFiles grid;
    private volatile @Nullable String problem;

    /** {@code userHome} holds {@code .ssh} and perhaps {@code .globus}. */
    public VaultCredentials(Vault vault, WaybillHome home, Path userHome) {
        this.vault = vault;
        this.ssh = userHome.resolve(".ssh");
        this.certificates = home.trustedCertificates();
        this.grid = new GridFiles(System.getenv(), userHome);
    }

    @Override
    public Optional<char[]> password(String scheme, String host, int port, String user) {
        try {
            return look(new Account(scheme, host, port, user, Instant.EPOCH));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a scheme without passwords
        }
    }

    @Override
    public List<Path> sshKeys(String host, @Nullable String user) {
        return KEY_NAMES.stream().map(ssh::resolve)
                .filter(Files::isReadable).toList();
    }

    @Override
    public Optional<char[]> passphrase(Path key) {
        return look(Account.keyFile(key, Instant.EPOCH));
    }

    @Override
    public Path knownHosts() {
        return ssh.resolve("known_hosts");
    }

    @Override
    public Optional<Path> trustedCertificates() {
        return Files.isRegularFile(certificates) ? Optional.of(certificates) : Optional.empty();
    }

    @Override
    public Optional<ClientCertificate> certificate(String scheme, String host, int port) {
        return kept(Account.certificate(scheme, host, port, "", Instant.EPOCH))
                .or(() -> kept(Account.certificate(scheme, Account.ANY_HOST, 0, "", Instant.EPOCH)));
    }

    private Optional<ClientCertificate> kept(Account account) {
        Optional<char[]> secret = look(account);
        if (secret.isEmpty()) {
            return Optional.empty();
        }
        byte[] pem = Secrets.bytes(secret.get());
        Arrays.fill(secret.get(), '\0');
        try {
            return Optional.of(CertificateFiles.read(account.toString(), pem, null, () -> new char[0]));
        } catch (TransferException e) {
            problem = e.getMessage();
            LOG.log(Level.WARNING, "cannot use " + account + ": " + e.getMessage());
            return Optional.empty();
        } finally {
            Arrays.fill(pem, (byte) 0);
        }
    }

    @Override
    public Optional<Path> gridProxy() {
        return grid.proxy();
    }

    @Override
    public Path gridAuthorities() {
        return grid.authorities();
    }

    /** Why the vault could not be used when somebody asked for a secret; empty if it could. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** A vault that cannot be read is as good as none to a mover: what it then lacks, the other end will say. */
    private Optional<char[]> look(Account login) {
        try {
            return vault.secret(login);
        } catch (VaultException | IOException e) {
            problem = e.getMessage();
            LOG.log(Level.WARNING, "cannot look up " + login + ": " + e.getMessage());
            return Optional.empty();
        }
    }
}
