package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What users give the planner, the history and the catalogues that is wrong: a line, a code, and the good rest. */
@Timeout(120)
class BadPlannerInputTest {
    private static final String RECORD = "DATE=20240107092754.223249 HOST=dtn.example.org PROG=globus-gridftp-server"
            + " NL.EVNT=FTP_INFO START=20240107092753.223249 USER=u FILE=/a BUFFER=0 BLOCK=262144 NBYTES=%d"
            + " VOLUME=/ STREAMS=4 STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226";

    @TempDir
    private Path directory;

    private Cli cli() {
        return new Cli(directory);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private Cli.Result widest(String input, String from, String to) {
        return cli().run("plan", "widest-path", "--input", input, "--from", from, "--to", to, "--json");
    }

    /** One line, no stack trace, nothing on standard output but the document of a failure. */
    private static void refused(Cli.Result result, int code, String why) {
        assertThat(result.code()).as(result.arguments() + " " + result.err()).isEqualTo(code);
        assertThat(result.err()).contains(why).doesNotContain("Exception").doesNotContain("internal error");
        assertThat(result.err().lines().filter(line -> line.contains(why))).hasSize(1);
    }

    @Test
    void emptyAndNegativeCapacitiesAndNanCostTheirRowAlone() throws IOException {
        String graph = file("g.csv", "from,to,bitsPerSecond\na,b,\na,b,-1e9\na,b,NaN\na,b,Infinity\na,b,5e9\nb,-3\n");
        Cli.Result result = widest(graph, "a", "b");
        assertThat(result.code()).isZero();
        assertThat(result.json().get("bitsPerSecond").asDouble()).isEqualTo(5e9);
        assertThat(result.err().lines())
                .containsExactly(
                        "waybill: " + graph + ":2: the bitsPerSecond is empty; a number is needed",
                        "waybill: " + graph + ":3: bitsPerSecond is -1e9; a capacity is 0 or more",
                        "waybill: " + graph + ":4: the bitsPerSecond 'NaN' is not a finite number",
                        "waybill: " + graph + ":5: the bitsPerSecond 'Infinity' is not a finite number",
                        "waybill: " + graph + ":7: bitsPerSecond is -3; a capacity is 0 or more");
        refused(widest(file("none.csv", "a,b,-1\n"), "a", "b"), 2, "no usable link in");
        refused(widest(file("empty.csv", ""), "a", "b"), 2, "no usable link in");
        String series = file("s.csv", "time,value\n1,NaN\n2,7\n3,\n");
        Cli.Result forecast = cli().run("plan", "forecast", "--input", series, "--json");
        assertThat(forecast.json().get("value").asDouble()).isEqualTo(7);
        assertThat(forecast.err().lines())
                .containsExactly(
                        "waybill: " + series + ":2: the value 'NaN' is not a finite number",
                        "waybill: " + series + ":4: the value is empty; a number is needed");
        refused(cli().run("plan", "queue", "--input", file("q.csv", "NaN,1,1,4\n")), 2, "is not a finite number");
        refused(cli().run("plan", "queue", "--input", file("q0.csv", "0,1,1,4\n")), 2, "must be above 0");
    }

    @Test
    void unknownNodesAndDisconnectedGraphs() throws IOException {
        String graph = file("g.csv", "a,b,1e9\nc,d,2e9\nz,7\n");
        refused(widest(graph, "a", "q"), 2, "no node 'q'");
        refused(widest(graph, "a", "d"), 12, "no path from 'a' to 'd'");
        refused(
                cli().run("plan", "split", "--input", graph, "--from", "a", "--to", "d"),
                12,
                "no path from 'a' to 'd'");
        refused(cli().run("plan", "tree", "--input", graph, "--root", "q"), 2, "no node 'q'");
        refused(
                cli().run("plan", "reservation", "--input", graph, "--from", "a", "--to", "d", "--size", "1GB"),
                12,
                "no path from 'a' to 'd'");
        Cli.Result tree = cli().run("plan", "tree", "--input", graph, "--root", "a", "--json");
        assertThat(tree.code()).as(tree.err()).isZero();
        assertThat(tree.json().get("parents").toString()).isEqualTo("{\"b\":\"a\"}");
        assertThat(tree.err()).contains("no path from 'a' to c, d");
        String nodes = file("n.csv", "node,bitsPerSecond\nb,5e8\nnobody,1\n");
        Cli.Result capped =
                cli().runLine("plan widest-path --input %s --nodes %s --from a --to b --json", graph, nodes);
        assertThat(capped.code()).as(capped.err()).isZero();
        assertThat(capped.err()).contains(nodes + ":3: no link connects node 'nobody'");
    }

    @Test
    void topologiesWithOneWayLinksAndBrokenOnes() throws IOException {
        String port = "\"reservableIngressBw\":1000,\"reservableEgressBw\":1000";
        String oscars = file(
                "t.json",
                "{\"devices\":[{\"urn\":\"x\",\"ports\":[{\"urn\":\"x:1\"," + port + "}]},"
                        + "{\"urn\":\"y\",\"ports\":[{\"urn\":\"y:1\"," + port
                        + "}]}],\"adjcies\":[{\"a\":{\"device\":\"x\","
                        + "\"port\":\"x:1\"},\"z\":{\"device\":\"y\",\"port\":\"y:1\"},\"metrics\":{\"MPLS\":1}}]}");
        Cli.Result result = widest(oscars, "x", "y");
        assertThat(result.json().get("bitsPerSecond").asDouble())
                .as("the one way is used")
                .isEqualTo(1e9);
        assertThat(result.err())
                .isEqualTo("waybill: " + oscars + ": the link from port x:1 to y:1 is one-way: the"
                        + " reverse direction is not listed\n");
        refused(widest(oscars, "y", "x"), 12, "no path from 'y' to 'x'");
        String half = file("half.json", "{\"devices\":[\n{\"urn\":\"x\",\n\"po");
        refused(widest(half, "x", "y"), 2, half + ":3: invalid JSON");
        String xml = file("half.xml", "<topology>\n<domain id='d'>\n<no");
        Cli.Result broken = widest(xml, "x", "y");
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.err()).contains(xml + ":3: invalid XML");
    }

