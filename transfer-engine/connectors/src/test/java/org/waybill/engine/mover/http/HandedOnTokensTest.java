package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

/** Tokens that must not get lost between two servers. */
@Timeout(60)
class HandedOnTokensTest extends CopyCase {
    private static BearerToken token(String text, String... audiences) {
        return new BearerToken(text, "BEARER_TOKEN", List.of(audiences), null, null);
    }

    private static boolean gotToken(CopyServer server) {
        return server.heard.stream().anyMatch(line -> line.contains("Bearer"));
    }

    @Test
    void eachServerGetsTheTokenThatIsMeantForItAndTheOtherOnesToHandOn() throws Exception {
        from.token = "secret";
        to.token = "secret";
        credentials.token(token("secret"));
        copied(copies());
        assertThat(copy(to).getFirst())
                .endsWith("Authorization=Bearer secret TransferHeaderAuthorization=Bearer secret");
        credentials.token(token("secret", "https://127.0.0.1:" + from.port()));
        to.token = "";
        to.files.clear();
        to.heard.clear();
        copied(copies());
        assertThat(copy(to).getFirst())
                .doesNotContain(" Authorization=")
                .endsWith("TransferHeaderAuthorization=Bearer secret");
    }

    @Test
    void noTokenIsHandedToAWebSiteThatListsCopy() throws Exception {
        from.token = "secret";
        from.software = "unknown/1";
        to.software = "unknown/1";
        Location site = new Location("http", null, "127.0.0.1", to.port(), "/b");
        credentials.token(token("secret"));
        HttpCopies copies = copies();
        copies.copy(from.location("/a"), site);
        assertThat(copy(to)).isEmpty();
        assertThat(gotToken(to)).isFalse();
        assertThat(to.files).containsEntry("/b", from.files.get("/a"));
        assertThat(copies.events)
                .anyMatch(
                        event -> event.startsWith(PASSED) && event.contains("no token is handed to http://127.0.0.1:"));
        credentials.token(token("secret", "127.0.0.1:" + from.port(), "127.0.0.1:" + to.port()));
        to.files.clear();
        copies().copy(from.location("/a"), site);
        assertThat(copy(to).getFirst()).endsWith("TransferHeaderAuthorization=Bearer secret");
    }

    @Test
    void aTokenFileThatIsMissingMattersOnlyWhereATokenWouldGo() throws Exception {
        TestCredentials without = new TestCredentials().tokenProblem("cannot read the token file");
        List<String> said = new ArrayList<>();
        HttpAccount site = HttpAccount.of(
                new Location("https", null, "www.example.org", 0, "/"), without, (code, _) -> said.add(code));
        assertThat(site.logIn().bearer()).isEmpty();
        assertThat(said).isEmpty();
        assertThat(site.failure(new HttpStatusException("GET", 403), "/a").reason())
                .isEqualTo(Reason.PERMISSION);
        HttpAccount storage = HttpAccount.of(
                new Location("davs", null, "dtn.example.org", 0, "/"), without, (code, _) -> said.add(code));
        assertThat(storage.logIn().bearer()).isEmpty();
        assertThat(said).containsExactly("TOKEN_NOT_SENT");
    }

    @Test
    void aTokenOfAnotherAudienceOrForAWebSiteIsNotSent() throws Exception {
        credentials.token(token("secret", "https://elsewhere.example.org"));
        HttpCopies copies = copies();
        copied(copies);
        assertThat(gotToken(from) || gotToken(to)).isFalse();
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith("TOKEN_NOT_SENT")
                        && event.contains("is for https://elsewhere.example.org")
                        && !event.contains("secret"));
        credentials.token(token("secret", "https://wlcg.cern.ch/jwt/v1/any"));
        Location web = new Location("http", null, "127.0.0.1", from.port(), "/a");
        copies().copy(web, to.location("/c"));
        assertThat(gotToken(from)).isFalse();
        assertThat(gotToken(to)).isTrue();
    }

    @Test
    void anExpiredTokenIsNotSentAndNamedWhereItWasNeeded() {
        from.token = "secret";
        Instant past = Instant.parse("2026-01-02T03:04:05Z");
        credentials.token(new BearerToken("secret", "/tmp/bt_u0", List.of(), null, past));
        HttpCopies copies = copies();
        TransferException e = failure(copies);
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e)
                .hasMessageContaining("the token in /tmp/bt_u0 expired at 2026-01-02T03:04:05Z: get a new one")
                .message()
                .doesNotContain("secret");
        assertThat(gotToken(from)).isFalse();
    }

    /** The source takes no second request with it: the destination says so, and this machine cannot either. */
    @Test
    void aTokenThatExpiresMeanwhileEndsTheCopyWithTheReason() {
        from.token = "secret";
        credentials.token(token("secret"));
        to.copying = exchange -> {
            from.token = "another";
            to.copy(exchange);
        };
        HttpCopies copies = copies();
        TransferException e = failure(copies);
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(copies.events)
                .anyMatch(event -> event.startsWith(PASSED) && event.contains("the other server says 401"));
        assertThat(to.files).isEmpty();
    }

    @Test
    void noTokenFollowsARedirectionToAnotherServer() throws Exception {
        credentials.token(token("secret"));
        try (CopyServer thief = new CopyServer()) {
            to.copying = exchange -> {
                exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + thief.port() + "/x");
                CopyServer.say(exchange, 307, "");
            };
            from.software = "nginx";
            HttpCopies copies = copies();
            copied(copies);
            assertThat(thief.heard).isEmpty();
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith(PASSED) && event.contains("redirects COPY to"));
        }
    }

    @Test
    void noPasswordIsHandedOn(@TempDir Path here) throws Exception {
        Path root = Files.createDirectories(here.resolve("root/private")).getParent();
        Files.write(root.resolve("private/p"), from.files.get("/a"));
        credentials.password(WebServer.USER, WebServer.PASSWORD);
        try (WebServer secret = WebServer.start(here, root)) {
            HttpCopies copies = copies();
            copies.copy(secret.privateLocation("/p"), to.location("/b"));
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith(PASSED) && event.contains("is given to no other server"));
        }
        assertThat(copy(to)).isEmpty();
        assertThat(to.files).containsEntry("/b", from.files.get("/a"));
    }

    @Test
    void aTokenGoesOverNoUnencryptedConnectionToAnotherMachine() throws Exception {
        HttpAccount remote = HttpAccount.of(
                new Location("dav", null, "dtn.example.org", 0, "/"), credentials.token(token("secret")), (_, _) -> {});
        HttpAccount encrypted =
                HttpAccount.of(new Location("davs", null, "dtn.example.org", 0, "/"), credentials, (_, _) -> {});
        HttpAccount site =
                HttpAccount.of(new Location("https", null, "www.example.org", 0, "/"), credentials, (_, _) -> {});
        assertThat(remote.logIn().bearer()).isEmpty();
        assertThat(encrypted.logIn().bearer()).contains("Bearer secret");
        assertThat(site.logIn().bearer()).isEmpty();
        credentials.token(token("secret", "www.example.org"));
        assertThat(site.logIn().bearer()).contains("Bearer secret");
        assertThat(encrypted.logIn().bearer()).isEmpty();
    }
}
