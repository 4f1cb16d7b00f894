package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.WebServer;
import org.waybill.engine.testserver.XrootdServer;
import tools.jackson.databind.JsonNode;

/** Copies between two web servers, by whole commands. */
@Timeout(120)
class WebServersCommandTest {
    @TempDir
    private Path directory;

    private static String url(XrootdServer server, String path) {
        return "davs://127.0.0.1:" + server.port() + path;
    }

    private Cli cli(TestAuthority authority) throws Exception {
        Cli cli = new Cli(directory);
        Files.createDirectories(cli.home());
        Files.copy(authority.certificate(), cli.home().resolve("trusted.pem"));
        return cli;
    }

    @Test
    void theServersCopyAndAdviceSaysSo() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from"));
        Path to = Files.createDirectories(directory.resolve("to/atlas")).getParent();
        Path large = TestFiles.random(
                Files.createDirectories(from.resolve("atlas/run7/deep")).resolve("large"), 9 << 20, 1);
        Files.writeString(from.resolve("atlas/run7/a.h5"), "content");
        TestAuthority authority = TestAuthority.in(directory);
        Cli cli = cli(authority);
        try (XrootdServer one = XrootdServer.start(directory, from, authority);
                XrootdServer other = XrootdServer.start(directory, to, authority)) {
            String source = url(one, "/atlas/run7");
            String destination = url(other, "/atlas/");
            JsonNode best = cli.run("advise", "--json", source, destination)
                    .json()
                    .get("workflows")
                    .get(0);
            assertThat(best.get("title").asString())
                    .isEqualTo("WebDAV over TLS with waybill, straight between the two hosts");
            assertThat(best.get("reasons").toString()).contains("THIRD_PARTY_DIRECT", "not through this machine");
            Cli.Result copied = cli.run("copy", "-v", source, destination);
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(copied.err())
                    .contains(other.port() + " fetches straight from ", "have equal checksums (md5) and sizes");
            assertThat(copied.out()).contains("verified");
            assertThat(to.resolve("atlas/run7/a.h5")).hasContent("content");
            assertThat(to.resolve("atlas/run7/deep/large")).satisfies(sameContentAs(large));
            Cli.Result script = cli.run("script", "--workflow", "http", source, destination);
            assertThat(script.out()).as(script.err()).contains("waybill copy --transport http");
        }
    }

    /** The probe for protocols has no account, and such servers tell it nothing. */
    @Test
    void serversThatWantALogInForEveryRequestAreCopiedBetween() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from/private/run7"));
        Files.writeString(from.resolve("a.h5"), "content");
        Path to = Files.createDirectories(directory.resolve("to/private"));
        TestAuthority authority = TestAuthority.in(directory);
        Path password = Files.writeString(directory.resolve("password"), WebServer.PASSWORD);
        Cli cli = cli(authority);
        try (WebServer one = WebServer.startTls(directory, directory.resolve("from"), authority.loopback());
                WebServer other = WebServer.startTls(directory, directory.resolve("to"), authority.loopback())) {
            for (WebServer server : List.of(one, other)) {
                String account = "https://alice@127.0.0.1:" + server.port();
                assertThat(cli.run("account", "add", account, "--password-file", password.toString())
                                .code())
                        .isZero();
            }
            String source = "davs://alice@127.0.0.1:" + one.port() + "/private/run7";
            String destination = "davs://alice@127.0.0.1:" + other.port() + "/private/";
            Cli.Result advised = cli.run("advise", "--json", source, destination);
            assertThat(advised.code()).as(advised.out()).isZero();
            assertThat(advised.json().get("protocols").toString()).contains("only after a log-in");
            Cli.Result copied = cli.run("copy", source, destination);
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(to.resolve("run7/a.h5")).hasContent("content");
        }
    }

    @Test
    void aTokenThatOthersMayReadIsNamedInOneLine() throws Exception {
        Path from = Files.createDirectories(directory.resolve("from"));
        Files.writeString(from.resolve("a"), "content");
        Path token = Files.writeString(directory.resolve("token"), "abc.def");
        token.toFile().setReadable(true, false);
        TestAuthority authority = TestAuthority.in(directory);
        Cli cli = cli(authority).with("BEARER_TOKEN_FILE", token.toString());
        try (XrootdServer server = XrootdServer.start(directory, from, authority)) {
            Cli.Result copied = cli.run(
                    "copy",
                    "dav://127.0.0.1:" + server.port() + "/a",
                    directory.resolve("b").toString());
            assertThat(copied.code()).as(copied.err()).isZero();
            assertThat(copied.err())
                    .contains("the token in " + token + " is not used: others have access to the file")
                    .doesNotContain("abc.def");
        }
    }
}