    @Test
    void reservationsInThePastOrOfNothing() throws IOException {
        String graph = file("g.csv", "a,b,1e9\n");
        refused(
                cli().runLine(
                                "plan reservation --input %s --from a --to b --size 1GB --start 2001-01-01T00:00:00Z",
                                graph),
                2,
                "invalid --start '2001-01-01T00:00:00Z': expected a time in the future");
        refused(
                cli().runLine(
                                "plan reservation --input %s --from a --to b --size 1GB --start 2040-01-02T00:00:00Z "
                                        + "--deadline 2040-01-01T00:00:00Z",
                                graph),
                2,
                "expected a time after the start");
        refused(
                cli().runLine("plan reservation --input %s --from a --to b --size 1GB --rate 0", graph),
                2,
                "a rate of 0 sends nothing");
        refused(
                cli().run("plan", "reservation", "--input", graph, "--from", "a", "--to", "b", "--size", "0"),
                2,
                "expected more than 0");
        String held = file(
                "held.csv",
                "2040-01-01T00:00:00Z,2040-01-02T00:00:00Z,0,a>b\n"
                        + "2040-01-02T00:00:00Z,2040-01-01T00:00:00Z,1e8,a>b\n"
                        + "2040-01-01T00:00:00Z,2040-01-02T00:00:00Z,1e9,a>b\n"
                        + "2040-01-01T00:00:00Z,2040-01-02T00:00:00Z,1,a>b\n");
        Cli.Result result = cli().runLine(
                        "plan reservation --input %s --reserved %s --from a --to b --size 1GB --start "
                                + "2040-01-01T00:00:00Z --json",
                        graph, held);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.json().get("earliestFinish").get("start").asString())
                .as("after what is held")
                .isEqualTo("2040-01-02T00:00:00Z");
        assertThat(result.err().lines())
                .hasSize(3)
                .satisfiesExactly(
                        zero -> assertThat(zero).contains(held + ":1: ").contains("must be above 0"),
                        back -> assertThat(back)
                                .contains(held + ":2: the end 2040-01-01T00:00:00Z is not after the start"),
                        much -> assertThat(much).contains(held + ":4: ").contains("has 0 bit/s free"));

