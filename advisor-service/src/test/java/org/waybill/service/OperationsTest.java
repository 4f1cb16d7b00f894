package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an operator relies on: upgrade and the way back, backup and restore, replicas that know of each other, a clean end. */
@Timeout(180)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperationsTest {
    /** What the last commit of version 0.1 (78135ff5) had in its database, by the guide's own command. */
    private static final String OF_0_1 = "/org/waybill/service/0.1.sql";

    private static final int NEWEST_OF_0_1 = 41;
    private static final Set<String> MOVING = Set.of("replica", "scheduled_tasks");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private static Path directory;

    private static MariaDbServer server;
    private static RunningService one;
    /** The columns of each table of 0.1, by its name. */
    private static Map<String, String> columnsOf01;

    @BeforeAll
    static void restoreTheDatabaseOf01() throws Exception {
        Optional<Path> binary = MariaDbServer.installed();
        if (binary.isEmpty()) {
            String why = "no mariadbd here: install mariadb-server";
            if (Boolean.getBoolean("waybill.test.servers.required")) {
                fail(why);
            }
            abort(why);
        }
        server = MariaDbServer.start(binary.orElseThrow());
        server.writeOptions(directory);
        try (var dump = OperationsTest.class.getResourceAsStream(OF_0_1)) {
            Files.copy(dump, directory.resolve("0.1.sql"));
        }
        shell("mariadb waybill < 0.1.sql");
        columnsOf01 = query(
                        "waybill",
                        "select table_name, group_concat(column_name order by ordinal_position)"
                                + " from information_schema.columns where table_schema = 'waybill' group by table_name")
                .stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }

    @AfterAll
    static void stop() {
        if (one != null) {
            one.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    @Order(1)
    void anUpgradeFrom01KeepsEachRowAndWhat01NeedsToGoBack() throws Exception {
        Map<String, String> before = rows("waybill");
        Map<String, String> known = columns("waybill");

        one = start("one");

        assertThat(TestClients.advisor(one).history("", "", 1_000).transfers())
                .hasSize(Integer.parseInt(count("transfer")));
        Map<String, String> after = rows("waybill");
        before.remove("flyway_schema_history");
        // one spelling of an address (RFC 5952)
        before.computeIfPresent("host_address", (_, rows) -> rows.replace("2001:db8:0:0:0:0:0:7", "2001:db8::7"));
        assertThat(before).as("the fixture has data").hasSizeGreaterThan(10);
        assertThat(after).containsAllEntriesOf(before);
        assertThat(columns("waybill")).containsAllEntriesOf(known);
        Map<String, String> unknown = columns("waybill");
        unknown.keySet().removeAll(known.keySet());
        unknown.keySet().removeIf(column -> !before.containsKey(column.replaceFirst("\\..*", "")));
        assertThat(unknown)
                .as("columns that 0.1 does not know, and so does not fill in")
                .isNotEmpty()
                .allSatisfy((_, column) -> assertThat(column).matches(".* YES .*|.* NO (?!null$).*"));
        assertThat(flywayOf01().migrate().migrationsExecuted).isZero();
    }

    /** As 0.1 starts: it has its own migrations only, and finds others done. */
    private static Flyway flywayOf01() throws IOException {
        Path migrations = Files.createDirectories(directory.resolve("migrations"));
        Path all = Path.of(System.getProperty("waybill.root"), "db/src/main/resources/db/migration");
        try (Stream<Path> files = Files.list(all)) {
            for (Path file : files.toList()) {
                String number = file.getFileName().toString().replaceAll("^V|__.*", "");
                if (Integer.parseInt(number) <= NEWEST_OF_0_1) {
                    Files.copy(file, migrations.resolve(file.getFileName()));
                }
            }
        }
        DatabaseLocation location = server.location();
        return Flyway.configure()
                .dataSource(location.url(), location.user(), location.password())
                .locations("filesystem:" + migrations)
                .placeholders(Map.of("tableOptions", " character set utf8mb4 collate utf8mb4_bin"))
                .load();
    }

    @Test
    @Order(2)
    void theGuidesCommandsBackUpAndRestore() throws Exception {
        List<String> commands = guide();
        assertThat(commands).hasSize(3);

        for (String command : commands) {
            shell(command);
        }

        assertThat(rows("waybill_restored")).isEqualTo(rows("waybill"));
        assertThat(columns("waybill_restored")).isEqualTo(columns("waybill"));
    }

    /** The commands of the server's programs below the guide's heading. */
    private static List<String> guide() throws IOException {
        String guide = Files.readString(Path.of(System.getProperty("waybill.root"), "docs/operator-guide.md"));
        String section = guide.substring(guide.indexOf("\n## Backup, restore, upgrade\n"));
        return section.substring(0, section.indexOf("\n## ", 1))
                .lines()
                .filter(line -> line.startsWith("mariadb"))
                .map(line -> line.replaceFirst("  +#.*", ""))
                .toList();
    }

    @Test
    @Order(3)
    void replicasAreListedUntilTheyEndAndWhatWasAskedBeforeTheEndIsAnswered() throws Exception {
        String secret = secretOfNewAccount(one);
        try (RunningService two = start("two")) {
            JsonNode health = health(one);
            assertThat(health.get("checks").findValuesAsString("name")).contains("Database", "Schema");
            assertThat(health.get("replicas").findValuesAsString("good")).containsExactly("true", "true");
            assertThat(health.get("jobs").findValuesAsString("name")).contains("circuit-hold-expiry", "history-push");
            assertThat(get(two, "/actuator/health/readiness", "").body()).isEqualTo("{\"status\":\"UP\"}");

            assertThat(answeredWhileItEnds(two, "{\"name\":\"ops\",\"secret\":\"" + secret + "\"}"))
                    .startsWith("HTTP/1.1 200")
                    .contains("\"token\"");
        }
        assertThat(health(one).get("replicas").findValuesAsString("good")).containsExactly("true");
        one.close();
        assertThat(count("replica")).isEqualTo("0");
    }

    /** Its name is ops. */
    private static String secretOfNewAccount(RunningService service) throws Exception {
        HttpRequest request = request(service, "/api/accounts", service.token())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"ops\",\"role\":\"viewer\"}"))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return JsonMapper.shared()
                    .readTree(http.send(request, BodyHandlers.ofString()).body())
                    .get("secret")
                    .asString();
        }
    }

    /** The answer to a log-in of which half was sent before the service was told to end, and half when it took nobody else. */
    private static String answeredWhileItEnds(RunningService service, String body) throws Exception {
        URI url = service.url();
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout((int) PATIENCE.toMillis());
            String head = "POST /api/login HTTP/1.1\r\n"
                    + "Host: localhost\r\n"
                    + "Content-Type: application/json\r\n"
                    + "Expect: 100-continue\r\n"
                    + "Content-Length:"
                    + " " + body.length() + "\r\n\r\n";
            send(socket, head);
            // what a service says when it begins to work on a request, and not when it has merely arrived
            String goOn = "HTTP/1.1 100 \r\n\r\n";
            assertThat(new String(socket.getInputStream().readNBytes(goOn.length()), StandardCharsets.UTF_8))
                    .isEqualTo(goOn);
            send(socket, body.substring(0, 10));
            Thread end = Thread.ofPlatform().start(service::close);
            awaitClosed(url);
            send(socket, body.substring(10));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(end.join(PATIENCE)).isTrue();
            return answer;
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    private static void awaitClosed(URI url) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline) {
            try {
                new Socket(url.getHost(), url.getPort()).close();
                Thread.sleep(20);
            } catch (ConnectException e) {
                return;
            }
        }
        fail("it still takes connections");
    }

    private static JsonNode health(RunningService service) throws Exception {
        return JsonMapper.shared()
                .readTree(get(service, "/api/health", service.token()).body());
    }

    private static HttpResponse<String> get(RunningService service, String path, String token) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request(service, path, token).build(), BodyHandlers.ofString());
        }
    }

    private static HttpRequest.Builder request(RunningService service, String path, String token) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(service.url() + path)).timeout(PATIENCE);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    @Test
    @Order(4)
    void aPortThatIsTakenIsToldOfBeforeAnythingIsMade() throws Exception {
        Path home = directory.resolve("late");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ServiceSettings settings =
                    new ServiceSettings(home, "127.0.0.1", taken.getLocalPort(), null, null, null, null, null, true);

            assertThatThrownBy(() -> EmbeddedService.load().start(settings))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageContaining(
                            "127.0.0.1:" + taken.getLocalPort() + " is in use or not an address of this machine");
        }
        assertThat(home).doesNotExist();
    }

    private static RunningService start(String name) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        DatabaseLocation location = server.location();
        return EmbeddedService.load()
                .start(new ServiceSettings(
                        home,
                        "127.0.0.1",
                        0,
                        location.url().replaceFirst("\\?.*", ""),
                        location.user(),
                        Files.writeString(home.resolve("db-password"), location.password()),
                        null,
                        null,
                        true));
    }

    private static void shell(String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-euc", command)
                .directory(directory.toFile())
                .redirectErrorStream(true);
        builder.environment().put("HOME", directory.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + ": " + said).isZero();
    }

    private static Connection connect(String database) throws SQLException {
        DatabaseLocation location = server.location(database);
        return DriverManager.getConnection(location.url(), location.user(), location.password());
    }

    private static String count(String table) throws SQLException {
        return query("waybill", "select count(*) from " + table).getFirst();
    }

    /** The lines of a query's answer, a blank between columns. */
    private static List<String> query(String database, String sql) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> lines = new ArrayList<>();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(column == 1 ? "" : " ").append(rows.getString(column));
                }
                lines.add(line.toString());
            }
            return lines;
        }
    }

    /** Each column with its type, whether it may be null, and its default. */
    private static Map<String, String> columns(String database) throws SQLException {
        return query(
                        database,
                        "select concat(table_name, '.', column_name), column_type, is_nullable, column_default"
                                + " from information_schema.columns where table_schema = '" + database + "'")
                .stream()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(' ')),
                        line -> line.substring(line.indexOf(' ')),
                        (first, _) -> first,
                        TreeMap::new));
    }

    /** What the rows of each table that has some say, in the columns that 0.1 has; without what changes by itself. */
    private static Map<String, String> rows(String database) throws SQLException {
        Map<String, String> all = new LinkedHashMap<>();
        for (String table : query(
                database, "select table_name from information_schema.tables where table_schema = '" + database + "'")) {
            String content =
                    query(database, "select " + columnsOf01.getOrDefault(table, "*") + " from " + table).stream()
                            .sorted()
                            .collect(Collectors.joining("\n"));
            if (!content.isEmpty() && !MOVING.contains(table)) {
                all.put(table, content);
            }
        }
        return all;
    }
}
