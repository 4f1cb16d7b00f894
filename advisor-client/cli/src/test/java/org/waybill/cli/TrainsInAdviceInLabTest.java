package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/**
 * With a node at the remote host advice exchanges packet trains with it, and knows the capacity of both directions, for
 * all options to that host, where ICMP is filtered.
 */
@Tag("alone")
@Timeout(240)
class TrainsInAdviceInLabTest {
    private static final String FAR = "10.77.2.1";
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        pipe there rate=20mbit delay=10ms queue=100ms
        pipe back rate=4mbit delay=10ms queue=100ms
        path A B via there
        path B A via back
        """;

    @TempDir
    private Path directory;

    @Test
    void anAsymmetricPathWithoutIcmpIsForecastInBothDirectionsForTheNodeAndForSftp() throws Exception {
        try (Lab lab = Lab.wan("trains", Files.writeString(directory.resolve("trains.topo"), TOPOLOGY));
                LabServer _ = LabServer.sshd(new LabServer.At(lab, "B", FAR), directory)) {
            lab.names("10.77.1.1 a.example.org\n10.77.2.1 b.example.org\n", "A", "B");
            for (String host : new String[] {"A", "B"}) {
                lab.in(host, "sysctl", "-qw", "net.ipv4.icmp_echo_ignore_all=1");
            }
            try (LabCli.Node _ = new LabCli(lab, "B", directory).node(FAR + ":7411")) {
                LabCli cli = new LabCli(lab, "A", directory);
                Path large = file("large", 12 << 20);
                Path small = file("small", 3 << 19);
                long before = bytes(lab);
                JsonNode briefly = advised(cli, small.toString(), to(small));
                assertThat(bytes(lab) - before).as("bytes on the wire").isLessThan(4L << 20);
                seesBothDirections(briefly);
                // done in less than a second, and too soon for test transfers even if the path lost what trains do not
                // show
                assertThat(option(briefly, "tcp").at("/estimate/evidence").asString())
                        .isEqualTo("TRAINS");
                assertThat(option(briefly, "sftp").at("/estimate/evidence").asString())
                        .isEqualTo("TRAINS");
                JsonNode there = advised(cli, large.toString(), to(large));
                isRight(cli, there, "tcp", large.toString(), "waybill://" + FAR + directory + "/to-large");
                isRight(cli, there, "sftp", large.toString(), to(large) + "-by-sftp");
                String from = "root@" + FAR + ":" + file("far", 3 << 20);
                JsonNode back = advised(cli, from, directory + "/back");
                seesBothDirections(back);
                isRight(cli, back, "sftp", from, directory + "/back");
                Cli.Result again = cli.run("replay", there.get("id").asString());
                assertThat(again.code()).as(again.out() + again.err()).isZero();
            }
        }
    }

    private String to(Path file) {
        return "root@" + FAR + ":" + directory.resolve("to-" + file.getFileName());
    }

    private static JsonNode advised(LabCli cli, String from, String to) throws Exception {
        Cli.Result result = cli.run("advise", "--json", from, to);
        assertThat(result.code()).as(result.err()).isZero();
        System.out.printf("%s%n%s%n", result.out().replaceAll("\\s+", " "), result.err());
        return result.json();
    }

    private static void seesBothDirections(JsonNode advice) {
        JsonNode trains = advice.at("/paths/0/trains");
        assertThat(trains.at("/there/capacityBitsPerSecond").asDouble())
                .as(trains.toString())
                .isCloseTo(20e6, within(3e6));
        assertThat(trains.at("/back/capacityBitsPerSecond").asDouble())
                .as(trains.toString())
                .isCloseTo(4e6, within(.6e6));
        assertThat(option(advice, "sftp").get("reasons").toString()).contains("PACKET_TRAINS", "Mbit/s back");
    }

    private static JsonNode option(JsonNode advice, String id) {
        for (JsonNode option : advice.get("workflows")) {
            if (option.get("id").asString().equals(id)) {
                return option;
            }
        }
        throw new AssertionError("no option " + id + ": " + advice);
    }

    /** Within 25 %, from the start of the transfer to the end of the command. */
    private static void isRight(LabCli cli, JsonNode advice, String id, String from, String to) throws Exception {
        double said = option(advice, id).at("/estimate/secondsP50").asDouble();
        Cli.Result copied = cli.run("copy", "--json", "--transport", id, from, to);
        assertThat(copied.code()).as(copied.err()).isZero();
        double took =
                Duration.between(Instant.parse(copied.json().get("startedAt").asString()), Instant.now())
                                .toMillis()
                        / 1e3;
        System.out.printf(Locale.ROOT, "%s: said %.2f s, took %.2f s%n", id, said, took);
        assertThat(said).as(id + ": " + advice.get("paths")).isBetween(took / 1.25, took * 1.25);
    }

    private Path file(String name, int bytes) throws IOException {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        return Files.write(directory.resolve(name), data);
    }

    private static long bytes(Lab lab) throws Exception {
        String wan = lab.in("A", "cat", "/proc/net/dev")
                .lines()
                .filter(line -> line.contains("wan0:"))
                .findFirst()
                .orElseThrow();
        String[] fields = wan.substring(wan.indexOf(':') + 1).strip().split("\\s+");
        return Long.parseLong(fields[0]) + Long.parseLong(fields[8]);
    }
}