        Path topology = Files.writeString(directory.resolve("links.csv"), "a,b,1e9\n");
        assertThat(cli().run("reserve", "topology", "Lab", topology.toString()).code())
                .isZero();
        refused(
                cli().runLine("reserve hold a b --system Lab --start 2001-01-01T00:00:00Z --end "
                        + "2001-01-02T00:00:00Z --rate 1M"),
                2,
                "in the past");
        refused(
                cli().runLine("reserve hold a b --system Lab --start 2030-01-02T00:00:00Z --end "
                        + "2030-01-01T00:00:00Z --rate 1M"),
                2,
                "is not after the start");
        refused(
                cli().runLine("reserve hold a b --system Lab --end 2030-01-02T00:00:00Z --rate 0"),
                2,
                "a rate of 0 sends nothing");
        refused(
                cli().run("reserve", "quote", "a", "b", "--size", "1GB", "--start", "2001-01-01T00:00:00Z"),
                2,
                "in the past");
        assertThat(cli().run("reserve", "list", "--all", "--json").json().get("reservations"))
                .isEmpty();
    }

    @Test
    void logLinesThatAreCutInHalfOrTooGoodToBeTrue() throws IOException {
        String whole = RECORD.formatted(100_000_000L);
        String log = file(
                "t.log",
                whole + "\n" + whole.substring(0, 120) + "\n" + RECORD.formatted(99_000_000_000L) + "\n"
                        + whole.replace("192.0.2.7", "192.0.2.8"));
        Cli.Result result = cli().run("history", "import", "gridftp-log", "--json", log);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.json().get("added").asInt()).isEqualTo(2);
        assertThat(result.json().get("problems").asInt()).isEqualTo(2);
        assertThat(result.err().lines())
                .hasSize(2)
                .satisfiesExactly(
                        cut -> assertThat(cut).contains(log + ":2: incomplete transfer record"),
                        fast -> assertThat(fast).contains(log + ":3: an implausible rate of 792 Gbit/s: left out"));
        String fts = file("m.json", "{\"data\":{\"src_url\":\"gsiftp://a.exa");
        Cli.Result half = cli().run("history", "import", "fts", "--json", fts);
        assertThat(half.json().get("added").asInt()).isZero();
        assertThat(half.err()).contains(fts + ":1: ").hasLineCount(1);
    }

    @Test
    void indexNodesThatHangOrLieAreLeftBehind() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/hangs", exchange -> {
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        for (String[] page : new String[][] {
            {"/good", "{\"files\":[{\"name\":\"x.nc\",\"size\":5,\"urls\":[\"https://a.example/x.nc\"]}]}"},
            {"/lies", "{\"files\":[{\"name\":\"../../etc/passwd\",\"size\":-5,\"urls\":[\"https://b.example/p\"]}]}"},
            {"/page", "<html>Sign in</html>"}
        }) {
            server.createContext(page[0], exchange -> {
                byte[] body = page[1].getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            });
        }
        server.start();
        try {
            Cli cli = cli();
            Files.createDirectories(cli.home());
            String at = "json http://127.0.0.1:" + server.getAddress().getPort();
            Files.writeString(
                    cli.home().resolve("data-catalogues"),
                    String.join(
                                    "\n",
                                    List.of(
                                            at + "/hangs?q={query}",
                                            at + "/lies?q={query}",
                                            at + "/page?q={query}",
                                            at + "/good?q={query}"))
                            + "\n");
            long start = System.nanoTime();
            Cli.Result found = cli.run("find", "--json", "x.nc");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(60));
            assertThat(found.code()).as(found.err()).isZero();
            JsonNode files = found.json().get("files");
            assertThat(files).hasSize(1);
            assertThat(files.get(0).get("name").asString()).isEqualTo("x.nc");
            assertThat(found.err())
                    .contains("127.0.0.1: no answer within 10 s")
                    .contains("invalid name '../../etc/passwd'")
                    .contains("not valid JSON")
                    .hasLineCount(3);
        } finally {
            over.countDown();
            server.stop(0);
        }
    }
}
