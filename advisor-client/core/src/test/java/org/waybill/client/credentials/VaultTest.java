package org.waybill.client.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VaultTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Account FIRST = new Account("sftp", "dtn.example.org", 0, "first", NOW);
    private static final String CANARY = "c4n4ry-Pässwörd\u2603 with 'quotes' and $(rm)";

    @TempDir
    private Path home;

    @Test
    void givesBackWhatWasPutIn() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());

        assertThat(vault().secret(FIRST))
                .hasValueSatisfying(s -> assertThat(new String(s)).isEqualTo(CANARY));
        assertThat(vault().accounts()).containsExactly(FIRST);
        assertThat(FIRST.port()).isEqualTo(22);
    }

    @Test
    void oneLoginServesEveryProtocolOverSshButClearAndEncryptedStayApart() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());
        vault().put(new Account("ftps", "h", 0, "first", NOW), "x".toCharArray());

        assertThat(vault().secret(new Account("scp", "DTN.example.org", 22, "first", NOW)))
                .isPresent();
        assertThat(vault().secret(new Account("ftp", "h", 990, "first", NOW))).isEmpty();
        assertThat(vault().secret(new Account("sftp", "dtn.example.org", 2222, "first", NOW)))
                .isEmpty();
        assertThat(vault().secret(new Account("sftp", "dtn.example.org", 22, "second", NOW)))
                .isEmpty();
    }

    @Test
    void anEarlierSecretIsReplacedAndARemovedOneIsGone() throws Exception {
        vault().put(FIRST, "old".toCharArray());
        vault().put(FIRST, "new".toCharArray());
        assertThat(vault().accounts()).hasSize(1);
        assertThat(vault().secret(FIRST))
                .hasValueSatisfying(s -> assertThat(new String(s)).isEqualTo("new"));

        assertThat(vault().remove(FIRST)).isTrue();
        assertThat(vault().remove(FIRST)).isFalse();
        assertThat(vault().secret(FIRST)).isEmpty();
    }

    @Test
    void noFileHoldsTheSecretOrTheAccountInClear() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());

        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(content)
                        .doesNotContain("c4n4ry")
                        .doesNotContain("first")
                        .doesNotContain("dtn.example");
            }
        }
    }

    @Test
    void vaultAndKeyAreForTheirOwnerOnly() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());

        for (String name : List.of("vault", "vault.key")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(name))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void aKeyThatOthersMayReadIsRefused() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());
        Files.setPosixFilePermissions(home.resolve("vault.key"), PosixFilePermissions.fromString("rw-r--r--"));

        assertThatThrownBy(() -> vault().secret(FIRST))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("chmod 600");
    }

    @Test
    void everyChangedByteIsNoticed() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());
        byte[] good = Files.readAllBytes(home.resolve("vault"));
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            Files.write(home.resolve("vault"), bad);
            assertThatThrownBy(() -> vault().accounts()).as("byte " + i).isInstanceOf(VaultException.class);
        }
        for (int length = 0; length < good.length; length += 7) {
            Files.write(home.resolve("vault"), Arrays.copyOf(good, length));
            assertThatThrownBy(() -> vault().accounts()).as("cut to " + length).isInstanceOf(VaultException.class);
        }
    }

    @Test
    void aPassphraseLocksAndAWrongOneDoesNotOpen() throws Exception {
        locked("correct horse").put(FIRST, CANARY.toCharArray());

        assertThat(Vault.wantsPassphrase(home.resolve("vault"))).isTrue();
        assertThat(locked("correct horse").secret(FIRST)).isPresent();
        assertThatThrownBy(() -> locked("battery staple").secret(FIRST))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("wrong passphrase");
        assertThatThrownBy(() -> vault().secret(FIRST))
                .isInstanceOf(VaultException.class)
                .hasMessageContaining("passphrase");
    }

    @Test
    void theSameContentIsNeverSealedTwiceAlike() throws Exception {
        vault().put(FIRST, CANARY.toCharArray());
        byte[] first = Files.readAllBytes(home.resolve("vault"));
        vault().put(FIRST, CANARY.toCharArray());

        assertThat(Files.readAllBytes(home.resolve("vault"))).isNotEqualTo(first);
    }

    @Test
    void writersAtOnceLoseNothing() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                Account account = new Account("ftp", "host" + i, 0, "u", NOW);
                all.add(threads.submit(() -> {
                    vault().put(account, "p".toCharArray());
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(vault().accounts()).hasSize(16);
    }

    private Vault vault() {
        return new Vault(home.resolve("vault"), new MasterSecret.KeyFile(home.resolve("vault.key")));
    }

    private Vault locked(String passphrase) {
        return new Vault(home.resolve("vault"), new MasterSecret.Passphrase(passphrase::toCharArray));
    }
}
