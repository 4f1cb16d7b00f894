package org.waybill.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.Cli;
import tools.jackson.databind.JsonNode;

class PlanCommandTest {
    @TempDir
    private Path directory;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(directory);
    }

    private String file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private String graph() throws Exception {
        return file("graph.csv", """
            from,to,bitsPerSecond
            a,b,4e9
            a,r,9e9
            r,b,8e9
            a,b
            r,a,-1
            """);
    }

    @Test
    void widestPathUsesTheGoodRowsAndReportsTheBadOnes() throws Exception {
        Cli.Result result = cli.run("plan", "widest-path", "--input", graph(), "--from", "a", "--to", "b", "--json");

        assertThat(result.code()).isZero();
        JsonNode plan = result.json();
        assertThat(plan.get("path").toString()).isEqualTo("[\"a\",\"r\",\"b\"]");
        assertThat(plan.get("bitsPerSecond").asDouble()).isEqualTo(8e9);
        assertThat(plan.get("alternatives").get(0).get("path").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(result.err())
                .contains("graph.csv:5: the bitsPerSecond 'b' is not a finite number")
                .contains("graph.csv:6: bitsPerSecond is -1");
        assertThat(result.err().lines()).hasSize(2);
    }

    @Test
    void textSaysTheSame() throws Exception {
        assertThat(cli.run("plan", "widest-path", "--input", graph(), "--from", "a", "--to", "b")
                        .out())
                .contains("widest", "8.00 Gbit/s", "a > r > b", "alternative");
        assertThat(cli.run("plan", "split", "--input", graph(), "--from", "a", "--to", "b")
                        .out())
                .contains("split:", "direct:  4.00 Gbit/s", "via r", "improvement 100 %, threshold 50 %");
        assertThat(cli.run("plan", "tree", "--input", graph(), "--root", "a").out())
                .contains("parent (lbsf)");
    }

    @Test
    void split() throws Exception {
        JsonNode plan = cli.run(
                        "plan", "split", "--input", graph(), "--from", "a", "--to", "b", "--threshold", "120", "--json")
                .json();
        assertThat(plan.get("direct").asDouble()).isEqualTo(4e9);
        assertThat(plan.get("best").get("via").toString()).isEqualTo("[\"r\"]");
        assertThat(plan.get("best").get("bitsPerSecond").asDouble()).isEqualTo(8e9);
        assertThat(plan.get("improvementPercent").asDouble()).isEqualTo(100);
        assertThat(plan.get("thresholdPercent").asDouble()).isEqualTo(120);
        assertThat(plan.get("split").asBoolean()).isFalse();
    }

    @Test
    void splitLeavesARelayAloneThatDidHarmLately() throws Exception {
        String outcomes = file(
                "outcomes.csv",
                "from,to,via,predictedPercent,actualPercent\na,b,r,100,-20\n" + "a,b,r,100,-10\na,b,r\n");
        Cli.Result result = cli.run(
                "plan", "split", "--input", graph(), "--from", "a", "--to", "b", "--outcomes", outcomes, "--json");
        assertThat(result.err()).contains("outcomes.csv:4:");
        assertThat(result.json().get("split").asBoolean()).isFalse();
        assertThat(result.json().get("best").isNull()).isTrue();
    }

    @Test
    void treeWithNodeCapacitiesOfTheirOwn() throws Exception {
        String nodes = file("nodes.csv", "node,bitsPerSecond\na,6e9\nr,5e9\n");
        JsonNode plan = cli.run("plan", "tree", "--input", graph(), "--nodes", nodes, "--root", "a", "--json")
                .json();
        assertThat(plan.get("algorithm").asString()).isEqualTo("lbsf");
        assertThat(plan.get("parents").get("r").asString()).isEqualTo("a");
        assertThat(plan.get("minNodeThroughputBitsPerSecond").asDouble()).isEqualTo(5e9);
        assertThat(plan.get("improved").get("minNodeThroughputBitsPerSecond").asDouble())
                .isEqualTo(5e9);
    }

    @Test
    void forecast() throws Exception {
        String series = file("series.csv", "time,value\n1,5\n2,5\n3,nothing\n4,5\n");
        Cli.Result result = cli.run("plan", "forecast", "--input", series, "--json");
        JsonNode plan = result.json();
        assertThat(plan.get("value").asDouble()).isEqualTo(5);
        assertThat(plan.get("p50").asDouble()).isEqualTo(5);
        assertThat(plan.get("p90").asDouble()).isEqualTo(5);
        assertThat(plan.get("predictor").asString()).isNotEmpty();
        assertThat(plan.get("meanAbsoluteError").asDouble()).isZero();
        assertThat(result.err()).contains("series.csv:4:");
    }

    @Test
    void reservation() throws Exception {
        String held = file("held.csv", """
            start,end,bitsPerSecond,path
            2030-01-01T00:00:00Z,2030-01-01T01:00:00Z,8e9,a>r>b
            """);
        JsonNode plan = cli.runLine(
                        "plan reservation --input %s --reserved %s --from a --to b --size 1TB --start "
                                + "2030-01-01T00:00:00Z --json",
                        graph(), held)
                .json();
        assertThat(plan.get("earliestFinish").get("start").asString()).isEqualTo("2030-01-01T00:00:00Z");
        assertThat(plan.get("earliestFinish").get("end").asString()).isEqualTo("2030-01-01T00:33:20Z");
        assertThat(plan.get("earliestFinish").get("bitsPerSecond").asDouble()).isEqualTo(4e9);
        assertThat(plan.get("earliestFinish").get("path").toString()).isEqualTo("[\"a\",\"b\"]");
        assertThat(plan.get("shortestDuration").get("start").asString()).isEqualTo("2030-01-01T01:00:00Z");
        assertThat(plan.get("shortestDuration").get("bitsPerSecond").asDouble()).isEqualTo(8e9);
    }

    @Test
    void queue() throws Exception {
        String queue = file("queue.csv", "250000,100000,1,88\n");
        JsonNode plan = cli.run("plan", "queue", "--input", queue, "--json").json();
        assertThat(plan.get("throughput").asDouble()).isBetween(99_999.0, 100_000.0);
        assertThat(plan.get("recommendedReceivers").asInt()).isEqualTo(3);
        assertThat(plan.propertyNames())
                .contains("p0", "lossProbability", "meanPackets", "meanResponseSeconds", "throughput", "utilisation");
    }

    @Test
    void badInputGetsALineAndTheRightExitCode() throws Exception {
        assertThat(cli.run("plan").code()).isEqualTo(2);
        assertThat(cli.run("plan", "widest-path", "--input", "nowhere.csv", "--from", "a", "--to", "b")
                        .code())
                .isEqualTo(3);
        assertThat(cli.run("plan", "widest-path", "--input", file("empty.csv", ""), "--from", "a", "--to", "b")
                        .code())
                .isEqualTo(2);
        Cli.Result unknown = cli.run("plan", "widest-path", "--input", graph(), "--from", "a", "--to", "z");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("no node 'z'");
        Cli.Result noOption = cli.run("plan", "split", "--input", graph(), "--from", "b", "--to", "a");
        assertThat(noOption.code()).isEqualTo(12);
        assertThat(noOption.err()).contains("no path from 'b' to 'a'");
        assertThat(cli.run("plan", "tree", "--input", graph(), "--root", "a", "--algorithm", "best")
                        .code())
                .isEqualTo(2);
        assertThat(cli.run("plan", "queue", "--input", file("q.csv", "1,1,5,4\n"))
                        .code())
                .isEqualTo(2);
        Cli.Result late = cli.runLine("plan reservation --input %s --from a --to b --size 9PB --deadline 1h", graph());
        assertThat(late.code()).isEqualTo(12);
        assertThat(late.err()).contains("can carry this volume by");
        assertThat(cli.run("plan", "widest-path", "--input", file("t.json", "{"), "--from", "a", "--to", "b")
                        .code())
                .isEqualTo(2);
    }
}
