package org.waybill.cli.command;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.client.HomeFailures;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.remote.AdvisorClient;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.remote.Outbox;
import org.waybill.client.remote.RemoteService;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Proxies;

/** One run of one command: where its answer goes, and what it opened. */
public final class Session implements AutoCloseable {
    private static final Set<String> OF_ALL_CONNECTIONS = Set.of("NOT_ENCRYPTED", "TOKEN_NOT_SENT", "REDIRECTED");

    private final Terminal terminal;
    private final GlobalOptions options;
    private final WaybillHome home;
    private final SecretPrompts answers = new SecretPrompts();
    private final InteractiveSessions logIns = new InteractiveSessions();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private @Nullable Path identity;
    private @Nullable AdvisorClient client;
    private boolean saidUnreadable;
    private @Nullable Vault vault;
    private @Nullable VaultCredentials credentials;
    private @Nullable VaultCredentials asking;

    Session(Terminal terminal, GlobalOptions options) {
        this.terminal = terminal;
        this.options = options;
        this.home = WaybillHome.of(terminal.environment());
    }

    public Terminal terminal() {
        return terminal;
    }

    public WaybillHome home() {
        return home;
    }

    public boolean json() {
        return options.json;
    }

    public boolean quiet() {
        return options.quiet;
    }

    /** Whether a person is there who may be asked, and accepts to be. */
    public boolean asks() {
        return !options.json && !options.quiet && SecretInput.canAsk();
    }

    /** The SSH agent's socket, null where there is none. */
    public @Nullable Path agent() {
        String socket = terminal.environment().getOrDefault("SSH_AUTH_SOCK", "");
        return socket.isEmpty() ? null : Path.of(socket);
    }

    /** The same as {@link #credentials} for log-ins that the command cannot do without: a person is asked, once. */
    public synchronized VaultCredentials asking() {
        VaultCredentials known = asking;
        if (known == null) {
            known = asking(Vaults.credentials(this, this::note));
            asking = known;
        }
        return known;
    }

    /** @param silent reports itself what of the vault cannot be used */
    public VaultCredentials asking(VaultCredentials silent) {
        if (asks()) {
            silent.askBy(answers, logIns);
        }
        return silent;
    }

    /** Opens the files of endpoints, with what transfers there would use; a person is asked for passwords. */
    public EndpointStores stores() {
        return new EndpointStores(home, asking(), agent(), (code, text) -> {
            if (isNews(code, text)) {
                note("waybill: " + text);
            }
        });
    }

    /** Whether the user has not been told yet: what is true of all connections to a server is said of the first one. */
    public boolean isNews(String code, String text) {
        return !OF_ALL_CONNECTIONS.contains(code) || told.add(text);
    }

    /** The same without a word of what they do. */
    public EndpointStores quietStores() {
        return new EndpointStores(home, asking(), agent(), (_, _) -> {});
    }

    /** Asks the person at the terminal; to be called where {@link #asks} says that there is one. */
    public boolean isConfirmed(String question) {
        return ask(question + " (yes or no)").equals("yes");
    }

    /** The same for other answers than yes and no. */
    public String ask(String question) {
        return SecretInput.askOpenly(question).strip();
    }

    /** The proxy that an endpoint is reached through, if any. */
    public Optional<Proxies.Server> proxy(Endpoint end) throws TransferException {
        return UnprobedEndpoints.proxy(end, proxies());
    }

    /** The proxies that the environment names. */
    public Proxies proxies() {
        return Proxies.of(terminal.environment());
    }

    /** The failure as the home's, where it is: a full disk, or no permission there. */
    public TransferException told(TransferException thrown) {
        return HomeFailures.mayBe(thrown.reason(), thrown.getMessage(), home)
                ? HomeFailures.of(thrown, home).orElse(thrown)
                : thrown;
    }

    /** What {@code ~} means. */
    public Path userHome() {
        return Path.of(terminal.environment().getOrDefault("HOME", System.getProperty("user.home")));
    }

