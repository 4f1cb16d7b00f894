package org.waybill.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.ServiceHost;
import tools.jackson.databind.JsonNode;

/** A script makes the first accounts of a site's service, without a browser. */
class ServiceAccountTest {
    @TempDir
    private Path directory;

    @Test
    void aScriptMakesAccountsAndTokensOnTheServicesMachine() throws Exception {
        Cli cli = new Cli(directory);
        Path site = cli.home();
        Cli.Result early = cli.run("service", "account", "list");
        assertThat(early.code()).isEqualTo(4);
        assertThat(early.err())
                .contains("no service runs with the home " + site)
                .hasLineCount(1);
        ServiceSettings settings = new ServiceSettings(site, "127.0.0.1", 0, null, null, null, null, null, true);
        try (ServiceHost host = ServiceHost.start(new WaybillHome(site), EmbeddedService.load(), settings, _ -> {})) {
            URI url = host.address().url();
            Path token = directory.resolve("token");
            JsonNode added = cli.runLine("service account add dtn1 --role worker --json --token-file %s", token)
                    .json();
            assertThat(added.get("added").asBoolean()).isTrue();
            assertThat(added.get("password").isNull()).isTrue();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
                    .isEqualTo("rw-------");
            String first = Files.readString(token).strip();
            assertThat(get(url, "/api/tasks", first).statusCode()).isEqualTo(200);
            assertThat(get(url, "/api/accounts", first).statusCode()).isEqualTo(403);

            Cli.Result again = cli.runLine("service account add dtn1 --role worker --token-file %s", token);
            assertThat(again.code()).as(again.err()).isZero();
            assertThat(again.out()).contains("dtn1 exists already");
            assertThat(Files.readString(token).strip()).isEqualTo(first);
            Cli.Result other = cli.run("service", "account", "add", "dtn1", "--role", "viewer");
            assertThat(other.code()).isEqualTo(2);
            assertThat(other.err())
                    .contains("the account dtn1 is there, as worker, not viewer")
                    .hasLineCount(1);
            assertThat(cli.run("service", "account", "add", "eve", "--role", "king")
                            .err())
                    .contains("invalid role 'king': expected one of viewer, worker, operator, administrator")
                    .hasLineCount(1);

            people(cli, url);
            Path closed = directory.resolve("none/token");
            assertThat(cli.runLine("service account token dtn1 --token-file %s", closed)
                            .code())
                    .isEqualTo(6);
            assertThat(cli.runLine("service account token dtn1 --token-file %s --days 9", token)
                            .code())
                    .isZero();
            assertThat(Files.readString(token).strip()).isNotEqualTo(first);
            assertThat(cli.run("service", "account", "list").out()).contains("dtn1  worker", "admin  administrator");
            assertThat(cli.run("service", "account", "list", "--json").json().get("accounts"))
                    .hasSize(3);
            assertThat(cli.run("service", "account", "remove", "dtn1", "--json").code())
                    .isZero();
            assertThat(get(url, "/api/tasks", first).statusCode()).isEqualTo(401);
            assertThat(cli.run("service", "account", "remove", "dtn1").code()).isEqualTo(3);
        }
    }

    /** From elsewhere, with an administrator's token. */
    private void people(Cli cli, URI url) throws Exception {
        String token = cli.run("service", "account", "token", "admin", "--json")
                .json()
                .get("token")
                .asString();
        Cli remote =
                new Cli(Files.createDirectories(directory.resolve("elsewhere"))).with("WAYBILL_SERVICE_TOKEN", token);
        JsonNode ada = remote.runLine("service account add ada --role viewer --json --service %s", url)
                .json();
        assertThat(ada.get("password").asString()).hasSizeGreaterThan(20);
        String theirs = remote.runLine("service account token ada --service %s", url)
                .out()
                .strip();
        assertThat(get(url, "/api/tasks", theirs).statusCode()).isEqualTo(200);
        Cli.Result forbidden = new Cli(directory.resolve("elsewhere"))
                .with("WAYBILL_SERVICE_TOKEN", theirs)
                .runLine("service account list --service %s", url);
        assertThat(forbidden.code()).isEqualTo(6);
        assertThat(forbidden.err()).hasLineCount(1);
    }

    private static HttpResponse<String> get(URI url, String path, String token) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(url.resolve(path))
                            .header("Authorization", "Bearer " + token)
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}
