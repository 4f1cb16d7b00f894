package org.waybill.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.interfaces.ECPrivateKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.GridAuthority;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.TestAuthority;

class CertificateFilesTest {
    private static final String PASSPHRASE = "open sesame";

    @TempDir
    private static Path home;

    private static TestAuthority.Identity identity;

    @BeforeAll
    static void issue() {
        identity = TestAuthority.in(home).loopback();
    }

    private static ClientCertificate read(Path file, Path key, String passphrase) throws Exception {
        return CertificateFiles.read(
                file.getFileName().toString(),
                Files.readAllBytes(file),
                key == null ? null : Files.readAllBytes(key),
                passphrase::toCharArray);
    }

    private static ClientCertificate plain() throws Exception {
        return read(identity.certificate(), identity.key(), "");
    }

    /** The key itself: OpenSSL's encodings say more than Java's. */
    private static BigInteger number(ClientCertificate certificate) {
        return ((ECPrivateKey) certificate.key()).getS();
    }

    private static Reason refusal(Path file, Path key, String passphrase) {
        try {
            read(file, key, passphrase);
            return null;
        } catch (TransferException e) {
            return e.reason();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Path openssl(String name, String... arguments) throws IOException, InterruptedException {
        Packages.require("openssl", "openssl");
        Path out = home.resolve(name);
        List<String> line = new ArrayList<>(List.of("openssl"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("-out", out.toString()));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
        return out;
    }

    @Test
    void takesACertificateAndAKeyInTwoFilesOrInOne() throws Exception {
        ClientCertificate two = plain();
        Path both = Files.writeString(
                home.resolve("both.pem"),
                "Bag Attributes\n friendlyName: me\n" + Files.readString(identity.key())
                        + Files.readString(identity.certificate()));
        ClientCertificate one = read(both, null, "");

        assertThat(two.subject()).startsWith("CN=server");
        assertThat(one.chain()).isEqualTo(two.chain());
        assertThat(one.key()).isEqualTo(two.key());
        assertThat(one.notAfter()).isAfter(Instant.now());
    }

    @Test
    void takesKeysThatAreLockedInEitherOfOpensslsForms() throws Exception {
        Path modern = openssl(
                "locked8.pem", "pkcs8", "-topk8", "-in", identity.key().toString(), "-passout", "pass:" + PASSPHRASE);
        Path old = openssl(
                "locked1.pem", "ec", "-aes256", "-in", identity.key().toString(), "-passout", "pass:" + PASSPHRASE);
        for (Path key : List.of(modern, old)) {
            assertThat(Files.readString(key)).contains("ENCRYPTED");
            assertThat(number(read(identity.certificate(), key, PASSPHRASE))).isEqualTo(number(plain()));
            assertThat(refusal(identity.certificate(), key, "wrong")).isEqualTo(Reason.AUTHENTICATION);
        }
    }

    @Test
    void takesPkcs12() throws Exception {
        Path file = home.resolve("me.p12");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "me", plain().key(), PASSPHRASE.toCharArray(), plain().chain().toArray(Certificate[]::new));
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSPHRASE.toCharArray());
        }
        assertThat(read(file, null, PASSPHRASE).subject()).isEqualTo(plain().subject());
        assertThat(refusal(file, null, "wrong")).isEqualTo(Reason.AUTHENTICATION);
        Path ofOpenssl = openssl(
                "openssl.p12",
                "pkcs12",
                "-export",
                "-in",
                identity.certificate().toString(),
                "-inkey",
                identity.key().toString(),
                "-passout",
                "pass:" + PASSPHRASE);
        assertThat(number(read(ofOpenssl, null, PASSPHRASE))).isEqualTo(number(plain()));
    }

    @Test
    void takesAGridProxyWithItsChain() throws Exception {
        GridAuthority grid = GridAuthority.in(home);

        ClientCertificate proxy = read(grid.proxy(), null, "");

        assertThat(proxy.chain()).hasSize(2);
        assertThat(proxy.notAfter()).isBefore(Instant.now().plusSeconds(13 * 3600));
    }

    @Test
    void whatTheVaultKeepsReadsBackTheSame() throws Exception {
        Path kept = Files.write(home.resolve("kept.pem"), plain().pem());

        assertThat(read(kept, null, "").chain()).isEqualTo(plain().chain());
        assertThat(read(kept, null, "").key()).isEqualTo(plain().key());
    }

    @Test
    void saysWhatIsWrongWithOthers() throws Exception {
        Path other = TestAuthority.in(home).otherHost().key();
        Path empty = Files.createFile(home.resolve("empty"));
        assertThat(refusal(identity.certificate(), null, "")).isEqualTo(Reason.BAD_INPUT);
        assertThat(refusal(identity.key(), null, "")).isEqualTo(Reason.BAD_INPUT);
        assertThat(refusal(identity.certificate(), other, "")).isEqualTo(Reason.BAD_INPUT);
        assertThat(refusal(empty, null, "")).isEqualTo(Reason.BAD_INPUT);
        assertThatThrownBy(() -> read(identity.certificate(), null, "")).hasMessageContaining("no private key");
    }

    @Test
    void aCertificateThatHasEndedIsRefusedWhenItIsNeeded() throws Exception {
        TestAuthority.Identity old = TestAuthority.in(home).expired();

        ClientCertificate ended = read(old.certificate(), old.key(), "");

        assertThatThrownBy(() -> ended.requireValid(Instant.now()))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("expired at");
        plain().requireValid(Instant.now());
    }

    @Test
    void whateverComesItIsReadOrRefusedInOneLine() throws Exception {
        byte[] good = Files.readAllBytes(home.resolve(Files.write(home.resolve("seed.pem"), plain().pem())));
        for (int seed = 0; seed < 3000; seed++) {
            Random random = new Random(seed);
            byte[] bad = good.clone();
            for (int i = random.nextInt(6); i >= 0; i--) {
                bad[random.nextInt(bad.length)] =
                        (byte) (random.nextBoolean() ? random.nextInt(256) : good[random.nextInt(good.length)]);
            }
            byte[] cut = random.nextInt(4) == 0 ? Arrays.copyOf(bad, random.nextInt(bad.length)) : bad;
            try {
                CertificateFiles.read("fuzz", cut, null, "x"::toCharArray);
            } catch (TransferException e) {
                assertThat(e.getMessage())
                        .as("seed " + seed)
                        .doesNotContain("\n")
                        .isNotBlank();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
