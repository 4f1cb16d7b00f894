package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document says of each operation what it takes and what it answers, and that is so. */
class OpenApiTest {
    /** Changes that need no body: everything is in the address. */
    private static final Set<String> WITHOUT_BODY = Set.of(
            "POST /api/circuits/{id}/commit",
            "POST /api/circuits/{id}/release",
            "POST /api/accounts/{name}/secret",
            "POST /api/storage/spaces");

    private static final Path PUBLISHED =
            Path.of(System.getProperty("waybill.root", ".."), "schemas", "rest.openapi.json");
    private static final JsonMapper SORTED = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
            .build();

    private static Standalone standalone;
    private static JsonNode document;

    @BeforeAll
    static void read() throws Exception {
        standalone = Standalone.shared();
        document = JsonMapper.shared()
                .readTree(standalone
                        .get("/v3/api-docs", standalone.service.token())
                        .body());
    }

    /** A change of the service fails this; {@code -Dwaybill.test.schemas=write} then writes the file again. */
    @Test
    void theDocumentIsThePublishedOne() throws IOException {
        JsonNode published = document.deepCopy();
        // their numbers follow an order that may change
        published.findParents("operationId").forEach(operation -> ((ObjectNode) operation).remove("operationId"));
        if (System.getProperty("waybill.test.schemas", "").equals("write")) {
            Files.writeString(PUBLISHED, SORTED.writeValueAsString(published) + "\n");
        }

        assertThat(SORTED.readTree(Files.readString(PUBLISHED)))
                .as("schemas/rest.openapi.json; written again with -Dwaybill.test.schemas=write")
                .isEqualTo(published);
    }

    private static void each(BiConsumer<String, JsonNode> visitor) {
        document.get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(operation -> visitor.accept(
                                operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                operation.getValue())));
    }

    @Test
    void everyOperationThatTakesABodySaysWhich() {
        Set<String> silent = new TreeSet<>();
        Map<String, String> vague = new LinkedHashMap<>();
        each((name, operation) -> {
            if (name.matches("(POST|PUT) .*")) {
                JsonNode body = operation.get("requestBody");
                if (body == null) {
                    silent.add(name);
                } else {
                    body.get("content").properties().stream()
                            .filter(type -> !type.getValue().has("schema"))
                            .forEach(type -> vague.put(name, type.getKey()));
                    assertThat(body.path("required").asBoolean()).as(name).isTrue();
                }
            }
        });
        assertThat(silent).isEqualTo(new TreeSet<>(WITHOUT_BODY));
        assertThat(vague).isEmpty();
    }

    @Test
    void everyOperationSaysWhatItAnswers() {
        each((name, operation) -> operation.get("responses").properties().forEach(answer -> {
            JsonNode content = answer.getValue().get("content");
            if (answer.getKey().equals("204")) {
                assertThat(content).as(name).isNull();
            } else {
                assertThat(answer.getKey()).as(name).isIn("200", "201");
                assertThat(content).as(name).isNotEmpty();
                content.properties().forEach(type -> {
                    assertThat(type.getKey()).as(name).isIn("application/json", "text/csv");
                    assertThat(type.getValue().get("schema")).as(name).isNotEmpty();
                });
            }
        }));
    }

    @Test
    void anOperationThatTakesABodyRefusesToDoWithout() {
        each((name, operation) -> {
            if (operation.has("requestBody")) {
                assertThat(status(name, operation)).as(name).isIn(400, 404, 415);
            }
        });
    }

    private static int status(String name, JsonNode operation) {
        String type = operation
                .get("requestBody")
                .get("content")
                .propertyNames()
                .iterator()
                .next();
        StringBuilder query = new StringBuilder("?");
        operation.path("parameters").forEach(parameter -> {
            if (parameter.get("in").asString().equals("query")
                    && parameter.path("required").asBoolean()) {
                query.append(parameter.get("name").asString()).append("=x&");
            }
        });
        String path = name.replaceAll(".* ", "")
                .replace("{kind}", "host")
                .replace("{id}", "1")
                .replaceAll("[{}]", "");
        HttpRequest request = standalone
                .request(path + query, standalone.service.token())
                .header("Content-Type", type)
                .method(name.replaceAll(" .*", ""), BodyPublishers.noBody())
                .build();
        try {
            return standalone.send(request).statusCode();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(name, e);
        }
    }

    @Test
    void anAnswerHasTheMembersThatTheDocumentNames() throws Exception {
        for (String path : new String[] {
            "/api/info",
            "/api/profile?host=x.fnal.gov",
            "/api/history",
            "/api/accounts",
            "/api/history/accounts",
            "/api/catalog/host",
            "/api/catalog/host/changes",
            "/api/overlay/relays",
            "/api/health",
            "/api/circuits",
            "/api/transfers/running"
        }) {
            HttpResponse<String> response = standalone.get(path, standalone.service.token());
            assertThat(response.statusCode()).as(path).isEqualTo(200);
            JsonNode operation = document.get("paths")
                    .get(path.replaceAll("\\?.*", "").replace("/host", "/{kind}"))
                    .get("get");
            JsonNode schema = operation
                    .get("responses")
                    .get("200")
                    .get("content")
                    .get("application/json")
                    .get("schema");
            matches(path, JsonMapper.shared().readTree(response.body()), schema);
        }
    }

    private static void matches(String where, JsonNode value, JsonNode schema) {
        if (schema.has("$ref")) {
            JsonNode named = document.get("components")
                    .get("schemas")
                    .get(schema.get("$ref").asString().replaceAll(".*/", ""));
            matches(where, value, named);
        } else if (value.isArray()) {
            assertThat(schema.path("type").asString()).as(where).isEqualTo("array");
            value.forEach(element -> matches(where + "[]", element, schema.get("items")));
        } else if (value.isObject() && schema.has("properties")) {
            assertThat(value.propertyNames())
                    .as(where)
                    .containsExactlyInAnyOrderElementsOf(
                            schema.get("properties").propertyNames());
            value.properties()
                    .forEach(member -> matches(
                            where + "." + member.getKey(),
                            member.getValue(),
                            schema.get("properties").get(member.getKey())));
        }
    }
}
