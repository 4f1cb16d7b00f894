package org.waybill.client.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.platform.Proxies;

class VaultCredentialsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private static ClientCertificate own;
    private static ClientCertificate common;
    private static Path filled;

    @TempDir
    private Path directory;

    private WaybillHome home;

    /** Once: what makes a passphrase hard to guess takes its time. */
    @BeforeAll
    static void fill(@TempDir Path once) throws Exception {
        TestAuthority authority = TestAuthority.in(once);
        own = certificate(authority.loopback());
        common = certificate(authority.otherHost());
        filled = new WaybillHome(once.resolve("home")).vault();
        Vault vault = new Vault(filled, new MasterSecret.Passphrase("correct horse"::toCharArray));
        put(vault, Account.certificate("davs", "dav.example.org", 0, own.subject(), NOW), own);
        put(vault, Account.certificate("https", Account.ANY_HOST, 0, common.subject(), NOW), common);
    }

    @BeforeEach
    void copy() throws Exception {
        home = new WaybillHome(directory.resolve("home"));
        Files.createDirectories(home.vault().getParent());
        Files.copy(filled, home.vault(), StandardCopyOption.COPY_ATTRIBUTES);
    }

    private static ClientCertificate certificate(TestAuthority.Identity identity) throws Exception {
        return CertificateFiles.read(
                "test",
                Files.readAllBytes(identity.certificate()),
                Files.readAllBytes(identity.key()),
                () -> new char[0]);
    }

    private Vault vault(String passphrase) {
        return new Vault(home.vault(), new MasterSecret.Passphrase(passphrase::toCharArray));
    }

    private Supplier<Vault> opened(String passphrase) {
        Vault vault = vault(passphrase);
        return () -> vault;
    }

    private static void put(Vault vault, Account account, ClientCertificate certificate) throws Exception {
        vault.put(account, new String(certificate.pem(), StandardCharsets.US_ASCII).toCharArray());
    }

    private VaultCredentials credentials(String passphrase) {
        return new VaultCredentials(opened(passphrase), home, directory);
    }

    @Test
    void aServersOwnCertificateComesBeforeTheOneForAll() {
        VaultCredentials credentials = credentials("correct horse");

        assertThat(credentials.certificate("https", "DAV.example.org", 443))
                .hasValueSatisfying(found -> assertThat(found.chain()).isEqualTo(own.chain()));
        assertThat(credentials.certificate("https", "other.example.org", 8443))
                .hasValueSatisfying(found -> assertThat(found.chain()).isEqualTo(common.chain()));
        assertThat(credentials.certificate("gsiftp", "dav.example.org", 2811)).isEmpty();
        assertThat(credentials.problem()).isEmpty();
    }

    @Test
    void aWrongMasterPassphraseGivesNothingAndSaysWhy() {
        List<String> said = new ArrayList<>();
        VaultCredentials credentials = new VaultCredentials(
                () -> vault("battery staple"), home, directory, SshConfig.NONE, Proxies.NONE, said::add);

        assertThat(credentials.certificate("https", "dav.example.org", 443)).isEmpty();
        assertThat(credentials.password("sftp", "dtn.example.org", 22, "user")).isEmpty();
        assertThat(said).singleElement().asString().startsWith("cannot use the vault: wrong passphrase");
        assertThat(credentials.problem())
                .hasValueSatisfying(why -> assertThat(why).contains("wrong passphrase"));
    }

    /** It was announced as a vault of no use, though all the rest of it is. */
    @Test
    void anUnreadableCertificateIsNamedAndTheRestIsUsed() throws Exception {
        List<String> said = new ArrayList<>();
        vault("correct horse")
                .put(
                        Account.certificate("davs", "dav.example.org", 0, own.subject(), NOW),
                        "no certificate".toCharArray());
        VaultCredentials credentials = new VaultCredentials(
                () -> vault("correct horse"), home, directory, SshConfig.NONE, Proxies.NONE, said::add);

        for (int i = 0; i < 2; i++) {
            assertThat(credentials.certificate("https", "dav.example.org", 443))
                    .hasValueSatisfying(found -> assertThat(found.chain()).isEqualTo(common.chain()));
        }
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("cannot use the vault's entry for certificate:https://dav.example.org:443: it ");
        assertThat(credentials.problem()).contains(said.getFirst());
    }

    /** The window asked a second time for a transfer that it ran with another scheme of the same login. */
    @Test
    void aLoginHasOneQuestionByWhicheverSchemeItIsUsed() {
        List<String> questions = new ArrayList<>();
        VaultCredentials credentials = credentials("correct horse");
        try (InteractiveSessions kept = new InteractiveSessions()) {
            credentials.askBy(
                    (question, secret, again) -> {
                        questions.add(question);
                        return Optional.of("secret".toCharArray());
                    },
                    kept);

            assertThat(credentials.password("davs", "DAV.example.org", 0, "alice"))
                    .hasValue("secret".toCharArray());
            credentials.password("https", "dav.example.org", 443, "alice");
            credentials.password("http", "dav.example.org", 80, "alice");
            credentials.password("sftp", "dav.example.org", 22, "alice");
        }

        assertThat(questions)
                .containsExactly(
                        "Password of https://alice@dav.example.org:443",
                        "Password of https://alice@dav.example.org:443",
                        "Password of http://alice@dav.example.org:80");
    }

    @Test
    void aCertificateIsReplacedByALaterOneWhateverItsName() throws Exception {
        Vault vault = vault("correct horse");
        put(vault, Account.certificate("https", "dav.example.org", 443, common.subject(), NOW), common);

        assertThat(vault.accounts()).hasSize(2);
        assertThat(credentials("correct horse").certificate("https", "dav.example.org", 443))
                .hasValueSatisfying(found -> assertThat(found.chain()).isEqualTo(common.chain()));
    }

    @Test
    void whatWasKeptIsNotInTheFileInClear() throws Exception {
        String vault = Files.readString(home.vault(), StandardCharsets.ISO_8859_1);

        assertThat(vault)
                .doesNotContain("PRIVATE KEY")
                .doesNotContain("dav.example.org")
                .doesNotContain("CN=");
    }
}
