package org.waybill.desktop.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.MasterSecret;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.protocol.Protocol;

/**
 * The user's vault, which can be locked, and the files that identify the user. Movers keep one credentials object; what
 * it gives depends on whether the vault is open. The passphrase is overwritten as soon as the key is derived from it.
 * May be used by many threads.
 */
public final class VaultModel {
    private final WaybillHome home;
    private final Path userHome;
    private volatile Vault vault;
    private volatile VaultState door = VaultState.NO_VAULT;
    private volatile boolean typed;

    /** The state of the vault. */
    public enum VaultState {
        /** There is none yet; the first account makes one. */
        NO_VAULT,
        /** Its key is next to it in a file for its owner's eyes: always open. */
        KEY_FILE,
        LOCKED,
        UNLOCKED
    }

    public VaultModel(WaybillHome home, Path userHome) {
        this.home = home;
        this.userHome = userHome;
        this.vault = new Vault(home.vault(), new MasterSecret.KeyFile(home.vaultKey()));
    }

    /** Looks at the vault's file and returns its state. */
    public synchronized VaultState look() throws VaultException, IOException {
        if (!Files.exists(home.vault())) {
            door = VaultState.NO_VAULT;
        } else if (!Vault.wantsPassphrase(home.vault())) {
            door = VaultState.KEY_FILE;
        } else if (door != VaultState.UNLOCKED) {
            lock();
        }
        return door;
    }

    /** Whether a transfer may have been given what only a passphrase that was typed here opens. */
    public boolean isTyped() {
        return typed;
    }

    /** Forgets the key of a vault that has a passphrase. */
    public synchronized void lock() {
        vault = new Vault(home.vault(), new MasterSecret.Passphrase(VaultModel::refuse));
        door = VaultState.LOCKED;
    }

    private static char[] refuse() throws VaultException {
        throw new VaultException("the vault is locked: unlock it under Profile");
    }

    /**
     * Opens a vault that has a passphrase, or with none there makes the first account's vault one with this passphrase.
     *
     * @param passphrase overwritten
     * @throws VaultException if it is wrong
     */
    public synchronized void unlock(char[] passphrase) throws VaultException, IOException {
        Once once = new Once(passphrase);
        try {
            Vault opened = new Vault(home.vault(), new MasterSecret.Passphrase(once));
            if (Files.exists(home.vault())) {
                opened.accounts();
            } else {
                // an entry that is put in and taken out again leaves an empty vault under this passphrase
                Account probe = new Account(Protocol.SFTP.scheme(), "vault.invalid", 0, "", Instant.EPOCH);
                opened.put(probe, new char[] {'x'});
                opened.remove(probe);
            }
            vault = opened;
            door = VaultState.UNLOCKED;
            typed = true;
        } finally {
            once.forget();
        }
    }

    /** Gives a passphrase while it is needed, and then no more. */
    private static final class Once implements MasterSecret.Prompt {
        private char @Nullable [] passphrase;

        Once(char[] passphrase) {
            this.passphrase = passphrase;
        }

        @Override
        public synchronized char[] ask() throws VaultException {
            char[] known = passphrase;
            return known == null ? refuse() : known.clone();
        }

        synchronized void forget() {
            char[] known = passphrase;
            if (known != null) {
                Arrays.fill(known, '\0');
            }
            passphrase = null;
        }
    }

    public List<Account> accounts() throws VaultException, IOException {
        return door == VaultState.LOCKED ? List.of() : vault.accounts();
    }

    /** Puts a secret in. {@code secret} is overwritten. */
    public void put(Account account, char[] secret) throws VaultException, IOException {
        try {
            vault.put(account, secret);
            look();
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    public void remove(Account account) throws VaultException, IOException {
        vault.remove(account);
    }

    /** Keys, certificates, proxies and known hosts. */
    public GridCredentials papers() {
        return new GridCredentials(userHome, home.trustedCertificates());
    }

    /** What movers get: it gives what the vault of the moment has, and answers of {@code asker} where that has none. */
    public VaultCredentials credentials(VaultCredentials.Asker asker, InteractiveSessions logIns) {
        VaultCredentials made = new VaultCredentials(() -> vault, home, userHome);
        made.askBy(asker, logIns);
        return made;
    }
}
