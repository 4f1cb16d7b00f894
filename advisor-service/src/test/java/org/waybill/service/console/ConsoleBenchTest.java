package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;

/** How long pages take with 10,000 hosts in MariaDB, from the request to the last byte over loopback. */
@Tag("bench")
class ConsoleBenchTest {
    private static final int HOSTS = 10_000;
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 40;
    private static final double MOST_MILLIS = 100;

    @TempDir
    private Path home;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void pagesTakeUnderAHundredMilliseconds() throws Exception {
        Assumptions.assumeTrue(MariaDbServer.installed().isPresent(), "mariadbd is not installed");
        try (MariaDbServer server =
                MariaDbServer.start(MariaDbServer.installed().orElseThrow())) {
            DatabaseLocation location = server.location();
            Path password = Files.writeString(home.resolve("password"), location.password());
            try (RunningService service = EmbeddedService.load()
                    .start(new ServiceSettings(
                            home,
                            "127.0.0.1",
                            0,
                            location.url().replaceAll("\\?.*", ""),
                            location.user(),
                            password,
                            null,
                            null,
                            true))) {
                fill(location);
                Scene.play(service);
                measure(service);
            }
        }
    }

    private static void fill(DatabaseLocation location) throws Exception {
        try (Connection connection =
                DriverManager.getConnection(location.url(), location.user(), location.password())) {
            connection.setAutoCommit(false);
            try (PreparedStatement host = connection.prepareStatement("insert into host (id, version, name, site_id)"
                            + " select ?, 0, ?, id from site order by id limit 1 offset ?");
                    PreparedStatement address = connection.prepareStatement(
                            "insert into host_address (host_id, position, address) values (?, 0, ?)");
                    PreparedStatement endpoint = connection.prepareStatement("insert into endpoint (version, host_id,"
                            + " protocol, port, banner) values (0, ?, 'SFTP', 22, '')")) {
                for (int i = 0; i < HOSTS; i++) {
                    long id = 100_000 + i;
                    host.setLong(1, id);
                    host.setString(2, String.format(Locale.ROOT, "host-%05d.bench.example", (i * 7919) % HOSTS));
                    host.setInt(3, i % 37);
                    host.addBatch();
                    address.setLong(1, id);
                    address.setString(2, "10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255));
                    address.addBatch();
                    endpoint.setLong(1, id);
                    endpoint.addBatch();
                }
                host.executeBatch();
                address.executeBatch();
                endpoint.executeBatch();
            }
            connection.commit();
        }
    }

    private void measure(RunningService service) throws Exception {
        String session = logIn(service);
        Map<String, String> pages = new LinkedHashMap<>(ConsolePicturesTest.pages());
        pages.put("entry", "/catalogue/hosts/100001");
        pages.put("hosts, last page", "/catalogue/hosts?page=199");
        pages.put("hosts, searched", "/catalogue/hosts?q=host-077");
        pages.put("hosts, by address", "/catalogue/hosts?q=10.0.12.");
        pages.put("hosts, by site", "/catalogue/hosts?sort=site&desc=true");
        pages.put("services, searched", "/catalogue/services?q=bench");
        Map<String, Double> medians = new LinkedHashMap<>();
        for (Map.Entry<String, String> page : pages.entrySet()) {
            double[] millis = new double[ROUNDS];
            for (int i = -WARM_UP; i < ROUNDS; i++) {
                long start = System.nanoTime();
                HttpResponse<String> answer = http.send(
                        HttpRequest.newBuilder(URI.create(service.url() + page.getValue()))
                                .header("Cookie", session)
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(page.getValue()).isEqualTo(200);
                if (i >= 0) {
                    millis[i] = (System.nanoTime() - start) / 1e6;
                }
            }
            Arrays.sort(millis);
            medians.put(page.getValue(), millis[ROUNDS / 2]);
            System.out.printf(
                    Locale.ROOT,
                    "console-bench %-22s median %6.1f ms, 95th %6.1f ms%n",
                    page.getKey(),
                    millis[ROUNDS / 2],
                    millis[ROUNDS * 95 / 100]);
        }
        assertThat(medians.entrySet().stream()
                        .filter(one -> one.getValue() >= MOST_MILLIS)
                        .map(Object::toString)
                        .collect(Collectors.joining(", ")))
                .isEmpty();
    }

    private String logIn(RunningService service) throws Exception {
        HttpResponse<String> form = http.send(
                HttpRequest.newBuilder(service.url().resolve("/login")).build(), BodyHandlers.ofString());
        Matcher token = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"").matcher(form.body());
        assertThat(token.find()).isTrue();
        HttpResponse<String> entered = http.send(
                HttpRequest.newBuilder(service.url().resolve("/login"))
                        .header(
                                "Cookie",
                                form.headers()
                                        .firstValue("Set-Cookie")
                                        .orElseThrow()
                                        .replaceAll(";.*", ""))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("name=admin&secret="
                                + URLEncoder.encode(
                                        Files.readString(home.resolve("first-run-secret"))
                                                .strip(),
                                        StandardCharsets.UTF_8)
                                + "&_csrf=" + URLEncoder.encode(token.group(1), StandardCharsets.UTF_8)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(entered.statusCode()).isEqualTo(302);
        return entered.headers().allValues("Set-Cookie").stream()
                .filter(one -> one.contains("session"))
                .findFirst()
                .orElseThrow()
                .replaceAll(";.*", "");
    }
}
