package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Accounts over REST, and what each role may do there. */
class AccountsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static Standalone standalone;
    private static String administrator;

    @BeforeAll
    static void start() throws Exception {
        standalone = Standalone.shared();
        administrator = standalone.service.token();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    private static HttpResponse<String> put(String name, String body) throws Exception {
        return standalone.send(standalone
                .request("/api/accounts/" + name, administrator)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(body))
                .build());
    }

    private static HttpResponse<String> delete(String path) throws Exception {
        return standalone.send(standalone.request(path, administrator).DELETE().build());
    }

    private static String token(String name, String secret) throws Exception {
        HttpResponse<String> entered =
                standalone.postJson("/api/login", "", "{\"name\":\"" + name + "\",\"secret\":\"" + secret + "\"}");
        return entered.statusCode() == 200 ? json(entered).get("token").asString() : "";
    }

    private static String add(String name, String role) throws Exception {
        HttpResponse<String> added = standalone.postJson(
                "/api/accounts", administrator, "{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}");
        assertThat(added.statusCode()).as(added.body()).isEqualTo(201);
        return json(added).get("secret").asString();
    }

    @Test
    void eachRoleMayDoWhatItMayAndNoMore() throws Exception {
        String viewer = token("rest-viewer", add("rest-viewer", "viewer"));
        String operator = token("rest-operator", add("rest-operator", "operator"));
        String second = token("rest-second", add("rest-second", "administrator"));
        String entry = "{\"id\":0,\"version\":0,\"name\":\"By %s\",\"country\":\"CH\",\"url\":\"\"}";
        assertThat(standalone.get("/api/catalog/host", viewer).statusCode()).isEqualTo(200);
        assertThat(standalone
                        .postJson("/api/catalog/organisation", viewer, entry.formatted("viewer"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(standalone
                        .postJson("/api/catalog/organisation", operator, entry.formatted("operator"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(standalone.get("/api/accounts", operator).statusCode()).isEqualTo(403);
        assertThat(standalone.get("/api/accounts/rest-viewer/tokens", operator).statusCode())
                .isEqualTo(403);
        assertThat(standalone.get("/api/accounts/rest-viewer/tokens", viewer).statusCode())
                .isEqualTo(200);
        HttpResponse<String> all = standalone.get("/api/accounts", second);
        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(all.body())
                .contains("rest-operator")
                .doesNotContain("secret")
                .doesNotContain("hash");
        assertThat(standalone.get("/actuator/metrics", operator).statusCode()).isEqualTo(403);
    }

    @Test
    void aLockANewSecretAndARemovalEndWhatWasOpen() throws Exception {
        String secret = add("rest-locked", "viewer");
        String token = token("rest-locked", secret);
        assertThat(standalone.get("/api/info", token).statusCode()).isEqualTo(200);
        assertThat(put("rest-locked", "{\"role\":\"viewer\",\"enabled\":false}").statusCode())
                .isEqualTo(200);
        assertThat(standalone.get("/api/info", token).statusCode()).isEqualTo(401);
        assertThat(token("rest-locked", secret)).isEmpty();
        assertThat(put("rest-locked", "{\"role\":\"viewer\",\"enabled\":true}").statusCode())
                .isEqualTo(200);
        assertThat(standalone.get("/api/info", token).statusCode())
                .as("once locked, ended")
                .isEqualTo(401);
        String changed = json(standalone.postJson("/api/accounts/rest-locked/secret", administrator, ""))
                .get("secret")
                .asString();
        assertThat(standalone.get("/api/info", token).statusCode()).isEqualTo(401);
        assertThat(token("rest-locked", secret)).isEmpty();
        String again = token("rest-locked", changed);
        assertThat(standalone.get("/api/info", again).statusCode()).isEqualTo(200);
        assertThat(delete("/api/accounts/rest-locked").statusCode()).isEqualTo(204);
        assertThat(standalone.get("/api/info", again).statusCode()).isEqualTo(401);
    }

    @Test
    void badRequestsAreExplained() throws Exception {
        add("rest-twice", "viewer");
        for (String[] bad : new String[][] {
            {"{\"name\":\"rest-twice\",\"role\":\"viewer\"}", "409", "rest-twice exists"},
            {"{\"name\":\"REST-Twice\",\"role\":\"viewer\"}", "409", "rest-twice exists"},
            {"{\"name\":\"a b\",\"role\":\"viewer\"}", "400", "invalid name"},
            {
                "{\"name\":\"x\",\"role\":\"king\"}",
                "400",
                "invalid role: expected one of viewer, worker, operator, administrator"
            },
            {"{}", "400", "is missing"}
        }) {
            HttpResponse<String> answer = standalone.postJson("/api/accounts", administrator, bad[0]);
            assertThat(answer.statusCode()).as(bad[0]).isEqualTo(Integer.parseInt(bad[1]));
            assertThat(json(answer).get("message").asString()).contains(bad[2]).hasLineCount(1);
        }
        assertThat(put("rest-nobody", "{\"role\":\"viewer\",\"enabled\":true}").statusCode())
                .isEqualTo(404);
        assertThat(delete("/api/accounts/rest-twice/tokens/999999").statusCode())
                .isEqualTo(404);
    }
}
