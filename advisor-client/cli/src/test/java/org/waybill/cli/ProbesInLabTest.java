package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.testserver.lab.Lab;
import org.waybill.engine.testserver.lab.LabServer;
import tools.jackson.databind.JsonNode;

/** Probes of the command line between hosts of an emulated network, whose links are the truth. */
@Tag("alone")
@Timeout(180)
class ProbesInLabTest {
    private static final String TOPOLOGY = """
        mtu 1500
        seed 1
        tick 0
        host A 10.77.1.1
        host B 10.77.2.1
        host C 10.77.3.1
        duplex A B rate=20mbit delay=10ms queue=100ms
        duplex C A rate=10mbit delay=5ms
        duplex C B rate=10mbit delay=5ms
        """;

    @TempDir
    private Path directory;

    @Test
    @Tag("nightly")
    void betweenTwoFtpServersAndToANode() throws Exception {
        Path topology = Files.writeString(directory.resolve("probes.topo"), TOPOLOGY);
        Path atA = Files.createDirectory(directory.resolve("atA"));
        Path atB = Files.createDirectory(directory.resolve("atB"));
        Path atC = Files.createDirectory(directory.resolve("atC"));
        try (Lab lab = Lab.wan("fxp", topology);
                LabServer _ = LabServer.vsftpd(new LabServer.At(lab, "A", "10.77.1.1"), directory, atA, true);
                LabServer _ = LabServer.vsftpd(new LabServer.At(lab, "B", "10.77.2.1"), directory, atB, true);
                LabServer _ = LabServer.vsftpd(new LabServer.At(lab, "C", "10.77.3.1"), directory, atC, false)) {
            long[] before = {bytes(lab, "A"), bytes(lab, "C")};
            Cli.Result fxp = new LabCli(lab, "C", directory)
                    .runLine("probe bandwidth --json --time 30 --third-party-probe --to ftp://10.77.2.1/atB/ "
                            + "ftp://10.77.1.1/atA/");
            assertThat(fxp.code()).as(fxp.err()).isZero();
            JsonNode document = fxp.json();
            assertThat(document.get("method").asString()).isEqualTo("third-party-transfers");
            // the link has 20 Mbit/s; on a busy machine servers fill less of it, or few transfers show little of it
            JsonNode line = document.get("regression").get("line");
            assertThat(line.get("lowBitsPerSecond").asDouble()).as(fxp.out()).isLessThan(26e6);
            assertThat(line.get("highBitsPerSecond").asDouble()).as(fxp.out()).isGreaterThan(2e6);
            assertThat(document.get("bottleneckBitsPerSecond").asDouble())
                    .as(fxp.out())
                    .isBetween(2e6, 100e6);
            // all of it comes from the client once, and goes straight from one server to the other
            long used = document.get("bytesUsed").asLong();
            assertThat(bytes(lab, "A") - before[0])
                    .as("bytes at the first server")
                    .isGreaterThan(used * 3 / 4);
            assertThat(bytes(lab, "C") - before[1]).as("bytes at the client").isLessThan(used);
            Cli.Result refused = new LabCli(lab, "C", directory)
                    .runLine("probe bandwidth --third-party-probe --to ftp://10.77.3.1/atC/ ftp://10.77.1.1/atA/ "
                            + "--time 3");
            assertThat(refused.code()).as(refused.out()).isNotZero();
            assertThat(refused.err()).contains("waybill: ").doesNotContain("\tat ");
            for (Path served : new Path[] {atA, atB, atC}) {
                try (Stream<Path> left = Files.list(served)) {
                    assertThat(left).isEmpty();
                }
            }
            adviceBetweenTheServers(lab, atA, atB);
            trains(lab);
        }
    }

    /**
     * Hosts of the laboratory have CUBIC, and a transfer of the engine sets BBR over 20 ms: so does its forecast's
     * test.
     */
    @Test
    void aTestTransferWithANodeHasTheCongestionControlOfATransfer() throws Exception {
        assumeTrue(KernelTcp.availableCongestionControls().contains("bbr"), "the kernel has no bbr");
        Path topology = Files.writeString(directory.resolve("control.topo"), TOPOLOGY);
        try (Lab lab = Lab.wan("control", topology)) {
            try (LabCli.Node _ = node(lab)) {
                assertThat(controls(lab, "A")).contains(" bbr ");
                assertThat(controls(lab, "B", "--pull")).contains(" bbr ");
            }
        }
    }

