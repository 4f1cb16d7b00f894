package org.waybill.service.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.Checksum;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ServiceException;
import org.waybill.service.provision.TestData;

/** Against catalogues on loopback: honest ones, a slow one, and some that give wrong answers. */
class DataDiscoveryTest {
    private static final String MD5 = "0123456789abcdef0123456789abcdef";
    private static final String SHA256 = MD5 + MD5;

    @TempDir
    private Path home;

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private Duration patience = Duration.ofSeconds(20);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(String path, String body) {
        server.createContext(path, exchange -> send(exchange, 200, body));
    }

    private void send(HttpExchange exchange, int status, String body) throws IOException {
        requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private FoundData find(String query, String... catalogues) throws IOException {
        return find(new DataQuery(query, "", 100, ""), catalogues);
    }

    private FoundData find(DataQuery query, String... catalogues) throws IOException {
        Files.write(home.resolve("data-catalogues"), List.of(catalogues));
        return new DataDiscovery(
                        home,
                        queries -> queries.stream()
                                .map(one -> new Forecast(
                                        "",
                                        one.sourceHost().startsWith("near") ? 5.0 : 50.0,
                                        60.0,
                                        1.0,
                                        ForecastBasis.MODEL,
                                        "test",
                                        0,
                                        null,
                                        null))
                                .toList(),
                        patience)
                .find(query);
    }

    private static String esgf(String... docs) {
        return "{\"response\":{\"numFound\":1,\"docs\":[" + String.join(",", docs) + "]}}";
    }

    private static String doc(String node, String title, long size, String type, String checksum) {
        return "{\"title\":\"" + title + "\",\"data_node\":\"" + node + "\",\"dataset_id\":\"a.b.c.v1|" + node
                + "\",\"size\":" + size + ",\"checksum\":[\"" + checksum + "\"],\"checksum_type\":[\"" + type
                + "\"],\"replica\":true,\"url\":[\"https://" + node + "/t/" + title
                + "|application/netcdf|HTTPServer\","
                + "\"gsiftp://" + node + ":2811//t/" + title + "|application/gridftp|GridFTP\","
                + "\"javascript:alert(1)|x|Evil\",\"globus:dea29ae8-bb92-4c63-bdbc-260522c92fe8/t/x|G|Globus\"]}";
    }

    @Test
    void asksSeveralIndexesAndGroupsReplicasWhoseChecksumsAreOfDifferentTypes() throws IOException {
        answer("/one", esgf(doc("far.example", "tas.nc", 1000, "MD5", MD5)));
        answer(
                "/two",
                esgf(
                        doc("near.example", "tas.nc", 1000, "SHA256", SHA256.toUpperCase(Locale.ROOT)),
                        doc("far.example", "tas.nc", 1000, "MD5", MD5)));
        FoundData found = find(
                new DataQuery("surface temperature", "", 100, "here.example"),
                "# ours",
                "",
                "esgf " + url("/one"),
                "esgf " + url("/two"));
        assertThat(found.problems()).isEmpty();
        assertThat(found.catalogues()).hasSize(2);
        FoundFile file = found.files().getFirst();
        assertThat(found.files()).hasSize(1);
        assertThat(file.bytes()).isEqualTo(1000);
        assertThat(file.dataset()).isEqualTo("a.b.c.v1");
        assertThat(file.checksums()).containsExactly(new Checksum("md5", MD5), new Checksum("sha256", SHA256));
        // the near one first, by its forecast; Globus' own addresses stay with the data node
        assertThat(file.replicas()).extracting(Replica::host).containsExactly("near.example", "far.example");
        assertThat(file.replicas().getFirst().accesses())
                .hasSize(3)
                .noneMatch(access -> access.url().startsWith("javascript"));
        assertThat(requests).allMatch(line -> line.contains("type=File") && line.contains("surface+temperature"));
    }

    @Test
    void anIndexThatHangsIsLeftBehindAndTheOthersAreUsed() throws IOException {
        server.createContext("/slow", exchange -> {
            try {
                Thread.sleep(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        answer("/good", esgf(doc("a.example", "x.nc", 1, "MD5", MD5)));
        patience = Duration.ofSeconds(5);
        long start = System.nanoTime();
        FoundData found = find("x", "esgf " + url("/slow"), "esgf " + url("/good"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
        assertThat(found.files()).hasSize(1);
        assertThat(found.problems()).containsExactly("127.0.0.1: no answer within 5 s");
    }

    @Test
    void oneThatLiesIsToldAndNeitherMixedInNorBelievedMoreThanItsShape() throws IOException {
        answer("/good", esgf(doc("a.example", "x.nc", 1000, "MD5", MD5)));
        answer(
                "/liar",
                esgf(
                        doc("b.example", "x.nc", 999, "MD5", MD5),
                        doc("c.example", "../../etc/passwd", 1, "MD5", MD5),
                        doc("d.example", "y.nc", -5, "MD5", "nonsense")));
        answer("/html", "<html>Sign in</html>");
        answer("/deep", "[".repeat(100_000));
        FoundData found = find(
                "x",
                "esgf " + url("/good"),
                "esgf " + url("/liar"),
                "esgf " + url("/html"),
                "json " + url("/deep?q={query}"));
        assertThat(found.files()).extracting(FoundFile::name).containsExactly("x.nc", "x.nc", "y.nc");
        assertThat(found.files().getLast().bytes()).isNull();
        assertThat(found.files().getLast().checksums()).isEmpty();
        assertThat(found.problems())
                .anyMatch(line -> line.contains("invalid name '../../etc/passwd'"))
                .anyMatch(line -> line.contains("x.nc: 2 files of that name differ"))
                .anyMatch(line -> line.contains("not valid JSON"));
        assertThat(found.catalogues()).hasSize(2);
    }

    @Test
    void redirectsAreFollowedWithinAHostAndNeverToAnother() throws IOException {
        answer("/target", esgf(doc("a.example", "x.nc", 1, "MD5", MD5)));
        server.createContext("/here", exchange -> {
            exchange.getResponseHeaders().add("Location", "/target");
            send(exchange, 302, "");
        });
        server.createContext("/away", exchange -> {
            exchange.getResponseHeaders()
                    .add("Location", "http://localhost:" + server.getAddress().getPort() + "/target");
            send(exchange, 302, "");
        });
        assertThat(find("x", "esgf " + url("/here")).files()).hasSize(1);
        int before = requests.size();
        FoundData away = find("x", "esgf " + url("/away"));
        assertThat(away.files()).isEmpty();
        assertThat(away.problems()).hasSize(1).first().asString().contains("redirects to another host");
        assertThat(requests).hasSize(before + 1);
    }

    @Test
    void rucioIsAskedForAScopeAndANameAndItsStreamIsRead() throws IOException {
        answer("/replicas/list", """
            {"scope":"mc15","name":"EVNT.root","bytes":77,"md5":null,"adler32":"d02c0375","pfns":{
            "root://eos.example:1094//a":{"rse":"CERN","domain":"wan","priority":2},
            "davs://dav.example:443/a":{"rse":"DESY","domain":"wan","priority":1},
            "root://zip.example:1094//a":{"rse":"ZIP","priority":1,"client_extract":true}}}
            {"scope":"mc15","name":"LOG.tgz","bytes":5,"adler32":"00000001","pfns":{}}
            """);
        FoundData found = find("mc15:EVNT.root", "rucio " + url(""));
        assertThat(requests.getFirst()).startsWith("POST /replicas/list").contains("\"scope\":\"mc15\"");
        FoundFile file = found.files().getFirst();
        assertThat(file.replicas()).extracting(Replica::host).containsExactly("dav.example", "eos.example");
        assertThat(file.checksums()).containsExactly(new Checksum("adler32", "d02c0375"));
        assertThat(found.problems()).containsExactly("127.0.0.1: LOG.tgz: no usable URL");
        assertThat(find("keywords", "rucio " + url("")).problems()).hasSize(1);
    }

    @Test
    void metalinkFourAndThreeAndTheGenericFormAreRead() throws IOException {
        answer("/four", """
            <metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="a.bin"><size>10</size>
            <hash type="sha-256">%s</hash><pieces length="5" type="md5"><hash>%s</hash></pieces>
            <url priority="2" location="RSE2">https://b.example/a</url><url priority="1">ftp://a.example/a</url>
            </file><file name="../up"><url>https://b.example/up</url></file></metalink>\
            """.formatted(SHA256, MD5));
        answer("/three", """
            <metalink version="3.0" xmlns="http://www.metalinker.org/"><files><file name="a.bin"><size>10</size>
            <verification><hash type="md5">%s</hash></verification><resources>
            <url type="http" preference="100">http://c.example/a</url></resources></file></files></metalink>\
            """.formatted(MD5));
        answer(
                "/json",
                "{\"files\":[{\"name\":\"a.bin\",\"size\":10,\"checksums\":{\"md5\":\"" + MD5
                        + "\"},\"urls\":[\"sftp://d.example/a\",{\"url\":\"https://e.example/a\",\"priority\":9}]}]}");
        FoundData found = find(
                "a b&c",
                "metalink " + url("/four?q={query}"),
                "metalink " + url("/three?q={query}"),
                "json " + url("/json/{query}"));
        assertThat(found.files()).hasSize(1);
        FoundFile file = found.files().getFirst();
        assertThat(file.checksums()).containsExactly(new Checksum("md5", MD5), new Checksum("sha256", SHA256));
        assertThat(file.replicas())
                .extracting(Replica::host)
                .containsExactly("a.example", "c.example", "b.example", "e.example", "d.example");
        assertThat(found.problems()).hasSize(1).first().asString().contains("line 4: a file with the invalid name");
        assertThat(requests).anyMatch(line -> line.contains("/four?q=a+b%26c"));
    }

    @Test
    void xmlWithADocumentTypeIsRefusedAndNothingOutsideIsRead() throws IOException {
        Path secret = Files.writeString(home.resolve("secret"), "hidden");
        answer(
                "/xxe",
                "<!DOCTYPE metalink [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>"
                        + "<metalink><file name=\"&x;\">"
                        + "<identity>&x;</identity><url>https://a.example/&x;</url></file></metalink>");
        answer(
                "/bomb",
                "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>" + "<metalink>&b;</metalink>");
        FoundData found = find("x", "metalink " + url("/xxe?{query}"), "metalink " + url("/bomb?{query}"));
        assertThat(found.files()).isEmpty();
        assertThat(found.problems()).hasSize(2).allMatch(line -> line.contains("document type"));
        assertThat(found.toString()).doesNotContain("hidden");
    }

    @Test
    void answersAreRememberedAndFailuresAreNot() throws IOException {
        answer("/one", esgf(doc("a.example", "x.nc", 1, "MD5", MD5)));
        Files.write(home.resolve("data-catalogues"), List.of("esgf " + url("/one"), "esgf " + url("/none")));
        DataDiscovery discovery = new DataDiscovery(home, _ -> List.of(), patience);
        discovery.find(new DataQuery("x", "", 10, ""));
        server.createContext("/none", exchange -> send(exchange, 200, esgf()));
        FoundData second = discovery.find(new DataQuery("x", "", 10, ""));
        assertThat(second.catalogues()).hasSize(2);
        assertThat(requests).filteredOn(line -> line.contains("/one")).hasSize(1);
    }

    @Test
    void aBadListOfCataloguesIsToldWithItsLine() {
        for (String line : List.of(
                "esgf http://example.org/search",
                "gopher https://a.example/",
                "json https://a.example/x",
                "esgf https://user:pw@a.example/",
                "esgf file:///etc/passwd",
                "esgf")) {
            assertThatThrownBy(() -> find("x", "# one", line))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageStartingWith("data-catalogues:2: ");
        }
        assertThatThrownBy(() -> find("x")).hasMessageContaining("no data catalogue is configured");
        assertThatThrownBy(() -> find(" ", "esgf " + url("/"))).hasMessageContaining("text is empty");
    }

    private static List<Path> shared(String folder, String glob) throws IOException {
        try (Stream<Path> files = Files.list(TestData.file(folder))) {
            return files.filter(file -> file.getFileName().toString().matches(glob))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void realIndexAnswersAreGroupedWithoutConflicts() throws IOException {
        for (Path file : shared("esgf", "(historical|Amon_r1i1p1_(rcp85|historical_FIO)|EUR).*\\.json")) {
            CatalogueFile.Answer answer = CatalogueClient.esgfDocument(Files.readString(file));
            ReplicaGrouping grouping = new ReplicaGrouping();
            answer.files().forEach(listed -> grouping.add("index", listed));
            assertThat(grouping.contradictions()).as(file.toString()).isEmpty();
            assertThat(answer.problems()).as(file.toString()).isEmpty();
            if (file.toString().contains("CESM2")) {
                assertThat(grouping.files()).hasSize(1);
                assertThat(grouping.files().getFirst().replicas()).hasSize(6);
                assertThat(grouping.files().getFirst().bytes()).isEqualTo(243_060_396);
            }
            if (file.toString().contains("HadGEM2-CC")) {
                assertThat(grouping.files())
                        .hasSize(5)
                        .allMatch(one -> one.replicas().size() == 4);
            }
            if (file.toString().contains("FIO-ESM")) {
                assertThat(grouping.files()).allMatch(one -> one.replicas().size() == 4);
            }
        }
    }

    @Test
    void realMetalinksAreReadAndTheirUnsafePathsLeftOut() throws IOException {
        for (Path file : shared("replicas", "metalink.*")) {
            CatalogueFile.Answer answer = CatalogueClient.document(Files.readString(file));
            assertThat(answer.files()).as(file.toString()).isNotEmpty();
            assertThat(answer.files()).extracting(CatalogueFile::name).noneMatch(name -> name.contains(".."));
        }
    }
}
