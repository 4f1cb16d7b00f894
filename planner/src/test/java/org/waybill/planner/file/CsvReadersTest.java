package org.waybill.planner.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.SplitChoice;
import org.waybill.planner.routing.WidestPath;

class CsvReadersTest {
    private static Parsed<Network> graph(String text) throws IOException {
        return GraphCsv.read(new StringReader(text), "graph.csv");
    }

    @Test
    void readsLinksMetricsAndNodeCapacities() throws IOException {
        Parsed<Network> parsed = graph("""
            from,to,bitsPerSecond,metric
            # the core
            a, b ,1e9
            b,c,2000000000,7

            b,5e8
            """);
        assertThat(parsed.problems()).isEmpty();
        Network network = parsed.value();
        assertThat(network.names()).containsExactly("a", "b", "c");
        assertThat(network.capacity(0)).isEqualTo(1e9);
        assertThat(network.metric(1)).isEqualTo(7);
        assertThat(network.nodeCapacity(network.node("b"))).isEqualTo(5e8);
        assertThat(WidestPath.between(network, "a", "c").orElseThrow().bitsPerSecond())
                .isEqualTo(5e8);
    }

    @Test
    void reportsBadRowsWithFileAndLineAndUsesTheRest() throws IOException {
        Parsed<Network> parsed = graph("""
            from,to,bitsPerSecond
            a,b,
            a,b,-5
            a,b,NaN
            a,b,fast
            a,,5
            a,a,5
            a,b
            a,b,5,1,9
            a,b,5
            a,b,6
            b,c,5,-1
            b,-3
            """);
        assertThat(parsed.problems())
                .extracting(InputProblem::toString)
                .containsExactly(
                        "graph.csv:2: the bitsPerSecond is empty; a number is needed",
                        "graph.csv:3: bitsPerSecond is -5; a capacity is 0 or more",
                        "graph.csv:4: the bitsPerSecond 'NaN' is not a finite number",
                        "graph.csv:5: the bitsPerSecond 'fast' is not a finite number",
                        "graph.csv:6: the to is empty",
                        "graph.csv:7: the link leads from 'a' to itself",
                        "graph.csv:8: the bitsPerSecond 'b' is not a finite number",
                        "graph.csv:9: there are 5 columns; a link is from,to,bitsPerSecond[,metric], a node's capacity "
                                + "node,bitsPerSecond",
                        "graph.csv:11: the link from 'a' to 'b' is on line 10 already",
                        "graph.csv:12: the metric is -1; it must be 0 or more",
                        "graph.csv:13: bitsPerSecond is -3; a capacity is 0 or more");
        assertThat(parsed.value().links()).isEqualTo(1);
        assertThat(parsed.value().capacity(0)).isEqualTo(5);
    }

    @Test
    void saysSoWhenNothingIsUsable() throws IOException {
        assertThat(graph("").problems())
                .extracting(InputProblem::toString)
                .containsExactly("graph.csv: no usable link; a row is from,to,bitsPerSecond");
        assertThat(graph("x".repeat(20_000)).problems().getFirst().message()).contains("20000 characters");
    }

    @Test
    void readsNodeCapacitiesFromAFileOfTheirOwn() throws IOException {
        Parsed<Network> parsed = GraphCsv.read(
                new StringReader("a,b,9"),
                "graph.csv",
                new StringReader("node,bitsPerSecond\nb,4\nb,5\nz,1\n"),
                "nodes.csv");
        assertThat(parsed.value().nodeCapacity(parsed.value().node("b"))).isEqualTo(4);
        assertThat(parsed.problems())
                .extracting(InputProblem::toString)
                .containsExactly(
                        "nodes.csv:3: node 'b' has a capacity on line 2 already",
                        "nodes.csv:4: no link connects node 'z'");
    }

