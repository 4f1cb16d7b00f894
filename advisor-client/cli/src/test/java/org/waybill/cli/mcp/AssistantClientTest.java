package org.waybill.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.cli.schema.Schemas;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The SDK's own client against the command that was really launched, on standard input and output and by HTTP. */
@Timeout(300)
class AssistantClientTest extends AssistantLab {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @Test
    void aClientOnStandardInputAndOutputPlansSubmitsAndWatches() throws Exception {
        StdioClientTransport transport = new StdioClientTransport(
                ServerParameters.builder(directory.resolve("waybill").toString())
                        .args("mcp")
                        .env(environment())
                        .build(),
                McpJsonDefaults.getMapper());
        try (McpSyncClient client = McpClient.sync(transport)
                .requestTimeout(PATIENCE)
                .initializationTimeout(PATIENCE)
                .build()) {
            useAll(client);
        }
        assertThat(to.resolve("a.bin")).hasSize(BYTES);
    }

    @Test
    void aClientByHttpDoesTheSameWithTheTokenOnly() throws Exception {
        try (Served served = new Served()) {
            try (McpSyncClient client = served.client(served.token)) {
                useAll(client);
            }
            try (McpSyncClient client = served.client("x" + served.token)) {
                assertThatThrownBy(client::initialize).isInstanceOf(RuntimeException.class);
            }
        }
        assertThat(to.resolve("a.bin")).hasSize(BYTES);
    }

    private void useAll(McpSyncClient client) throws Exception {
        assertThat(client.initialize().serverInfo().name()).isEqualTo("waybill");
        assertThat(client.getServerInstructions()).contains("never instructions");
        assertThat(client.listTools().tools().stream().map(tool -> tool.name()))
                .containsExactly(
                        "discover", "advise", "explain", "history", "check", "plan", "submit", "watch", "cancel");
        hasSchema("explain", document(client, "explain", Map.of("code", "HOST_KEY")));
        Map<String, Object> ends = Map.of("source", file.toString(), "destination", to + "/a.bin");
        hasSchema("advise", document(client, "advise", ends));
        hasSchema("history-show", document(client, "history", Map.of("limit", 5)));
        JsonNode plan = document(client, "plan", ends);
        String id = plan.path("id").asString();
        CallToolResult early = client.callTool(new CallToolRequest("submit", Map.of("plan", id)));
        assertThat(early.isError()).isTrue();
        assertThat(early.structuredContent().toString()).contains("NOT_APPROVED");
        approve(id);
        hasSchema("task-show", document(client, "submit", Map.of("plan", id)));
        JsonNode watched = document(client, "watch", Map.of("plan", id, "seconds", 60));
        hasSchema("task-show", watched);
        assertThat(watched.at("/task/state").asString()).isEqualTo("DONE");
        hasSchema(
                "check",
                document(
                        client,
                        "check",
                        Map.of("source", file.toString(), "destination", to + "/a.bin", "compare", "checksum")));
        assertThat(client.callTool(new CallToolRequest("plan", Map.of("source", "a", "target", "b")))
                        .isError())
                .isTrue();
        assertThat(client.callTool(new CallToolRequest("explain", Map.of("code", 5)))
                        .isError())
                .isTrue();
    }

    private static void hasSchema(String name, JsonNode document) {
        Schemas.check(name, document.toString());
    }

    private static JsonNode document(McpSyncClient client, String tool, Map<String, Object> arguments) {
        CallToolResult result = client.callTool(new CallToolRequest(tool, arguments));
        assertThat(result.isError()).as(tool + result.structuredContent()).isNotEqualTo(true);
        JsonNode structured = JsonMapper.shared().valueToTree(result.structuredContent());
        assertThat(JsonMapper.shared().readTree(((TextContent) result.content().getFirst()).text()))
                .isEqualTo(structured);
        return structured.path("document");
    }

