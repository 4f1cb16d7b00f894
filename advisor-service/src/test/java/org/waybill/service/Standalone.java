package org.waybill.service;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.MigratedDatabase;
import tools.jackson.databind.json.JsonMapper;

/** One standalone service for all test classes that need one: starting it is what costs. */
public final class Standalone {
    private static Standalone one;

    public final Path home;
    public final RunningService service;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private Standalone() throws IOException {
        home = Files.createTempDirectory("waybill-standalone");
        service = start(home);
    }

    /** A service of its own in this home, for tests that must not share one. */
    public static RunningService start(Path home) {
        return EmbeddedService.load()
                .start(new ServiceSettings(
                        MigratedDatabase.putInto(home), "127.0.0.1", 0, null, null, null, null, null, true));
    }

    public static synchronized Standalone shared() throws IOException {
        if (one == null) {
            one = new Standalone();
        }
        return one;
    }

    /** A token of a new account that may only read. */
    public String viewerToken(String name) throws IOException, InterruptedException {
        return token(name, "viewer");
    }

    /** A token of a new account with a role. */
    public String token(String name, String role) throws IOException, InterruptedException {
        String account = "{\"name\":\"" + name + "\",\"%s\":\"%s\"}";
        String secret = field(postJson("/api/accounts", service.token(), account.formatted("role", role)), "secret");
        return field(postJson("/api/login", "", account.formatted("secret", secret)), "token");
    }

    private static String field(HttpResponse<String> response, String name) {
        return JsonMapper.shared().readTree(response.body()).get(name).asString();
    }

    public URI uri(String path) {
        return URI.create(service.url() + path);
    }

    public HttpResponse<String> get(String path, String token) throws IOException, InterruptedException {
        return send(request(path, token).GET().build());
    }

    public HttpResponse<String> post(String path, String token, String type, byte[] body)
            throws IOException, InterruptedException {
        return send(request(path, token)
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body))
                .build());
    }

    public HttpResponse<String> postJson(String path, String token, String body)
            throws IOException, InterruptedException {
        return post(path, token, "application/json", body.getBytes(StandardCharsets.UTF_8));
    }

    public HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }

    public HttpRequest.Builder request(String path, String token) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri(path)).timeout(Duration.ofSeconds(30));
        return token.isEmpty() ? builder : builder.header("Authorization", "Bearer " + token);
    }
}
