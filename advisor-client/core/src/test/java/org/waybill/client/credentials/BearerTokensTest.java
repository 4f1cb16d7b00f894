package org.waybill.client.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.testserver.Packages;
import org.waybill.platform.PrivateFiles;

class BearerTokensTest {
    @TempDir
    private Path directory;

    private final int user = PrivateFiles.thisUser();

    private Path file(String name, String text) throws Exception {
        Path file = Files.writeString(directory.resolve(name), text + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private BearerTokens tokens(String... environment) {
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < environment.length; i += 2) {
            variables.put(environment[i], environment[i + 1]);
        }
        return new BearerTokens(variables, directory, user);
    }

    private static String jwt(String claims) {
        Base64.Encoder base64 = Base64.getUrlEncoder().withoutPadding();
        return base64.encodeToString("{\"alg\":\"RS256\"}".getBytes(StandardCharsets.UTF_8)) + "."
                + base64.encodeToString(claims.getBytes(StandardCharsets.UTF_8)) + ".c2lnbmVk";
    }

    private BearerToken of(String claims) throws TransferException {
        return tokens("BEARER_TOKEN", jwt(claims)).find().orElseThrow();
    }

    private static TransferException refused(BearerTokens tokens) {
        return catchThrowableOfType(TransferException.class, tokens::find);
    }

    @Test
    void theFirstOfTheFourPlacesDecides() throws Exception {
        assertThat(tokens().find()).isEmpty();
        file("bt_u" + user, "in-tmp");
        Path runtime = Files.createDirectory(directory.resolve("run"));
        assertThat(tokens("XDG_RUNTIME_DIR", runtime.toString()).find().map(BearerToken::text))
                .contains("in-tmp");
        Files.copy(file("x", "in-runtime"), runtime.resolve("bt_u" + user), StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(tokens("XDG_RUNTIME_DIR", runtime.toString()).find().map(BearerToken::text))
                .contains("in-runtime");
        String named = file("named", "in-named").toString();
        assertThat(tokens("XDG_RUNTIME_DIR", runtime.toString(), "BEARER_TOKEN_FILE", named)
                        .find()
                        .map(BearerToken::text))
                .contains("in-named");
        Optional<BearerToken> first = tokens("BEARER_TOKEN_FILE", named, "BEARER_TOKEN", " in-variable\n")
                .find();
        assertThat(first.map(BearerToken::text)).contains("in-variable");
        assertThat(first.map(BearerToken::toString)).contains("the token in BEARER_TOKEN");
    }

    /** It is renewed by others while a long transfer runs. */
    @Test
    void theFileIsReadAgainEachTime() throws Exception {
        BearerTokens tokens = tokens("BEARER_TOKEN_FILE", file("t", "one").toString());
        assertThat(tokens.find().map(BearerToken::text)).contains("one");
        file("t", "two");
        assertThat(tokens.find().map(BearerToken::text)).contains("two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
    void aFileThatOthersMayReadOrWriteIsNotUsed(String mode) throws Exception {
        Path file = file("bt_u" + user, "secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        TransferException e = refused(tokens());
        assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
        assertThat(e).hasMessageContaining("chmod 600 " + file).message().doesNotContain("secret");
    }

    @Test
    void aLinkOrAnothersFileInATemporaryDirectoryIsNotUsed() throws Exception {
        Path usual = directory.resolve("bt_u" + user);
        Files.createSymbolicLink(usual, file("other", "secret"));
        assertThat(refused(tokens()).reason()).isEqualTo(Reason.UNSAFE);
        Files.delete(usual);
        Packages.requireRoot("it gives a file to another user");
        Files.setAttribute(file("bt_u" + user, "secret"), "unix:uid", 65_534);
        assertThat(refused(tokens()).reason()).isEqualTo(Reason.UNSAFE);
    }

    @Test
    void aNamedFileMayBeALinkAndMustBeThere() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), file("other", "secret"));
        assertThat(tokens("BEARER_TOKEN_FILE", link.toString()).find()).isPresent();
        TransferException e = refused(tokens("BEARER_TOKEN_FILE", "/nowhere/t"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e).hasMessage("there is no /nowhere/t, which BEARER_TOKEN_FILE names");
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "a\r\nX-Injected: yes", "\u00e4", "a\u0000b"})
    void whatIsNoTokenIsRefusedWithoutBeingShown(String text) {
        TransferException e = refused(tokens("BEARER_TOKEN", text));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e.getMessage())
                .doesNotContain(text)
                .isEqualTo("what is in BEARER_TOKEN is no bearer token: expected one line of it alone");
    }

    @Test
    void aJwtSaysWhenAndWhereItIsValid() throws Exception {
        BearerToken token =
                of("{\"aud\":[\"https://a.example.org:8443\",\"b.example.org\"],\"nbf\":100,\"exp\":200.5}");
        assertThat(token.names("A.example.org", 8443)).isTrue();
        assertThat(token.names("a.example.org", 443)).isFalse();
        assertThat(token.names("b.example.org", 443)).isTrue();
        assertThat(token.names("example.org", 443)).isFalse();
        assertThat(token.namesServers()).isTrue();
        assertThat(token.problem(Instant.ofEpochSecond(99)))
                .hasValueSatisfying(why -> assertThat(why).contains("is not valid before 1970-01-01T00:01:40Z"));
        assertThat(token.problem(Instant.ofEpochSecond(200))).isEmpty();
        assertThat(token.problem(Instant.ofEpochSecond(201)))
                .hasValueSatisfying(why -> assertThat(why).contains("expired at 1970-01-01T00:03:20.500Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"aud\":\"https://wlcg.cern.ch/jwt/v1/any\"}",
                "{\"aud\":\"ANY\"}",
                "{\"aud\":42}",
                "{}",
                "[1]",
                "no JSON",
                "{\"exp\":\"soon\"}",
                "{\"exp\":1e300}"
            })
    void oneThatNamesNoServerOrNoTimeSaysNothing(String claims) throws Exception {
        assertThat(of(claims).namesServers()).isFalse();
        assertThat(of(claims).problem(Instant.now())).isEmpty();
    }
}