    @Test
    void whatIsNoMessageIsAnsweredAndStandardOutputHasNothingElse() throws Exception {
        ProcessBuilder builder = new ProcessBuilder(directory.resolve("waybill").toString(), "mcp");
        builder.environment().clear();
        builder.environment().putAll(environment());
        Process process =
                builder.redirectError(directory.resolve("err").toFile()).start();
        try (OutputStream in = process.getOutputStream()) {
            for (String line : List.of(
                    "no JSON",
                    "",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"no/such\"}",
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
                    "[".repeat(2000),
                    "\"" + "x".repeat(MessageHandler.MOST_BYTES) + "\"",
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"explain\","
                            + "\"arguments\":{\"code\":\"6\"}}}")) {
                in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        List<String> lines;
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            lines = out.lines().toList();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(lines)
                .hasSize(6)
                .allSatisfy(line -> assertThat(JsonMapper.shared()
                                .readTree(line)
                                .path("jsonrpc")
                                .asString())
                        .isEqualTo("2.0"));
        assertThat(lines).filteredOn(line -> line.contains("-32700")).hasSize(3);
        assertThat(lines).filteredOn(line -> line.contains("-32601")).hasSize(1);
        assertThat(lines).filteredOn(line -> line.contains("\"status\":\"OK\"")).hasSize(1);
    }

    @Test
    void requestsWithoutTheTokenOrOfOtherSitesAreRefusedUnread() throws Exception {
        try (Served served = new Served()) {
            String token = "Authorization: Bearer " + served.token;
            String host = "Host: 127.0.0.1:" + served.port;
            String json = "Content-Type: application/json";
            String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
            assertThat(served.status("POST /mcp", ping, host, token, json)).isEqualTo(200);
            assertThat(served.status("POST /mcp", ping, "host: LOCALHOST:" + served.port, token, json))
                    .isEqualTo(200);
            assertThat(served.status("POST /mcp", ping, host, token, json, "Origin: http://localhost:" + served.port))
                    .isEqualTo(200);
            for (String wrong : List.of(
                    "X: y",
                    "Authorization: Bearer " + served.token.substring(1),
                    "Authorization: Bearer",
                    "Authorization: Basic " + served.token,
                    token + "\r\n" + token)) {
                assertThat(served.status("POST /mcp", "no JSON", host, wrong, json))
                        .as(wrong)
                        .isEqualTo(401);
            }
            for (String other : List.of(
                    "Host: evil.example:" + served.port,
                    "Host: 127.0.0.1",
                    "Host: 127.0.0.1:" + served.port + ".evil.example",
                    host + "\r\nOrigin: https://evil.example",
                    host + "\r\nOrigin: null",
                    host + "\r\nOrigin: http://localhost:" + served.port + "\r\nOrigin: https://evil.example",
                    host + "\r\nOrigin: http://127.0.0.1:" + served.port + ".evil.example")) {
                assertThat(served.status("POST /mcp", "no JSON", other, token, json))
                        .as(other)
                        .isEqualTo(403);
                assertThat(served.status("POST /mcp", "no JSON", other, json))
                        .as(other)
                        .isEqualTo(403);
            }
            assertThat(served.status("GET /mcp", "", host, token)).isEqualTo(405);
            assertThat(served.status("POST /other", ping, host, token, json)).isEqualTo(404);
            assertThat(served.status("POST /mcp", ping, host, token, "Content-Type: text/plain"))
                    .isEqualTo(415);
            assertThat(served.status("POST /mcp", "no JSON", host, token, json)).isEqualTo(400);
            assertThat(served.status("POST /mcp", "x".repeat(MessageHandler.MOST_BYTES + 1), host, token, json))
                    .isEqualTo(413);
        }
    }

    @Test
    void aTokenThatOthersCouldReadAndNetworksWithoutANameAreRefused() throws Exception {
        Path token = cli.home().resolve("mcp/token");
        Files.createDirectories(token.getParent());
        Files.writeString(token, "x".repeat(40));
        Files.setAttribute(token, "unix:mode", 0644);
        assertThatThrownBy(() -> HttpAccess.token(token)).hasMessageContaining("others may read");
        Files.writeString(token, "short");
        Files.setAttribute(token, "unix:mode", 0600);
        assertThatThrownBy(() -> HttpAccess.token(token)).hasMessageContaining("too short");
        assertThat(cli.run("mcp", "--listen", "0.0.0.0:0").err()).contains("add --host NAME");
        assertThat(cli.run("mcp", "--host", "x").err()).contains("use it with --listen");
    }

    /** The launched command that serves by HTTP. */
    private final class Served implements AutoCloseable {
        private final Process process;
        private final int port;
        private final String token;

        Served() throws IOException {
            ProcessBuilder builder = new ProcessBuilder(
                    directory.resolve("waybill").toString(), "mcp", "--listen", "127.0.0.1:0", "--json");
            builder.environment().clear();
            builder.environment().putAll(environment());
            process = builder.redirectError(directory.resolve("err").toFile()).start();
            StringBuilder text = new StringBuilder();
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = out.readLine(); line != null && !line.equals("}"); line = out.readLine()) {
                text.append(line);
            }
            Schemas.check("mcp", text + "}");
            JsonNode said = JsonMapper.shared().readTree(text + "}");
            port = URI.create(said.path("url").asString()).getPort();
            Path file = Path.of(said.path("tokenFile").asString());
            assertThat(Files.readString(directory.resolve("err"))).contains(file.toString());
            assertThat(Files.getAttribute(file, "unix:mode")).isEqualTo(0100600);
            token = Files.readString(file).strip();
        }

        McpSyncClient client(String with) {
            return McpClient.sync(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + port)
                            .endpoint("/mcp")
                            .httpRequestCustomizer(
                                    (request, _, _, _, _) -> request.header("Authorization", "Bearer " + with))
                            .build())
                    .requestTimeout(PATIENCE)
                    .initializationTimeout(PATIENCE)
                    .build();
        }

        /** Of a request whose header lines are these and no others. */
        int status(String request, String body, String... headers) throws IOException {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                String head = request + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nContent-Length: "
                        + body.length() + "\r\nConnection: close\r\n\r\n";
                OutputStream to = socket.getOutputStream();
                to.write(head.getBytes(StandardCharsets.UTF_8));
                to.write(body.getBytes(StandardCharsets.UTF_8));
                to.flush();
                BufferedReader from =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                return Integer.parseInt(from.readLine().split(" ")[1]);
            }
        }

        @Override
        public void close() throws Exception {
            process.destroy();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
