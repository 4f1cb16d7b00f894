package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** Path, echoes, trains, advice and a move where there is nothing but IPv6: three hosts in a row on veth pairs. */
@Tag("alone")
@Timeout(240)
class Ipv6InLabTest {
    private static final String ROUTER = "fd00:0::2";
    private static final String FAR = "fd00:1::2";
    private static final int FILE_BYTES = 2 << 20;

    @TempDir
    private Path directory;

    @Test
    void everythingWorksOverIpv6() throws Exception {
        try (Lab lab = Lab.row("ip6", 3);
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "c", FAR), directory)) {
            for (String[] link : new String[][] {{"a", "right"}, {"b", "left"}, {"b", "right"}, {"c", "left"}}) {
                lab.in(link[0], "ip", "-4", "addr", "flush", "dev", link[1]);
            }
            // a packet at a time: the rate is the truth for trains
            for (String[] link : new String[][] {{"a", "right"}, {"c", "left"}}) {
                lab.in(
                        link[0], "tc", "qdisc", "add", "dev", link[1], "root", "tbf", "rate", "20mbit", "burst", "1600",
                        "latency", "100ms");
            }
            LabCli cli = new LabCli(lab, "a", directory);
            JsonNode path = json(cli.run("probe", "path", "--json", FAR));
            assertThat(addresses(path)).containsExactly(InetAddress.ofLiteral(ROUTER), InetAddress.ofLiteral(FAR));
            JsonNode echoes = json(cli.run("probe", "bandwidth", "--json", "--method", "icmp", "[" + FAR + "]"));
            assertThat(echoes.get("rttMillis").asDouble()).as(echoes.toString()).isBetween(0.001, 100.0);
            trains(lab, cli);
            adviceAndMove(cli);
        }
    }

    private void adviceAndMove(LabCli cli) throws Exception {
        Path file = directory.resolve("file");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(FILE_BYTES);
        }
        String to = "root@[" + FAR + "]:" + directory.resolve("copy");
        Cli.Result advised = cli.run("advise", "--json", "--size", "200MB", file.toString(), to);
        JsonNode advice = json(advised);
        JsonNode path = advice.get("paths").get(0);
        assertThat(addresses(path)).contains(InetAddress.ofLiteral(FAR));
        assertThat(path.get("rttMillis").asDouble()).as(path.toString()).isBetween(0.001, 100.0);
        assertThat(advice.get("destination").get("totalMemoryBytes").asLong()).isPositive();
        JsonNode best = advice.get("workflows").get(0);
        if (!best.get("estimate").get("basis").asString().equals("PROBE")) {
            // on a busy machine the few seconds of an advice may be too few for a line, which is said then
            assertThat(advised.err()).as(best.toString()).containsPattern("test transfers by \\S+ give no rate: ");
        }

        JsonNode move = json(cli.run("move", "--json", "--transport", "sftp", file.toString(), to));
        assertThat(move.get("status").asString()).isEqualTo("OK");
        assertThat(Files.size(directory.resolve("copy"))).isEqualTo(FILE_BYTES);
    }

    private void trains(Lab lab, LabCli cli) throws Exception {
        try (LabCli.Node _ = new LabCli(lab, "c", directory).node("[" + FAR + "]:7411")) {
            Cli.Result trains =
                    cli.run("probe", "bandwidth", "--json", "--method", "trains", "waybill://[" + FAR + "]/");
            assertThat(trains.code()).as(trains.err()).isZero();
            assertThat(trains.json().get("bottleneckBitsPerSecond").asDouble())
                    .as(trains.out())
                    .isCloseTo(20e6, within(8e6));
        }
    }

    private static JsonNode json(Cli.Result result) {
        assertThat(result.code()).as(result.arguments() + ": " + result.err()).isZero();
        return result.json();
    }

    private static List<InetAddress> addresses(JsonNode path) {
        List<InetAddress> addresses = new ArrayList<>();
        path.get("hops")
                .forEach(hop ->
                        addresses.add(InetAddress.ofLiteral(hop.get("address").asString())));
        return addresses;
    }
}