    /** Offers a key to SSH servers before those that ssh_config names; to be said before anything is asked for. */
    public void offer(Path key) {
        identity = key;
    }

    /** The key that was offered; null for what SSH finds itself. */
    public @Nullable Path identity() {
        return identity;
    }

    SshConfig sshConfig() {
        SshConfig files = SshConfig.of(userHome(), terminal.environment());
        Path key = identity;
        return key == null ? files : files.offering(key);
    }

    /** The user's remotes and defaults, to be shown or changed. */
    public HomeConfig config() throws TransferException {
        return HomeConfig.read(home.config());
    }

    /** Reads endpoints with the user's own names of places. */
    public EndpointNames names() throws TransferException {
        return new EndpointNames(remotes(), sshConfig());
    }

    /** None where the file may not be read, as after {@code sudo waybill}; a line says so. */
    private synchronized Map<String, String> remotes() throws TransferException {
        try {
            return config().remotes();
        } catch (TransferException e) {
            if (e.reason() != Reason.PERMISSION) {
                throw e;
            }
            if (!saidUnreadable) {
                saidUnreadable = true;
                note("waybill: cannot use the home's remotes and defaults: "
                        + PrivateFiles.denial(home.config(), home.root()));
            }
            return Map.of();
        }
    }

    /**
     * The command's answer: {@code document} as JSON, or {@code text} for people.
     *
     * @return the exit code of a command that could answer, 0
     */
    public int answer(Object document, Consumer<PrintStream> text) {
        if (options.json) {
            Json.write(terminal.out(), document);
        } else {
            text.accept(terminal.out());
            terminal.out().flush();
        }
        return 0;
    }

    /** A line for the user; nothing with {@code --quiet}. */
    public void note(String line) {
        if (!options.quiet) {
            terminal.say(PrintableText.of(line));
        }
    }

    /** Whether the user named an advisor service. */
    public boolean hasNamedService() {
        return options.service != null;
    }

    /** The advisor service: the one that {@code --service} names, else the home's own. Connects when first called. */
    public AdvisorService advisor() {
        return advisorClient().service();
    }

    /** Where outcomes wait for {@link #advisor}, and for no other service. */
    public Outbox outbox() {
        URI url = options.service;
        return new Outbox(url == null ? home.outbox() : home.outbox(url));
    }

    /** What connects to {@link #advisor}. */
    public synchronized AdvisorClient advisorClient() {
        AdvisorClient known = client;
        if (known == null) {
            URI url = options.service;
            known = url == null
                    ? AdvisorClientFactory.shared(home, EmbeddedService.load())
                    : AdvisorClientFactory.remote(
                            home,
                            read(() -> RemoteService.checked(url)),
                            () -> read(() -> RemoteService.token(terminal.environment())));
            client = known;
        }
        return known;
    }

    /** The home's vault; a user who locked it with a passphrase is asked for it once. Looked for when first called. */
    synchronized Vault vault() {
        Vault known = vault;
        if (known == null) {
            known = Vaults.open(home, terminal, false);
            vault = known;
        }
        return known;
    }

    /** What probes and advisors ask for secrets; what cannot be used of the vault is said once. */
    public synchronized VaultCredentials credentials() {
        VaultCredentials known = credentials;
        if (known == null) {
            known = Vaults.credentials(this, this::note);
            credentials = known;
        }
        return known;
    }

    /** What is said of the service by options and variables, so that it does not count as a failure of a transfer. */
    private interface Setting<T> {
        T get() throws TransferException;
    }

    private static <T> T read(Setting<T> setting) {
        try {
            return setting.get();
        } catch (TransferException e) {
            throw new CommandFailure(e.reason(), e.getMessage(), e);
        }
    }

    @Override
    public synchronized void close() {
        answers.clear();
        logIns.close();
        if (client != null) {
            client.close();
        }
    }
}