    /** What the sender's kernel says of its connections while test transfers run, until one has BBR. */
    private String controls(Lab lab, String sender, String... more) throws Exception {
        List<String> probe = new ArrayList<>(List.of("probe", "bandwidth", "--method", "transfers", "--time", "5"));
        probe.addAll(List.of(more));
        probe.add("waybill://10.77.2.1/");
        Process running =
                new LabCli(lab, "A", directory).start(directory.resolve("probe.out"), probe.toArray(String[]::new));
        String seen = "";
        while (running.isAlive() && !seen.contains(" bbr ")) {
            seen += lab.in(sender, "ss", "-tinH", "( dport = :7411 or sport = :7411 )");
            Thread.sleep(50);
        }
        end(running);
        return seen + Files.readString(directory.resolve("probe.out"));
    }

    private LabCli.Node node(Lab lab) throws Exception {
        return new LabCli(lab, "B", directory).node("10.77.2.1:7411");
    }

    private static void end(Process process) throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        process.waitFor();
    }

    /** Only when it is asked for: without the option the servers send each other nothing. */
    private void adviceBetweenTheServers(Lab lab, Path atA, Path atB) throws Exception {
        Files.writeString(atA.resolve("run.h5"), "a run");
        LabCli cli = new LabCli(lab, "C", directory);
        String[] ends = {"ftp://10.77.1.1/atA/run.h5", "ftp://10.77.2.1/atB/copy.h5"};
        long before = bytes(lab, "B");
        Cli.Result unasked = cli.run("advise", "--json", "--size", "200MB", ends[0], ends[1]);
        assertThat(unasked.code()).as(unasked.err()).isZero();
        assertThat(straight(unasked).get("estimate").get("basis").asString()).isNotEqualTo("PROBE");
        assertThat(bytes(lab, "B") - before).as("bytes at the destination").isLessThan(200_000);

        Cli.Result asked = cli.run("advise", "--json", "--third-party-probe", "--size", "200MB", ends[0], ends[1]);
        assertThat(asked.code()).as(asked.err()).isZero();
        JsonNode estimate = straight(asked).get("estimate");
        if (estimate.get("basis").asString().equals("PROBE")) {
            // the link has 20 Mbit/s; on a busy machine the few seconds of an advice show little of it
            assertThat(estimate.get("goodputBitsPerSecond").asDouble())
                    .as(asked.out())
                    .isBetween(2e6, 100e6);
        } else {
            // or too little of it for a line, which is said then
            assertThat(asked.err()).contains("test transfers between the two servers give no rate: ");
        }

        Cli.Result refused = cli.run(
                "advise", "--json", "--third-party-probe", "--size", "200MB", ends[0], "ftp://10.77.3.1/atC/copy.h5");
        assertThat(refused.code()).as(refused.err()).isZero();
        assertThat(refused.err()).contains("between the two servers").doesNotContain("\tat ");
        Cli.Result local = cli.run("advise", "--third-party-probe", ends[0], directory + "/x");
        assertThat(local.code()).isEqualTo(2);
        Files.delete(atA.resolve("run.h5"));
        for (Path served : new Path[] {atA, atB}) {
            try (Stream<Path> left = Files.list(served)) {
                assertThat(left).isEmpty();
            }
        }
    }

    private static JsonNode straight(Cli.Result advice) {
        for (JsonNode option : advice.json().get("workflows")) {
            if (option.get("title").asString().contains("straight between")) {
                return option;
            }
        }
        throw new AssertionError("no way straight between the servers: " + advice.out());
    }

    private static long bytes(Lab lab, String host) throws Exception {
        String wan = lab.in(host, "cat", "/proc/net/dev")
                .lines()
                .filter(line -> line.contains("wan0:"))
                .findFirst()
                .orElseThrow();
        String[] fields = wan.substring(wan.indexOf(':') + 1).strip().split("\\s+");
        return Long.parseLong(fields[0]) + Long.parseLong(fields[8]);
    }

    private void trains(Lab lab) throws Exception {
        try (LabCli.Node _ = node(lab)) {
            Cli.Result trains = new LabCli(lab, "A", directory)
                    .run("probe", "bandwidth", "--json", "--method", "trains", "waybill://10.77.2.1/");
            assertThat(trains.code()).as(trains.err()).isZero();
            assertThat(trains.json().get("bottleneckBitsPerSecond").asDouble())
                    .as(trains.out())
                    .isCloseTo(20e6, within(8e6));
            assertThat(trains.json().get("availableBitsPerSecond").asDouble())
                    .as(trains.out())
                    .isBetween(5e6, 28e6);
        }
    }
}
