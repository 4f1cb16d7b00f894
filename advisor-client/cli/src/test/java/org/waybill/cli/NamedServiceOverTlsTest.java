package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.engine.testserver.TestAuthority;

/** A site's service whose certificate is of an authority that only this site knows. */
class NamedServiceOverTlsTest {
    private static final String LOCK = "lock the key store";

    @TempDir
    private Path directory;

    @Test
    void isTrustedWhenItsAuthorityIsInTheHome() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        Path lock = Files.writeString(directory.resolve("lock"), LOCK + "\n");
        ServiceSettings settings = new ServiceSettings(
                Files.createDirectory(directory.resolve("site")),
                "127.0.0.1",
                0,
                null,
                null,
                null,
                keyStore(authority.loopback()),
                lock,
                true);
        try (RunningService site = EmbeddedService.load().start(settings)) {
            Cli cli = new Cli(directory).with("WAYBILL_SERVICE_TOKEN", site.token());
            String[] show = {
                "history", "show", "--json", "--service", site.url().toString()
            };
            assertThat(site.url()).hasScheme("https");

            Cli.Result stranger = cli.run(show);
            assertThat(stranger.code()).as(stranger.err()).isEqualTo(6);
            assertThat(stranger.err())
                    .contains(
                            "advisor service: no trusted connection to " + site.url(),
                            "add it to the trusted certificates")
                    .doesNotContain("Exception")
                    .hasLineCount(1);

            String shown = cli.run("trust", "--json", site.url().toString())
                    .json()
                    .get("fingerprint")
                    .asString();
            assertThat(stranger.err()).contains("waybill trust " + site.url() + " --fingerprint " + shown);
            assertThat(cli.run("trust", site.url().toString(), "--fingerprint", shown)
                            .code())
                    .isZero();
            assertThat(cli.run(show).code()).isZero();
            assertThat(cli.run("trust", "--remove", site.url().toString()).code())
                    .isZero();

            Files.createDirectories(cli.home());
            Path trusted = Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
            Cli.Result friend = cli.run(show);
            assertThat(friend.code()).as(friend.err()).isZero();
            assertThat(friend.json().isObject()).isTrue();
            Path list = Files.writeString(directory.resolve("resources.csv"), "nothing,of,use\n");
            assertThat(cli.runLine("service import osg-topology %s --service %s", list, site.url())
                            .err())
                    .as("the catalogue's address")
                    .doesNotContain("certif");

            Files.writeString(trusted, "no certificate\n");
            Cli.Result broken = cli.run(show);
            assertThat(broken.code()).isEqualTo(2);
            assertThat(broken.err()).contains("trusted.pem").hasLineCount(1);
        }
    }

    @Test
    void noAuthorityIsAskedForWhereTheCertificateHasEnded() throws Exception {
        TestAuthority authority = TestAuthority.in(directory);
        Path lock = Files.writeString(directory.resolve("lock"), LOCK + "\n");
        ServiceSettings settings = new ServiceSettings(
                Files.createDirectory(directory.resolve("site")),
                "127.0.0.1",
                0,
                null,
                null,
                null,
                keyStore(authority.expired()),
                lock,
                true);
        try (RunningService site = EmbeddedService.load().start(settings)) {
            Cli cli = new Cli(directory).with("WAYBILL_SERVICE_TOKEN", site.token());
            Files.createDirectories(cli.home());
            Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));

            Cli.Result refused =
                    cli.run("history", "show", "--service", site.url().toString());

            assertThat(refused.code()).as(refused.err()).isEqualTo(6);
            assertThat(refused.err())
                    .contains("its certificate has expired", "administrator renew it")
                    .doesNotContain("authority", "Exception")
                    .hasLineCount(1);
        }
    }

    private Path keyStore(TestAuthority.Identity server) throws Exception {
        Path store = directory.resolve("site.p12");
        Process openssl = new ProcessBuilder(
                        "openssl",
                        "pkcs12",
                        "-export",
                        "-in",
                        server.certificate().toString(),
                        "-inkey",
                        server.key().toString(),
                        "-passout",
                        "pass:" + LOCK,
                        "-out",
                        store.toString())
                .start();
        assertThat(openssl.waitFor()).isZero();
        return store;
    }
}
