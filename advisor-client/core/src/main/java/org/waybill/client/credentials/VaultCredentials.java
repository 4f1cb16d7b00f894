package org.waybill.client.credentials;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.engine.TransferException;
import org.waybill.engine.gsi.GridFiles;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.mover.trust.KnownServers;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Proxies;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Gives movers what the user has: passwords, passphrases and certificates from the vault, keys and known hosts from
 * {@code $HOME/.ssh}, further authorities' certificates from the home.
 */
public final class VaultCredentials implements Credentials {
    private static final Logger LOG = System.getLogger(VaultCredentials.class.getName());

    /** The names that OpenSSH tries (ssh_config(5), IdentityFile), the strongest first. */
    private static final List<String> KEY_NAMES = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    private final Supplier<Vault> vault;
    private final Path home;
    private final Path ssh;
    private final Path certificates;
    private final KnownServers knownServers;
    private final GridFiles grid;
    private volatile BearerTokens tokens;
    private final Consumer<String> problems;
    private final SshConfig sshConfig;
    private final Proxies proxies;
    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private volatile @Nullable String problem;
    private volatile @Nullable Asker asker;
    private volatile @Nullable InteractiveSessions askedLogIns;

    /** Asks a person for what neither vault nor files hold. */
    @FunctionalInterface
    public interface Asker {
        /** As {@link Credentials#ask}. */
        Optional<char[]> ask(String question, boolean secret, boolean again);
    }

    /**
     * {@code userHome} holds {@code .ssh} and perhaps {@code .globus}.
     *
     * @param vault of the moment: a window locks and unlocks it
     */
    public VaultCredentials(Supplier<Vault> vault, WaybillHome home, Path userHome) {
        this(vault, home, userHome, SshConfig.of(userHome, System.getenv()), Proxies.of(System.getenv()), _ -> {});
    }

    /**
     * The same with what the user said of SSH besides the files.
     *
     * @param problems hears, once each, why the vault or something that it keeps cannot be used
     */
    public VaultCredentials(
            Supplier<Vault> vault,
            WaybillHome home,
            Path userHome,
            SshConfig sshConfig,
            Proxies proxies,
            Consumer<String> problems) {
        this.proxies = proxies;
        this.vault = vault;
        this.home = home.root();
        this.problems = problems;
        this.sshConfig = sshConfig;
        this.ssh = SshConfig.directory(userHome);
        this.knownServers = new KnownServers(home.knownServers());
        this.certificates = home.trustedCertificates();
        this.grid = new GridFiles(System.getenv(), userHome);
        this.tokens = BearerTokens.of(System.getenv());
    }

    @Override
    public Optional<char[]> password(String scheme, String host, int port, String user) {
        try {
            Account login = new Account(scheme, host, port, user, Instant.EPOCH);
            Optional<char[]> kept = look(login);
            // SSH asks by itself, when no key opens the door
            boolean asks = kept.isEmpty()
                    && !user.isEmpty()
                    && !user.equals("anonymous")
                    && Protocols.named(scheme)
                            .filter(one -> one.server() != Protocol.SSH)
                            .isPresent();
            // davs and https are one login: one question, which is answered once
            return asks ? ask("Password of " + login, true, false) : kept;
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a scheme without passwords
        }
    }

    @Override
    public List<Path> sshKeys(String host, @Nullable String user) {
        return KEY_NAMES.stream().map(ssh::resolve).filter(Files::isReadable).toList();
    }

    @Override
    public Optional<char[]> passphrase(Path key) {
        return look(Account.keyFile(key, Instant.EPOCH));
    }

    @Override
    public Path knownHosts() {
        return ssh.resolve("known_hosts");
    }

    /** Has tokens looked for where these variables say, and not those of this process. */
    public VaultCredentials tokensOf(Map<String, String> environment) {
        tokens = BearerTokens.of(environment);
        return this;
    }

    /** Has a person asked from now on, and keeps the log-ins that this person helped with. */
    public void askBy(Asker person, InteractiveSessions kept) {
        asker = person;
        askedLogIns = kept;
    }

    @Override
    public @Nullable InteractiveSessions askedLogIns() {
        return askedLogIns;
    }

    @Override
    public Optional<char[]> ask(String question, boolean secret, boolean again) {
        Asker person = asker;
        return person == null ? Optional.empty() : person.ask(question, secret, again);
    }

    @Override
    public KnownServers knownServers() {
        return knownServers;
    }

    @Override
    public Proxies proxies() {
        return proxies;
    }

    @Override
    public SshConfig sshConfig() {
        return sshConfig;
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
            return Optional.of(CertificateFiles.read("it", pem, null, () -> new char[0]));
        } catch (TransferException e) {
            unusable("cannot use the vault's entry for " + account + ": " + e.getMessage());
            return Optional.empty();
        } finally {
            Arrays.fill(pem, (byte) 0);
        }
    }

    @Override
    public Optional<BearerToken> bearerToken() throws TransferException {
        return tokens.find();
    }

    @Override
    public Optional<Path> gridProxy() {
        return grid.proxy();
    }

    @Override
    public Path gridAuthorities() {
        return grid.authorities();
    }

    /** What could not be used when a secret was last asked for without success, and why; empty if all could. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** A vault that cannot be read is as good as none to a mover: what it then lacks, the other end will say. */
    private Optional<char[]> look(Account login) {
        try {
            return vault.get().secret(login);
        } catch (AccessDeniedException e) {
            unusable("cannot use the vault: " + PrivateFiles.denial(Path.of(e.getFile()), home));
            return Optional.empty();
        } catch (VaultException | IOException e) {
            unusable("cannot use the vault: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void unusable(String sentence) {
        problem = sentence;
        if (said.add(sentence)) {
            LOG.log(Level.WARNING, sentence);
            problems.accept(sentence);
        }
    }
}
