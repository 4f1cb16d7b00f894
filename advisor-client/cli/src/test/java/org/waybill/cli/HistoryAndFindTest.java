package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Scanner;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.Outbox;
import tools.jackson.databind.JsonNode;

/** Imports and look-ups as a user makes them, through the embedded service. */
class HistoryAndFindTest {
    private static final String RECORD = "DATE=20240107092754.223249 HOST=dtn.example.org PROG=globus-gridftp-server"
            + " NL.EVNT=FTP_INFO START=20240107092753.223249 USER=u FILE=/a BUFFER=0 BLOCK=262144 NBYTES=100000000"
            + " VOLUME=/ STREAMS=4 STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226";

    @TempDir
    private Path directory;

    @Test
    void aLogIsImportedOnceAndItsBadLinesAreToldAndDataAreFound() throws Exception {
        Cli cli = new Cli(directory);
        Path log = Files.writeString(directory.resolve("t.log"), RECORD + "\n" + RECORD.substring(0, 99) + "\n");

        Cli.Result first = cli.run("history", "import", "gridftp-log", "--json", log.toString());
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.json().get("added").asInt()).isOne();
        assertThat(first.json().get("problems").asInt()).isOne();
        assertThat(first.err()).contains("t.log:2: incomplete transfer record");
        Cli.Result again = cli.run("history", "import", "gridftp-log", log.toString());
        assertThat(again.out())
                .isEqualTo("read 1 transfer and 0 measurements, 0 of them new; skipped 1 invalid line\n");
        JsonNode shown = cli.run("history", "show", "--json", "dtn.example.org", "192.0.2.7")
                .json();
        assertThat(shown.get("transfers").size()).isOne();

        assertThat(cli.run("history", "show", "other.example.org").out())
                .startsWith("no recorded transfer matches these hosts")
                .hasLineCount(1);

