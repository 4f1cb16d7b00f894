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
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.SimpleObjectProperty;
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
import org.waybill.desktop.profile.VaultModel.VaultState;
import org.waybill.protocol.Protocol;

/** The user's accounts, keys, certificates and proxies, and the known hosts. */
public final class ProfileViewModel {
    private final VaultModel keychain;
    private final Background background;
    private final InstantSource clock;
    private final Map<String, String> environment;
    private final ObjectProperty<VaultState> door = new SimpleObjectProperty<>(VaultState.NO_VAULT);
    public final ObservableList<Account> accounts = FXCollections.observableArrayList();
    public final ObservableList<SshKey> keys = FXCollections.observableArrayList();
    public final ObservableList<X509> certificates = FXCollections.observableArrayList();
    public final ObservableList<KnownHost> knownHosts = FXCollections.observableArrayList();
    public final StringProperty scheme = new SimpleStringProperty(Protocol.SFTP.scheme());
    public final StringProperty host = new SimpleStringProperty("");
    /** Empty for the default. */
    public final StringProperty port = new SimpleStringProperty("");

    public final StringProperty user = new SimpleStringProperty("");
    public final Background.Slot vault;
    private final StringProperty vaultMessage = new SimpleStringProperty("");
    private final StringProperty accountMessage = new SimpleStringProperty("");
    private final StringProperty papersMessage = new SimpleStringProperty("");

    /** @param environment of the process: {@code X509_USER_PROXY} names the proxy */
    public ProfileViewModel(
            VaultModel keychain, Background background, InstantSource clock, Map<String, String> environment) {
        this.keychain = keychain;
        this.background = background;
        this.vault = background.slot();
        this.clock = clock;
        this.environment = environment;
    }

    private record Vaulted(VaultState door, List<Account> accounts) {}

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
        vault.run(
                () -> new Vaulted(keychain.look(), keychain.accounts()),
                now -> {
                    door.set(now.door());
                    accounts.setAll(now.accounts());
                    vaultMessage.set(said);
                },
                e -> vaultMessage.set(ErrorMessages.text(e)));
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
            vaultMessage.set("Enter the passphrase first.");
            return;
        }
        String made = door.get() == VaultState.NO_VAULT
                ? "The vault is created. It cannot be opened without the passphrase: keep it safe."
                : "";
        vault.run(
                () -> {
                    keychain.unlock(passphrase);
                    return made;
                },
                this::loadVault,
                e -> vaultMessage.set(ErrorMessages.text(e)));
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
                accountMessage.set("Enter host, user and password.");
                return;
            }
            int number = port.get().isBlank() ? 0 : Integer.parseInt(port.get().strip());
            account = new Account(
                    scheme.get(), host.get().strip(), number, user.get().strip(), clock.instant());
        } catch (NumberFormatException e) {
            accountMessage.set("Invalid port '" + port.get() + "'. Leave it empty for the default.");
            return;
        } catch (IllegalArgumentException e) {
            accountMessage.set(String.valueOf(e.getMessage()));
            return;
        }
        accountMessage.set("");
        change(() -> {
            keychain.put(account, secret);
            return "Saved for " + account.user() + " at " + account.host() + ".";
        });
        host.set("");
        user.set("");
        port.set("");
    }

    public void remove(Account account) {
        change(() -> {
            keychain.remove(account);
            return "Removed " + account.user() + " at " + account.host() + ".";
        });
    }

    private void change(Background.Work<String> work) {
        background.run(
                work,
                done -> {
                    accountMessage.set(done);
                    loadVault("");
                },
                e -> accountMessage.set(ErrorMessages.text(e)));
    }

    /** Removes a host's key. */
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

    public ReadOnlyObjectProperty<VaultState> door() {
        return door;
    }

    public ReadOnlyStringProperty vaultMessage() {
        return vaultMessage;
    }

    public ReadOnlyStringProperty accountMessage() {
        return accountMessage;
    }

    public ReadOnlyStringProperty papersMessage() {
        return papersMessage;
    }
}
