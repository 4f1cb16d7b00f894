package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RestTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static Standalone standalone;
    private static String token;

    @BeforeAll
    static void start() throws IOException {
        standalone = Standalone.shared();
        token = standalone.service.token();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    private static String firstSecret() throws IOException {
        return Files.readString(standalone.home.resolve("first-run-secret")).strip();
    }

    @Test
    void theFirstSecretIsInAFileForItsOwnerAndOpensTheDoor() throws Exception {
        Path file = standalone.home.resolve("first-run-secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        HttpResponse<String> entered = standalone.postJson(
                "/api/login", "", JSON.writeValueAsString(Map.of("name", "admin", "secret", firstSecret())));
        assertThat(entered.statusCode()).isEqualTo(200);
        String issued = json(entered).get("token").asString();
        assertThat(standalone.get("/api/info", issued).statusCode()).isEqualTo(200);
        assertThat(standalone.get("/actuator/metrics", issued).statusCode()).isEqualTo(200);
        assertThat(standalone
                        .send(standalone
                                .request("/api/tokens/current", issued)
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(204);
        assertThat(standalone.get("/api/info", issued).statusCode()).isEqualTo(401);
    }

    @Test
    void neitherSecretNorTokenLiesInTheDatabase() throws Exception {
        String issued = json(standalone.postJson(
                        "/api/login", "", JSON.writeValueAsString(Map.of("name", "admin", "secret", firstSecret()))))
                .get("token")
                .asString();
        byte[] database = Files.readAllBytes(standalone.home.resolve("service/advisor.mv.db"));
        String content = new String(database, StandardCharsets.ISO_8859_1);
        assertThat(content).doesNotContain(firstSecret()).doesNotContain(issued);
    }

    @Test
    void guessingIsSlowedDown() throws Exception {
        int refused = 0;
        for (int i = 0; i < 6; i++) {
            HttpResponse<String> response =
                    standalone.postJson("/api/login", "", "{\"name\":\"nobody\",\"secret\":\"wrong" + i + "\"}");
            refused += response.statusCode() == 403 ? 1 : 0;
            assertThat(response.statusCode()).isIn(401, 403);
        }
        assertThat(refused).isEqualTo(1);
    }

    @Test
    void healthIsPublicAndSaysNothingMore() throws Exception {
        HttpResponse<String> health = standalone.get("/actuator/health", "");
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(json(health).get("status").asString()).isEqualTo("UP");
        assertThat(health.body()).doesNotContain("H2");
        assertThat(standalone.get("/actuator/metrics", "").statusCode()).isEqualTo(401);
        assertThat(standalone.get("/actuator/env", token).statusCode()).isEqualTo(404);
    }

    @Test
    void theDocumentNamesEveryOperationAndNeedsAToken() throws Exception {
        assertThat(standalone.get("/v3/api-docs", "").statusCode()).isEqualTo(401);
        JsonNode document = json(standalone.get("/v3/api-docs", token));
        assertThat(document.get("openapi").asString()).startsWith("3.");
        assertThat(document.get("paths").propertyNames())
                .contains(
                        "/api/info",
                        "/api/profile",
                        "/api/forecasts",
                        "/api/locations",
                        "/api/services",
                        "/api/transfers",
                        "/api/measurements",
                        "/api/history",
                        "/api/catalog/{kind}",
                        "/api/catalog/{kind}/{id}",
                        "/api/catalog/{kind}/import",
                        "/api/catalog/{kind}/export",
                        "/api/catalog/{kind}/changes",
                        "/api/login",
                        "/api/tasks",
                        "/api/tasks/{id}",
                        "/api/advice",
                        "/api/workers",
                        "/api/leases",
                        "/api/tokens");
        assertThat(document.get("components").get("schemas").propertyNames()).contains("ForecastQuery", "Relay");
        assertThat(standalone.get("/swagger-ui/index.html", token).statusCode()).isNotEqualTo(200);
    }

    @Test
    void answersAsHessianDoes() throws Exception {
        assertThat(json(standalone.get("/api/profile?host=x.fnal.gov", token))
                        .get("site")
                        .asString())
                .isEqualTo("Fermilab");
        JsonNode forecasts = json(standalone.postJson("/api/forecasts", token, """
            [{"sourceHost":"a.rest.example","destinationHost":"b.rest.example","transport":"tcp","via":"",
              "streams":4,"storage":"DISK","bytes":1000000000,"files":1,"rttMillis":100,
              "bottleneckBitsPerSecond":1e9,"lossRatio":0.0}]\
            """));
        assertThat(forecasts.get(0).get("basis").asString()).isEqualTo("PROBE");
        assertThat(forecasts.get(0).get("secondsP50").asDouble()).isBetween(8.0, 20.0);
        JsonNode placed = json(standalone.postJson("/api/locations", token, "[{\"address\":\"128.142.1.1\"}]"));
        assertThat(placed.get(0).get("place").get("city").asString()).isEqualTo("Meyrin");
        assertThat(json(standalone.get("/api/history?limit=5", token))
                        .get("transfers")
                        .isArray())
                .isTrue();
    }

    @Test
    void aBadRequestIsExplainedInOneLine() throws Exception {
        for (Map.Entry<String, String> bad : Map.of(
                        "[{\"address\":7}]", "[0].address: should be text",
                        "[{}]", "[0].address: is missing",
                        "{}", "should be a list",
                        "[", "not valid JSON",
                        "[{\"address\":\"x\",\"rttMillis\":\"soon\"}]", "[0].rttMillis: should be a number")
                .entrySet()) {
            HttpResponse<String> response = standalone.postJson("/api/locations", token, bad.getKey());
            assertThat(response.statusCode())
                    .as(bad.getKey() + " " + response.body())
                    .isEqualTo(400);
            assertThat(json(response).get("code").asString()).isEqualTo("BAD_REQUEST");
            assertThat(json(response).get("message").asString())
                    .contains(bad.getValue())
                    .hasLineCount(1);
        }
        assertThat(standalone.get("/api/catalog/host?page=x", token).statusCode())
                .isEqualTo(400);
        assertThat(standalone.get("/api/catalog/planets", token).statusCode()).isEqualTo(404);
        assertThat(standalone.get("/api/history?limit=0", token).body()).contains("expected 1..1000");
    }

    private static void isAFault(HttpResponse<String> response, int status, String code, String message) {
        String what = response.statusCode() + " " + response.body();
        assertThat(response.statusCode()).as(what).isEqualTo(status);
        JsonNode fault = json(response);
        assertThat(fault.propertyNames()).as(what).containsExactlyInAnyOrder("code", "message");
        assertThat(fault.get("code").asString()).as(what).isEqualTo(code);
        assertThat(fault.get("message").asString()).as(what).contains(message).hasLineCount(1);
    }

    private static HttpResponse<String> method(String method, String path, String type) throws Exception {
        return standalone.send(standalone
                .request(path, token)
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString("{}"))
                .build());
    }

    @Test
    void whatReachesNoOperationIsAFaultAsEveryOther() throws Exception {
        for (String path :
                List.of("/api", "/api/nothing", "/api/tasks/1/nothing", "/v3/nothing", "/actuator/nothing")) {
            isAFault(standalone.get(path, token), 404, "NOT_FOUND", "there is nothing at " + path);
        }
        isAFault(method("DELETE", "/api/tasks", "application/json"), 405, "BAD_REQUEST", "DELETE /api/tasks is no");
        isAFault(method("PUT", "/api/tasks/1", "application/json"), 405, "BAD_REQUEST", "expected GET");
        for (String path : List.of("/api/tasks", "/api/login", "/api/locations")) {
            isAFault(method("POST", path, "text/plain"), 415, "BAD_REQUEST", "Content-Type: application/json");
        }
        isAFault(standalone.get("/api/info", ""), 401, "UNAUTHENTICATED", "Authorization: Bearer TOKEN");
        isAFault(standalone.get("/api/tasks/x", token), 400, "BAD_REQUEST", "id has an invalid value");
    }

    @Test
    void aBodyThatIsNoSubmissionIsRefusedInOneLine() throws Exception {
        String good = "\"sources\":[\"h:/x\"],\"destination\":\"h:/y\"";
        for (Map.Entry<String, String> bad : Map.of(
                        "{" + good,
                        "not valid JSON",
                        "",
                        "the body is missing",
                        "[]",
                        "should be",
                        "{" + good + ",\"option\":5}",
                        "unknown member 'option': expected id, kind, sources",
                        "{" + good + ",\"priority\":\"high\"}",
                        "priority: should be a number",
                        "{" + good + ",\"kind\":\"MOVE\"}",
                        "kind",
                        "{\"sources\":\"h:/x\",\"destination\":\"h:/y\"}",
                        "sources: should be a list",
                        "{\"sources\":[\"h:/x\"]}",
                        "destination: is missing")
                .entrySet()) {
            isAFault(standalone.postJson("/api/tasks", token, bad.getKey()), 400, "BAD_REQUEST", bad.getValue());
        }
        String large = "{\"sources\":[\"" + "x".repeat(100_000) + "\"],\"destination\":\"h:/y\"}";
        isAFault(standalone.postJson("/api/tasks", token, large), 413, "TOO_LARGE", "the body is larger than");
    }

    @Test
    void aQueryThatCannotBeDecodedIsABadRequest() throws Exception {
        for (String path : List.of(
                "/api/history?source=%ff",
                "/api/catalog/host?q=%ff",
                "/api/catalog/host/export?format=%c3",
                "/api/profile?host=%ff",
                "/actuator/metrics?tag=%ff",
                "/v3/api-docs?group=%ff")) {
            HttpResponse<String> response = standalone.get(path, token);
            assertThat(response.body()).as(path).doesNotContain("internal error");
            if (path.startsWith("/api/")) {
                assertThat(response.statusCode()).as(path).isEqualTo(400);
                assertThat(json(response).get("code").asString()).isEqualTo("BAD_REQUEST");
                assertThat(json(response).get("message").asString()).contains("expected percent-encoded UTF-8");
            } else {
                assertThat(response.statusCode()).as(path).isIn(200, 400);
            }
        }
        HttpResponse<String> form = standalone.post(
                "/login",
                "",
                "application/x-www-form-urlencoded",
                "name=%ff&secret=x".getBytes(StandardCharsets.UTF_8));
        assertThat(form.statusCode()).as(form.body()).isIn(400, 403);
    }

    private static String outcome(String... replacements) {
        String good = """
            [{"id":"0f5e2c4a-1111-4222-8333-944455556666","sourceHost":"a.reports.example",
              "destinationHost":"b.reports.example","transport":"tcp","via":"","streams":4,"storage":"DISK",
              "bytes":1000000000,"files":1,"startedAt":"2026-03-01T00:00:00Z","seconds":9.5,"retransmittedBytes":0,
              "resumedBytes":0,"status":"OK","forecastId":null,"forecastSecondsP50":null,"forecastSecondsP90":null,
              "causeCode":""}]
            """;
        String changed = good;
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(changed).contains(replacements[i]);
            changed = changed.replace(replacements[i], replacements[i + 1]);
        }
        return changed;
    }

    @Test
    void aReportOfWhatCannotHaveHappenedIsRefusedInOneLine() throws Exception {
        String viewer = json(standalone.postJson(
                        "/api/accounts", token, "{\"name\":\"reports-viewer\",\"role\":\"viewer\"}"))
                .get("secret")
                .asString();
        String theirs = json(standalone.postJson(
                        "/api/login", "", JSON.writeValueAsString(Map.of("name", "reports-viewer", "secret", viewer))))
                .get("token")
                .asString();
        String future = Instant.now().plusSeconds(7_200).toString();
        for (Map.Entry<String, String> bad : Map.of(
                        outcome("1000000000", "9000000000000000000"), "bytes is 9000000000000000000",
                        outcome("9.5", "0.000001"), "invalid seconds 1.0E-6 for 1000000000 bytes",
                        outcome("9.5", "0"), "invalid seconds 0.0",
                        outcome("2026-03-01", "2099-01-01"), "startedAt: invalid time 2099-01-01T00:00:00Z",
                        outcome("2026-03-01T00:00:00Z", future), "startedAt: invalid time",
                        outcome("2026-03-01", "1900-01-01"), "startedAt: invalid time 1900-01-01T00:00:00Z",
                        outcome("b.reports.example", "<b>x"), "invalid destinationHost",
                        outcome("\"tcp\"", "\"<b>\""), "invalid transport",
                        outcome("\"OK\"", "\"<b>\""), "invalid status")
                .entrySet()) {
            HttpResponse<String> response = standalone.postJson("/api/transfers", theirs, bad.getKey());
            assertThat(response.statusCode()).as(bad.getKey()).isEqualTo(400);
            assertThat(json(response).get("message").asString())
                    .startsWith(bad.getValue())
                    .hasLineCount(1);
        }
        String measured = """
            [{"sourceHost":"a.reports.example","destinationHost":"b.reports.example","quantity":"RTT","value":20,
              "method":"icmp","samples":3,"errorPercent":null,"measuredAt":"2026-03-01T00:00:00Z"}]
            """;
        for (String bad : List.of(
                measured.replace("2026-03", "2099-03"),
                measured.replace("\"value\":20", "\"value\":1e30"),
                measured.replace("b.reports.example", "<b>x"))) {
            assertThat(standalone.postJson("/api/measurements", theirs, bad).statusCode())
                    .as(bad)
                    .isEqualTo(400);
        }
        assertThat(standalone
                        .get("/api/history?source=a.reports.example", theirs)
                        .body())
                .contains("\"transfers\":[]");
        assertThat(standalone.postJson("/api/transfers", theirs, outcome()).statusCode())
                .as("what a copy of a viewer reports")
                .isEqualTo(204);
        assertThat(standalone.postJson("/api/measurements", theirs, measured).statusCode())
                .isEqualTo(204);
    }

    @Test
    void theCatalogueIsChangedWithVersions() throws Exception {
        HttpResponse<String> added = standalone.postJson(
                "/api/catalog/organisation",
                token,
                "{\"id\":0,\"version\":0,\"name\":\"Rest Institute\",\"country\":\"ch\",\"url\":\"\"}");
        assertThat(added.statusCode()).isEqualTo(201);
        long id = json(added).get("id").asLong();
        String change = "{\"id\":%d,\"version\":%d,\"name\":\"Rest Institute\",\"country\":\"DE\",\"url\":\"\"}";
        assertThat(put(id, change.formatted(id, 7)).statusCode()).isEqualTo(409);
        HttpResponse<String> changed =
                put(id, change.formatted(id, json(added).get("version").asLong()));
        assertThat(json(changed).get("country").asString()).isEqualTo("DE");
        HttpResponse<String> imported = standalone.post(
                "/api/catalog/site/import?format=csv",
                token,
                "text/csv",
                ("name,organisation,city,country,latitude,longitude\n"
                                + "Rest Site,Rest Institute,Bern,CH,46.9,7.4\nBad,,,,,\n")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(json(imported).get("added").asInt()).isEqualTo(1);
        assertThat(json(imported).get("errors").get(0).get("row").asInt()).isEqualTo(3);
        assertThat(standalone.get("/api/catalog/site/export", token).body()).contains("Rest Site,Rest Institute,Bern");
        assertThat(json(standalone.get("/api/catalog/organisation/changes?id=" + id, token))
                        .get(0)
                        .get("action")
                        .asString())
                .isEqualTo("CHANGE");
        assertThat(standalone
                        .send(standalone
                                .request(
                                        "/api/catalog/organisation/" + id + "?version="
                                                + json(changed).get("version").asLong(),
                                        token)
                                .DELETE()
                                .build())
                        .statusCode())
                .isEqualTo(409);
    }

    private static HttpResponse<String> put(long id, String body) throws Exception {
        return standalone.send(standalone
                .request("/api/catalog/organisation/" + id, token)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body))
                .build());
    }

    @Test
    void theConsoleAsksForALoginThatOtherSitesCannotForge() throws Exception {
        HttpResponse<String> home = standalone.get("/", "");
        assertThat(home.statusCode()).isEqualTo(302);
        assertThat(home.headers().firstValue("Location").orElseThrow()).endsWith("/login");
        HttpResponse<String> form = standalone.get("/login", "");
        assertThat(form.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'");
        Matcher field = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(form.body());
        assertThat(field.find()).isTrue();
        String crossSite = form.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("waybill-form="))
                .findFirst()
                .orElseThrow()
                .replaceAll(";.*", "");

        assertThat(login("", crossSite, firstSecret()).statusCode()).isEqualTo(403);
        assertThat(login(field.group(1), crossSite, "wrong").body()).contains("Wrong name or password");
        HttpResponse<String> entered = login(field.group(1), crossSite, firstSecret());
        assertThat(entered.statusCode()).isEqualTo(302);
        List<String> cookies = entered.headers().allValues("Set-Cookie");
        String session = cookies.stream()
                .filter(cookie -> cookie.startsWith("waybill-session="))
                .findFirst()
                .orElseThrow();
        assertThat(session).contains("HttpOnly").contains("SameSite=Strict");
        HttpResponse<String> page = standalone.send(standalone
                .request("/", "")
                .header("Cookie", session.replaceAll(";.*", ""))
                .GET()
                .build());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Latest transfers").contains("administrator");
        for (String path : List.of("/history?source=%ff", "/catalogue/host?q=%ff", "/activity?page=%ff")) {
            HttpResponse<String> unreadable = standalone.send(standalone
                    .request(path, "")
                    .header("Cookie", session.replaceAll(";.*", ""))
                    .GET()
                    .build());
            assertThat(unreadable.statusCode()).as(path).isIn(400, 404);
            assertThat(unreadable.body()).as(path).doesNotContain("internal error");
        }
    }

    private static HttpResponse<String> login(String crossSite, String cookie, String secret) throws Exception {
        String form = "name=admin&secret=" + URLEncoder.encode(secret, StandardCharsets.UTF_8) + "&_csrf="
                + URLEncoder.encode(crossSite, StandardCharsets.UTF_8);
        return standalone.send(standalone
                .request("/login", "")
                .header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
    }
}