        Path list = Files.writeString(
                directory.resolve("list.json"),
                "{\"files\":[{\"name\":\"a.nc\",\"size\":5,\"urls\":[\"https://a.example/a\\u001b[31m.nc\","
                        + "\"https://b.example/a.nc\"]}]}");
        JsonNode found = cli.run("find", "--json", "--file", list.toString()).json();
        assertThat(found.get("files").get(0).get("replicas").size()).isOne();
        assertThat(cli.run("find", "--file", list.toString()).out()).contains("a.nc", "https://b.example/a.nc");
        Cli.Result nowhere = cli.run("find", "anything");
        assertThat(nowhere.code()).isEqualTo(2);
        assertThat(nowhere.err()).contains("no data catalogue is configured").hasLineCount(1);
    }

    /** The protocol of Globus' Replica Location Service: words that end with a zero byte. */
    @Test
    void copiesInAReplicaLocationServiceAreFound() throws Exception {
        try (ServerSocket rls = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerAsCatalogue(rls));
            Cli cli = new Cli(directory);
            Files.createDirectories(cli.home());
            Files.writeString(
                    cli.home().resolve("data-catalogues"), "rls rlsn://127.0.0.1:" + rls.getLocalPort() + "\n");
            Cli.Result found = cli.run("find", "run7.h5", "--to", "dtn.example.org");
            assertThat(found.code()).as(found.err()).isZero();
            assertThat(found.out())
                    .contains("run7.h5", "4.66 GiB", "gsiftp://a.example/d/run7.h5", "gsiftp://b.example/d/run7.h5");
            assertThat(cli.run("find", "run7-*.h5", "--to", "dtn.example.org").out())
                    .contains("run7-1.h5", "gsiftp://c.example/d/run7-1.h5");
            assertThat(cli.run("find", "run8.h5").code()).isEqualTo(3);
        }
    }

    private static void answerAsCatalogue(ServerSocket rls) {
        while (!rls.isClosed()) {
            try (Socket client = rls.accept();
                    Scanner words = new Scanner(client.getInputStream()).useDelimiter("\0")) {
                send(client, "0");
                while (words.hasNext()) {
                    String method = words.next();
                    String first = words.next();
                    words.next();
                    String last = words.next();
                    if (method.equals("lrc_attr_value_get_bulk")) {
                        words.next(); // the end of the names
                        send(
                                client,
                                first.equals("size")
                                        ? "0\0" + "0\0" + last + "\0size\0" + "3\0" + "5000000000\0"
                                        : "23\0Attribute doesn't exist: " + first);
                    } else if (method.equals("lrc_get_pfn_wc") && first.equals("run7-%.h5")) {
                        send(client, "0\0run7-1.h5\0gsiftp://c.example/d/run7-1.h5\0");
                    } else if (method.equals("lrc_get_pfn") && first.equals("run7.h5")) {
                        send(
                                client,
                                "0\0run7.h5\0gsiftp://a.example/d/run7.h5\0run7.h5\0gsiftp://b.example/d/run7.h5\0");
                    } else {
                        send(client, method.startsWith("lrc") ? "12\0LFN doesn't exist: " + first : "9\0wrong server");
                    }
                }
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void send(Socket client, String words) throws IOException {
        client.getOutputStream().write((words + "\0").getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void dataAreFoundInCataloguesOfEachKind() throws Exception {
        HttpServer catalogues = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(catalogues, "/esg-search/search", """
            {"response":{"numFound":1,"docs":[{"title":"tas.nc","data_node":"esgf.example","size":1000,
            "dataset_id":"CMIP6.a.tas.gn.v1|esgf.example",
            "url":["https://esgf.example/t/tas.nc|application/netcdf|HTTPServer"]}]}}\
            """);
        answer(catalogues, "/replicas/list", """
            {"scope":"mc15_13TeV","name":"EVNT.1.pool.root.1","bytes":77,"adler32":"d02c0375",
            "pfns":{"davs://dav.example:443/a":{"rse":"DESY","domain":"wan","priority":1}}}\
            """);
        catalogues.start();
        try {
            Cli cli = new Cli(directory);
            String at = "http://127.0.0.1:" + catalogues.getAddress().getPort();
            Files.createDirectories(cli.home());
            Files.writeString(
                    cli.home().resolve("data-catalogues"), "esgf " + at + "/esg-search/search\nrucio " + at + "\n");
            Cli.Result dataset = cli.run("find", "CMIP6.CMIP.NCAR.Amon.tas.gn", "--to", "dtn.example.org");
            assertThat(dataset.code()).as(dataset.err()).isZero();
            assertThat(dataset.out()).contains("tas.nc", "https://esgf.example/t/tas.nc");
            Cli.Result named = cli.run("find", "mc15_13TeV:EVNT.1.pool.root.1");
            assertThat(named.code()).as(named.err()).isZero();
            assertThat(named.out()).contains("EVNT.1.pool.root.1", "davs://dav.example");
            Path list = Files.writeString(directory.resolve("dataset.meta4"), """
                <metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="a.bin"><size>10</size>
                <url priority="1">ftp://a.example/a</url></file></metalink>\
                """);
            assertThat(cli.run("find", "--file", list.toString(), "--to", "dtn.example.org")
                            .out())
                    .contains("a.bin", "ftp://a.example/a");
        } finally {
            catalogues.stop(0);
        }
    }

    private static void answer(HttpServer server, String path, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @Test
    void recordsOfOtherToolsAreImportedAndThoseOfAnAccountAreDeleted() throws Exception {
        Cli cli = new Cli(directory);
        Path messages = Files.writeString(directory.resolve("messages.json"), """
            {"data":{"src_url":"davs://a.example.org/f","dst_url":"srm://b.example.org:8443/srm?SFN=/f",\
            "f_size":10556847,"nstreams":1,"tr_timestamp_start":1493217290323,\
            "tr_timestamp_complete":1493217344240,"t_final_transfer_state":"Ok","tr_id":"one"}}
            """);
        Path samples = Files.writeString(directory.resolve("throughput.json"), "[{\"ts\":1382995070,\"val\":7.2e9}]");

        Cli.Result fts = cli.run("history", "import", "fts", messages.toString());
        assertThat(fts.out())
                .as(fts.err())
                .isEqualTo("read 1 transfer and 0 measurements, 1 of them new; skipped 0 invalid lines\n");
        assertThat(cli.run("history", "import", "perfsonar", samples.toString()).err())
                .contains("name the source and the destination");
        Cli.Result measured = cli.run(
                "history",
                "import",
                "perfsonar",
                samples.toString(),
                "--from",
                "a.example.org",
                "--to",
                "b.example.org");
        assertThat(measured.out()).as(measured.err()).startsWith("read 0 transfers and 1 measurement, 1 of them new");
        assertThat(cli.run("history", "show", "a.example.org", "b.example.org").out())
                .contains("a.example.org", "b.example.org");

        JsonNode account = cli.run("history", "accounts", "--json").json().get(0);
        assertThat(account.get("transfers").asInt()).isOne();
        assertThat(account.get("measurements").asInt()).isOne();
        String name = account.get("account").asString();
        assertThat(cli.run("history", "accounts").out())
                .contains("account", "measurements")
                .hasLineCount(2);
        assertThat(cli.run("history", "delete", name).out()).startsWith("deleted 2 records ");
        assertThat(cli.run("history", "accounts").out()).isEqualTo("no records\n");
    }

    @Test
    void aHomeWithoutForecastsHasNoAccuracy() {
        Cli cli = new Cli(directory);
        JsonNode none = cli.run("history", "accuracy", "--json").json();
        assertThat(none.get("scoredForecasts").asInt()).isZero();
        assertThat(none.get("meanLogError").isNull()).isTrue();
        assertThat(cli.run("history", "accuracy").out())
                .startsWith("no forecast has an outcome yet")
                .hasLineCount(1);
    }

    @Test
    void aCopyThatFoundEverythingHasNoRate() throws Exception {
        Cli cli = new Cli(directory);
        Instant now = Instant.now();
        new Outbox(new WaybillHome(cli.home()).outbox())
                .put(new TransferOutcome(
                        UUID.randomUUID().toString(),
                        "a.example.org",
                        "b.example.org",
                        "sftp",
                        "",
                        1,
                        StorageClass.DISK,
                        1 << 20,
                        1,
                        now,
                        2,
                        0,
                        1 << 20,
                        "OK",
                        null,
                        null,
                        null,
                        ""));
        assertThat(cli.run("history", "show").out())
                .containsPattern("1.00 MiB +2.00 s +- +- +OK")
                .doesNotContain("bit/s");
    }

    @Test
    void badUseIsToldInOneLine() {
        Cli cli = new Cli(directory);
        assertThat(cli.run("history", "import", "apache", "x").code()).isEqualTo(2);
        assertThat(cli.run("history", "import", "fts", "missing.json").code()).isEqualTo(3);
        assertThat(cli.run("find").code()).isEqualTo(2);
        assertThat(cli.run("find", "x", "--file", "y").code()).isEqualTo(2);
    }
}
