package org.waybill.desktop.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.waybill.client.credentials.Account;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.profile.GridCredentials.KnownHost;
import org.waybill.desktop.profile.GridCredentials.SshKey;
import org.waybill.desktop.profile.GridCredentials.X509;
import org.waybill.desktop.profile.VaultModel.Door;
import org.waybill.protocol.Protocol;

/** Who the user is elsewhere: accounts, keys, certificates, proxies; and whom they know. */
public final class ProfileViewModel {
    private final VaultModel keychain;
    private final Background background;
    private final InstantSource clock;
    private final Map<String, String> environment;
    private final ReadOnlyObjectWrapper<Door> door = new ReadOnlyObjectWrapper<>(Door.NO_VAULT);
    private final ObservableList<Account> accounts = FXCollections.observableArrayList();
    private final ObservableList<SshKey> keys = FXCollections.observableArrayList();
    private final ObservableList<X509> certificates = FXCollections.observableArrayList();
    private final ObservableList<KnownHost> knownHosts = FXCollections.observableArrayList();
    private final StringProperty scheme = new SimpleStringProperty(Protocol.SFTP.scheme());
    private final StringProperty host = new SimpleStringProperty("");
    private final StringProperty port = new SimpleStringProperty("");
    private final StringProperty user = new SimpleStringProperty("");
    private final BooleanProperty busy = new SimpleBooleanProperty(false);
    private final ReadOnlyStringWrapper vaultMessage = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper accountMessage = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper papersMessage = new ReadOnlyStringWrapper("");

    /** @param environment of the process: {@code X509_USER_PROXY} names the proxy */
    public ProfileViewModel(
            VaultModel keychain, Background background, InstantSource clock, Map<String, String> environment) {
        this.keychain = keychain;
        this.background = background;
        this.clock = clock;
        this.environment = environment;
    }

    private record Vaulted(Door door, List<Account> accounts) {}

    /** Reads everything again. */
    public void load() {
        loadVault("");
        GridCredentials papers = keychain.papers();
        background.run(papers::sshKeys, keys::setAll, this::papersFailed);
        background.run(() -> papers.certificates(proxy()), certificates::setAll, this::papersFailed);
        background.run(papers::knownHosts, knownHosts::setAll, this::papersFailed);
    }

    private void papersFailed(Exception e) {
        papersMessage.set(ErrorMessages.text(e));
    }

    private void loadVault(String said) {
        busy.set(true);
        background.run(
                () -> new Vaulted(keychain.look(), keychain.accounts()),
                now -> {
                    busy.set(false);
                    door.set(now.door());
                    accounts.setAll(now.accounts());
                    vaultMessage.set(said);
                },
                e -> {
                    busy.set(false);
                    vaultMessage.set(ErrorMessages.text(e));
                });
    }

    /** Where grid tools keep the proxy. */
    private Optional<Path> proxy() {
        String named = environment.getOrDefault("X509_USER_PROXY", "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        try {
            Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return Optional.of(Path.of("/tmp/x509up_u" + uid));
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    /** Opens the vault, or makes one with a passphrase where there is none. {@code passphrase} is overwritten. */
    public void unlock(char[] passphrase) {
        if (passphrase.length == 0) {
            vaultMessage.set("Type the passphrase first.");
            return;
        }
        String made = door.get() == Door.NO_VAULT
                ? "The vault is made. Nobody can open it without the passphrase: keep it well."
                : "";
        busy.set(true);
        background.run(
                () -> {
                    keychain.unlock(passphrase);
                    return made;
                },
                this::loadVault,
                e -> {
                    busy.set(false);
                    vaultMessage.set(ErrorMessages.text(e));
                });
    }

    public void lock() {
        keychain.lock();
        loadVault("");
    }

    /** Puts the account of the fields in. {@code secret} is overwritten. */
    public void add(char[] secret) {
        Account account;
        try {
            if (host.get().isBlank() || user.get().isBlank() || secret.length == 0) {
                accountMessage.set("Name the host and the user, and type the password.");
                return;
            }
            int number = port.get().isBlank() ? 0 : Integer.parseInt(port.get().strip());
            account = new Account(
                    scheme.get(), host.get().strip(), number, user.get().strip(), clock.instant());
        } catch (NumberFormatException e) {
            accountMessage.set("'" + port.get() + "' is no port: leave it empty for the usual one.");
            return;
        } catch (IllegalArgumentException e) {
            accountMessage.set(String.valueOf(e.getMessage()));
            return;
        }
        accountMessage.set("");
        background.run(
                () -> {
                    keychain.put(account, secret);
                    return true;
                },
                done -> {
                    host.set("");
                    user.set("");
                    port.set("");
                    accountMessage.set("Kept for " + account.user() + " at " + account.host() + ".");
                    loadVault("");
                },
                e -> accountMessage.set(ErrorMessages.text(e)));
    }

    public void remove(Account account) {
        background.run(
                () -> {
                    keychain.remove(account);
                    return true;
                },
                done -> {
                    accountMessage.set("Removed " + account.user() + " at " + account.host() + ".");
                    loadVault("");
                },
                e -> accountMessage.set(ErrorMessages.text(e)));
    }

    /** Forgets a host's key. */
    public void forget(KnownHost known) {
        background.run(
                () -> {
                    keychain.papers().forget(known);
                    return keychain.papers().knownHosts();
                },
                knownHosts::setAll,
                this::papersFailed);
    }

    /** A certificate's state in words. */
    public String validity(X509 certificate) {
        Instant now = clock.instant();
        if (!certificate.isValidAt(now)) {
            return now.isBefore(certificate.from())
                    ? "not valid yet"
                    : certificate.use() == GridCredentials.Use.PROXY
                            ? "expired: run grid-proxy-init or voms-proxy-init"
                            : "expired";
        }
        Duration left = Duration.between(now, certificate.until());
        return left.toDays() > 2
                ? "valid for " + left.toDays() + " days"
                : "valid for " + left.toHours() + " h " + left.toMinutesPart() + " min";
    }

    public ReadOnlyObjectProperty<Door> door() {
        return door.getReadOnlyProperty();
    }

    public ObservableList<Account> accounts() {
        return accounts;
    }

    public ObservableList<SshKey> keys() {
        return keys;
    }

    public ObservableList<X509> certificates() {
        return certificates;
    }

    public ObservableList<KnownHost> knownHosts() {
        return knownHosts;
    }

    public StringProperty scheme() {
        return scheme;
    }

    public StringProperty host() {
        return host;
    }

    /** Empty for the usual one. */
    public StringProperty port() {
        return port;
    }

    public StringProperty user() {
        return user;
    }

    public BooleanProperty busy() {
        return busy;
    }

    public ReadOnlyStringProperty vaultMessage() {
        return vaultMessage.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty accountMessage() {
        return accountMessage.getReadOnlyProperty();
    }

    public ReadOnlyStringProperty papersMessage() {
        return papersMessage.getReadOnlyProperty();
    }
}
