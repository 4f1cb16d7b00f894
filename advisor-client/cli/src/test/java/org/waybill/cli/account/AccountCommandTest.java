package org.waybill.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.TestAuthority;

class AccountCommandTest {
    private static final String CANARY = "c4n4ry-hunter2";

    @TempDir
    private Path directory;

    private Cli cli;
    private Path password;

    @BeforeEach
    void start() throws Exception {
        cli = new Cli(directory);
        password = Files.writeString(directory.resolve("password"), CANARY + "\nsecond line\n");
    }

    @Test
    void addsListsAndRemoves() {
        assertThat(cli.run("account", "list").out()).contains("empty");
        assertThat(cli.run("account", "add", "first@dtn.example.org", "--password-file", password.toString())
                        .out())
                .isEqualTo("stored sftp://first@dtn.example.org:22\n");
        assertThat(cli.run("account", "add", "ftps://second@[2001:db8::1]:2121", "--password-file", password.toString())
                        .code())
                .isZero();

        assertThat(cli.run("account", "list", "--json").json().get("accounts")).hasSize(2);
        assertThat(cli.run("account", "remove", "first@dtn.example.org").code()).isZero();
        assertThat(cli.run("account", "remove", "first@dtn.example.org").code()).isEqualTo(3);
        assertThat(cli.run("account", "list").out()).contains("second").doesNotContain("first");
    }

    @Test
    void theSecretStandsInNoFileAndInNothingThatIsPrinted() throws Exception {
        StringBuilder printed = new StringBuilder();
        for (String[] line : new String[][] {
            {"account", "add", "first@dtn.example.org", "--password-file", password.toString()},
            {"account", "list"},
            {"account", "list", "--json"},
            {"account", "remove", "second@dtn.example.org", "--json"}
        }) {
            Cli.Result result = cli.run(line);
            printed.append(result.out()).append(result.err());
        }

        assertThat(printed.toString()).doesNotContain("c4n4ry");
        try (Stream<Path> files = Files.walk(cli.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("c4n4ry");
            }
        }
    }

    @Test
    void thereIsNoWayToGiveThePasswordAsAnArgument() {
        Cli.Result result = cli.run("account", "add", "ftp://first:" + CANARY + "@dtn.example.org", "--json");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out() + result.err()).doesNotContain("c4n4ry").contains("account add");
        assertThat(cli.run("account", "add", "user@dtn", "--password", CANARY).code())
                .isEqualTo(2);
    }

    @Test
    void withoutATerminalAFileIsAskedFor() {
        Cli.Result result = cli.run("account", "add", "first@dtn.example.org");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--password-file");
    }

    @Test
    void aPasswordFileThatIsMissingOrEmptyIsSaidToBe() throws Exception {
        assertThat(cli.runLine("account add a@b --password-file %s", directory.resolve("none"))
                        .code())
                .isEqualTo(3);
        Path empty = Files.writeString(directory.resolve("empty"), "\n");
        assertThat(cli.run("account", "add", "a@b", "--password-file", empty.toString())
                        .code())
                .isEqualTo(2);
    }

    @Test
    void keepsCertificatesAndListsThemWithTheirNames() throws Exception {
        TestAuthority.Identity me = TestAuthority.in(directory).loopback();
        Cli.Result added = cli.runLine(
                "account add certificate:davs://dav.example.org --from %s --key %s", me.certificate(), me.key());
        assertThat(added.code()).as(added.err()).isZero();
        assertThat(added.out()).isEqualTo("stored certificate:https://dav.example.org:443: CN=server 2\n");
        assertThat(cli.run("account", "list").out()).contains("certificate:https://dav.example.org:443", "CN=server 2");

        assertThat(cli.run("account", "remove", "certificate:https://dav.example.org:443")
                        .code())
                .isZero();
        assertThat(cli.run("account", "list").out()).contains("empty");
    }

    @Test
    void aLockedKeyWantsItsPassphraseAndAnEndedCertificateIsRefused() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        TestAuthority.Identity me = authority.loopback();
        Path locked = directory.resolve("locked.p12");
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "pkcs12",
                        "-export",
                        "-in",
                        me.certificate().toString(),
                        "-inkey",
                        me.key().toString(),
                        "-passout",
                        "pass:" + CANARY,
                        "-out",
                        locked.toString())
                .start();
        assertThat(openssl.waitFor()).isZero();
        String to = "certificate:gsiftp://*";

        Cli.Result unasked = cli.run("account", "add", to, "--from", locked.toString());
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("--password-file");
        Cli.Result right =
                cli.run("account", "add", to, "--from", locked.toString(), "--password-file", password.toString());
        assertThat(right.out()).as(right.err()).startsWith("stored certificate:gsiftp://*:2811");
        Path wrong = Files.writeString(directory.resolve("wrong"), "wrong\n");
        Cli.Result refused =
                cli.run("account", "add", to, "--from", locked.toString(), "--password-file", wrong.toString());
        assertThat(refused.code()).isEqualTo(6);
        assertThat(refused.err()).contains("wrong passphrase").doesNotContain("\tat ");

        TestAuthority.Identity old = authority.expired();
        Cli.Result ended =
                cli.runLine("account add certificate:ftps://h --from %s --key %s", old.certificate(), old.key());
        assertThat(ended.code()).isEqualTo(6);
        assertThat(ended.err()).contains("expired at");
        assertThat(cli.run("account", "list", "--json").json().get("accounts")).hasSize(1);
    }

    @Test
    void aCertificateForNothingThatShowsOneIsRefused() {
        assertThat(cli.run("account", "add", "certificate:sftp://h", "--from", password.toString())
                        .code())
                .isEqualTo(2);
        assertThat(cli.run("account", "add", "certificate:https://h").err()).contains("--from");
        assertThat(cli.run("account", "add", "a@b", "--from", password.toString())
                        .code())
                .isEqualTo(2);
        Cli.Result none =
                cli.runLine("account add certificate:https://h --from %s --password-file %s", password, password);
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("neither PEM nor PKCS 12").doesNotContain("c4n4ry");
    }

    @Test
    void aVaultWithAPassphraseOpensWithItsFileOnly() throws Exception {
        Path passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery staple\n");
        cli.with("WAYBILL_VAULT_PASSPHRASE_FILE", passphrase.toString());
        assertThat(cli.run("account", "add", "a@b", "--with-passphrase", "--password-file", password.toString())
                        .code())
                .isZero();
        assertThat(cli.run("account", "list").out()).contains("sftp://a@b:22");

        Files.writeString(passphrase, "wrong\n");
        Cli.Result wrong = cli.run("account", "list");
        assertThat(wrong.code()).isEqualTo(6);
        assertThat(wrong.err()).contains("wrong passphrase");
        assertThat(cli.home().resolve("vault.key")).doesNotExist();
    }
}
