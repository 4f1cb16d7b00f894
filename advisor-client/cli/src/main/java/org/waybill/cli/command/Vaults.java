package org.waybill.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.MasterSecret;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import org.waybill.platform.Proxies;

/** Opens the home's vault with what locks it: its key file, or a passphrase that is asked for. */
public final class Vaults {
    private static final String PASSPHRASE_FILE = "WAYBILL_VAULT_PASSPHRASE_FILE";
    private static final int MOST_ASKED = 3;

    private Vaults() {}

    /** The vault; {@code passphrase} chooses how a new one is locked. */
    public static Vault open(WaybillHome home, Terminal terminal, boolean passphrase) {
        try {
            // one that may not be read says so where a secret is needed; most copies need none
            boolean locked = passphrase || Files.isReadable(home.vault()) && Vault.wantsPassphrase(home.vault());
            return new Vault(
                    home.vault(),
                    locked
                            ? new MasterSecret.Passphrase(atMost(MOST_ASKED, prompt(home, terminal)))
                            : new MasterSecret.KeyFile(home.vaultKey()));
        } catch (VaultException e) {
            throw Invalid.usage(home.vault() + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new CommandFailure(
                    Reason.PERMISSION, "cannot read the vault " + home.vault() + ": " + e.getMessage(), e);
        }
    }

    /**
     * What the session's vault and the user's files hold; {@link Session#credentials} for all that may say why not.
     *
     * @param problems hears what of the vault cannot be used, and why
     */
    public static VaultCredentials credentials(Session session, Consumer<String> problems) {
        Vault vault = session.vault();
        return new VaultCredentials(
                        () -> vault,
                        session.home(),
                        session.userHome(),
                        session.sshConfig(),
                        Proxies.of(session.terminal().environment()),
                        problems)
                .tokensOf(session.terminal().environment());
    }

    /** A new vault's passphrase is asked for twice: nothing could be read back after a slip. */
    private static MasterSecret.Prompt prompt(WaybillHome home, Terminal terminal) {
        if (Files.exists(home.vault())
                || !terminal.environment().getOrDefault(PASSPHRASE_FILE, "").isEmpty()) {
            return () -> ask(terminal);
        }
        return () -> {
            char[] first = ask(terminal);
            char[] second = SecretInput.ask("Repeat the passphrase").orElse(new char[0]);
            boolean same = Arrays.equals(first, second);
            Arrays.fill(second, '\0');
            if (!same) {
                Arrays.fill(first, '\0');
                throw new VaultException("the two passphrases differ: nothing was stored");
            }
            return first;
        };
    }

    /**
     * A wrong passphrase may be a slip; a user who does not know it is not asked again at every look-up of a command.
     */
    static MasterSecret.Prompt atMost(int times, MasterSecret.Prompt prompt) {
        AtomicInteger asked = new AtomicInteger();
        return () -> {
            if (asked.getAndIncrement() >= times) {
                throw new VaultException("wrong passphrase for the vault, " + times + " times");
            }
            return prompt.ask();
        };
    }

    private static char[] ask(Terminal terminal) throws VaultException {
        String file = terminal.environment().getOrDefault(PASSPHRASE_FILE, "");
        if (!file.isEmpty()) {
            return SecretInput.read(Path.of(file), InputStream.nullInputStream());
        }
        return SecretInput.ask("Passphrase of the vault")
                .orElseThrow(() -> new VaultException(
                        "the vault needs its passphrase and there is no terminal to ask on: name a file that has it"
                                + " in "
                                + PASSPHRASE_FILE));
    }
}