    @Test
    void readsSeriesInSecondsOrIsoTimesAndPutsThemInOrder() throws IOException {
        Parsed<List<SeriesCsv.Sample>> parsed = SeriesCsv.read(new StringReader("""
            time,value
            1441051950,2.5e9
            2015-08-31T20:13:00Z,1
            1441051960.5,3
            noon,3
            1441051990,inf
            1441051990
            99999999999999,1
            """), "load.csv");
        assertThat(parsed.value())
                .extracting(SeriesCsv.Sample::epochMillis)
                .containsExactly(1441051950000L, 1441051960500L, 1441051980000L);
        assertThat(SeriesCsv.values(parsed.value())).containsExactly(2.5e9, 3, 1);
        assertThat(parsed.problems()).extracting(InputProblem::line).containsExactly(4, 5, 6, 7, 8);
        assertThat(parsed.problems().get(1).message()).contains("neither ISO-8601");
        assertThat(SeriesCsv.read(new StringReader("# nothing\n"), "e.csv").problems())
                .hasSize(1);
    }

    @Test
    void readsReservationsAndLeavesOutThoseThatDoNotFit() throws IOException {
        Network network = graph("a,b,10\nb,c,10\n").value();
        Parsed<BandwidthCalendar> parsed = ReservationsCsv.read(new StringReader("""
            start,end,bitsPerSecond,path
            1970-01-01T00:00:10Z,20,6,a > b>c
            15,16,5,a>b
            15,16,4,a>b
            30,20,1,a>b
            30,40,0,a>b
            30,40,1,a>z
            30,40,1,a
            30,40,1
            """), "held.csv", network);
        assertThat(parsed.value().reservations()).hasSize(2);
        assertThat(parsed.value().available(15_000, 15_001).capacity(0)).isZero();
        assertThat(parsed.problems()).extracting(InputProblem::line).containsExactly(3, 5, 6, 7, 8, 9);
        assertThat(parsed.problems().getFirst().message()).contains("has 4 bit/s free");
    }

    @Test
    void readsQueues() throws IOException {
        Parsed<List<QueueCsv.Queue>> parsed = QueueCsv.read(new StringReader("""
            arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets
            250000,1e5,3,88
            250000,1e5,2.5,88
            250000,1e5,3
            """), "q.csv");
        assertThat(parsed.value()).containsExactly(new QueueCsv.Queue(250_000, 100_000, 3, 88));
        assertThat(parsed.problems())
                .extracting(InputProblem::toString)
                .containsExactly(
                        "q.csv:3: the receivers '2.5' is not a whole number above 0",
                        "q.csv:4: there are 3 columns; a queue is arrivalsPerSecond,servicesPerSecond,receivers,"
                                + "bufferPackets");
        assertThat(QueueCsv.read(new StringReader(""), "q.csv").problems()).hasSize(1);
    }

    @Test
    void readsHowSplitTransfersWent() throws IOException {
        Parsed<List<OutcomesCsv.Transfer>> parsed = OutcomesCsv.read(new StringReader("""
            from,to,via,predictedPercent,actualPercent
            lbl,fnal,sacr > denv,80,65
            lbl,fnal,sacr,80,-12.5
            lbl,fnal,sacr,80
            lbl,fnal,,80,65
            lbl,fnal,sacr,80,-100
            lbl,fnal,>,80,65
            lbl,fnal,> sacr,80,65
            lbl,fnal,sacr>>denv,80,65
            lbl,fnal,sacr>denv>,80,65
            """), "outcomes.csv");
        assertThat(parsed.value())
                .containsExactly(
                        new OutcomesCsv.Transfer(
                                "lbl", "fnal", new SplitChoice.Outcome(List.of("sacr", "denv"), 80, 65)),
                        new OutcomesCsv.Transfer("lbl", "fnal", new SplitChoice.Outcome(List.of("sacr"), 80, -12.5)));
        assertThat(parsed.problems())
                .extracting(InputProblem::toString)
                .containsExactly(
                        "outcomes.csv:4: there are 4 columns; a transfer is from,to,via,predictedPercent,actualPercent"
                                + " with > between relays",
                        "outcomes.csv:5: the via is empty",
                        "outcomes.csv:6: the actualPercent is -100; expected more than -100",
                        "outcomes.csv:7: the via '>' contains an empty name",
                        "outcomes.csv:8: the via '> sacr' contains an empty name",
                        "outcomes.csv:9: the via 'sacr>>denv' contains an empty name",
                        "outcomes.csv:10: the via 'sacr>denv>' contains an empty name");
    }
}
