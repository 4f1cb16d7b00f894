package org.waybill.desktop.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.VaultException;
import org.waybill.desktop.Models;
import org.waybill.desktop.Page;
import org.waybill.desktop.profile.VaultModel.VaultState;
import org.waybill.engine.mover.sftp.InteractiveSessions;

class VaultModelTest {
    private static final Account LOGIN = new Account("sftp", "host.example", 22, "user", Instant.EPOCH);

    @TempDir
    Path temp;

    private VaultModel keychain() {
        return new VaultModel(new WaybillHome(temp.resolve("waybill")), temp.resolve("user"));
    }

    private static Optional<char[]> password(VaultModel keychain) {
        return keychain.credentials((question, secret, again) -> Optional.empty(), new InteractiveSessions())
                .password("sftp", "host.example", 22, "user");
    }

    @Test
    void aVaultWithAPassphraseOpensOnlyWithIt() throws Exception {
        VaultModel first = keychain();
        assertThat(first.look()).isEqualTo(VaultState.NO_VAULT);
        char[] typed = "correct horse".toCharArray();
        first.unlock(typed);
        assertThat(typed).as("the passphrase is overwritten").containsOnly('\0');
        char[] secret = "s3cret".toCharArray();
        first.put(LOGIN, secret);
        assertThat(secret).containsOnly('\0');
        assertThat(password(first))
                .hasValueSatisfying(found -> assertThat(new String(found)).isEqualTo("s3cret"));

        VaultModel later = keychain();
        assertThat(later.look()).isEqualTo(VaultState.LOCKED);
        assertThat(later.accounts()).isEmpty();
        assertThat(password(later)).isEmpty();
        assertThatThrownBy(() -> later.unlock("wrong".toCharArray()))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("wrong passphrase");
        assertThat(later.look()).isEqualTo(VaultState.LOCKED);
        later.unlock("correct horse".toCharArray());
        assertThat(later.accounts()).hasSize(1);
        later.lock();
        assertThat(password(later)).as("locked again").isEmpty();
    }

    @Test
    void withoutAPassphraseTheKeyFileOpensIt() throws Exception {
        keychain().put(LOGIN, "s3cret".toCharArray());
        assertThat(keychain().look()).isEqualTo(VaultState.KEY_FILE);
        assertThat(keychain().accounts()).hasSize(1);
    }

    @Test
    void knownHostsAreReadAndForgottenLineByLine() throws Exception {
        Path ssh = Files.createDirectories(temp.resolve("user/.ssh"));
        String key = "AAAAC3NzaC1lZDI1NTE5AAAAIGmmdD3VbXEPoSm0xN0oQ0tRJ5N5ZlK0eXv0vJm0Zb1P";
        Files.writeString(
                ssh.resolve("known_hosts"),
                "# a comment\nhost.example,192.0.2.1 ssh-ed25519 " + key
                        + "\n|1|c2FsdA==|aGFzaA== ssh-rsa AAAA\n@revoked bad.example ssh-rsa AAAA\n");
        GridCredentials papers = keychain().papers();
        assertThat(papers.knownHosts())
                .extracting(GridCredentials.KnownHost::hosts)
                .containsExactly("host.example,192.0.2.1", "(hashed)", "@revoked bad.example");
        assertThat(papers.knownHosts().getFirst().fingerprint())
                .startsWith("SHA256:")
                .hasSize(50);
        papers.forget(papers.knownHosts().getFirst());
        assertThat(ssh.resolve("known_hosts"))
                .content()
                .startsWith("# a comment")
                .contains("|1|", "@revoked")
                .doesNotContain("host.example,");
        assertThat(papers.certificates(Optional.of(temp.resolve("none")))).isEmpty();
    }

    @Test
    void theProfileAddsAndRemovesAccountsAndSaysWhatIsMissing() throws Exception {
        try (Models models = new Models(temp)) {
            ProfileViewModel profile = models.shell().profile;
            models.run(() -> models.shell().page.set(Page.PROFILE));
            models.run(() -> profile.add(new char[0]));
            assertThat(models.on(() -> profile.accountMessage().get())).contains("Enter host");
            models.run(() -> {
                profile.host.set("host.example");
                profile.user.set("user");
                profile.port.set("many");
                profile.add("x".toCharArray());
            });
            assertThat(models.on(() -> profile.accountMessage().get())).contains("Invalid port 'many'");
            models.run(() -> {
                profile.port.set("2222");
                profile.add("x".toCharArray());
            });
            models.await(
                    "the account",
                    () -> profile.accounts.size() == 1 && profile.door().get() == VaultState.KEY_FILE);
            models.run(() -> profile.remove(profile.accounts.getFirst()));
            models.await("no account", () -> profile.accounts.isEmpty());
        }
    }
}
