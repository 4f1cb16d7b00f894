package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.testserver.lab.Lab;

/**
 * A path on which nothing gets through for five seconds of every seven, for datagrams and control connection alike:
 * connections end on one side and not on the other, and a transfer that tries again meets what is left of itself.
 */
@Tag("nightly")
@Timeout(900)
class BlackoutTest {
    private static final String TOPOLOGY = """
        host A 10.77.1.1
        host B 10.77.2.1
        duplex A B rate=100mbit delay=10ms
        """;
    private static final long DARK_MILLIS = 5_000;
    private static final long LIGHT_MILLIS = 2_000;
    /** Of 2 s in 7, half of them at most lost by finding out that there is light: some twelve blackouts. */
    private static final long BYTES = 48L << 20;

    private static final String RATE = "40mbit";
    private static final int MOST_SECONDS = 600;
    private static final Pattern FIRST_BYTE = Pattern.compile("\"bytesDone\":[1-9]");

    @TempDir
    private Path directory;

    private Lab lab;
    private Commands commands;
    private Commands.Started node;
    private String root;

    @BeforeEach
    void start() throws Exception {
        lab = Lab.wan("dark", Files.writeString(directory.resolve("dark.topo"), TOPOLOGY));
        commands = new Commands(directory);
        node = on(
                "B",
                "node",
                "--listen",
                "10.77.2.1:0",
                "--data-dir",
                Files.createDirectory(directory.resolve("data")).toString());
        for (int i = 0; !Files.readString(node.out()).contains("Waybill node at "); i++) {
            assertThat(i).as(() -> node.toString()).isLessThan(6_000);
            Thread.sleep(10);
        }
        root = "waybill://" + Files.readString(node.out()).replaceAll("(?s).*Waybill node at ([0-9.:]+).*", "$1");
    }

    @AfterEach
    void stop() throws Exception {
        node.process().destroyForcibly().waitFor();
        lab.close();
    }

    private Commands.Started on(String host, String... arguments) throws IOException {
        return commands.under(List.of("ip", "netns", "exec", lab.namespace(host)), arguments);
    }

    @ParameterizedTest
    @CsvSource({"plut, true", "plut, false", "tcp, true", "tcp, false"})
    void aMoveGoesOnByItselfThroughBlackouts(String transport, boolean push) throws Exception {
        Path there = directory.resolve("data/file");
        Path here = commands.work().resolve("file");
        Path source = KillSources.random(push ? here : there, BYTES);
        Path target = push ? there.resolveSibling("copy") : here.resolveSibling("copy");
        long seed = Long.getLong("waybill.test.seed", System.nanoTime());
        System.out.println("BlackoutTest: seed " + seed);
        Path events = directory.resolve("events");
        Commands.Started move = on(
                "A",
                "move",
                "--quiet",
                "--json",
                "--events",
                events.toString(),
                "--rate",
                RATE,
                "--transport",
                transport,
                "--dedicated",
                push ? source.toString() : root + "/file",
                push ? root + "/copy" : target.toString());
        awaitFirstByte(move.process(), events);
        int blackouts = blackOut(move.process(), new Random(seed));
        Commands.Result result = move.result();
        System.out.printf(
                "BlackoutTest: %s %s through %d blackouts, %s attempts: %s%n",
                transport,
                push ? "up" : "down",
                blackouts,
                result.out().replaceAll("(?s).*\"attempts\" ?: ?(\\d+).*", "$1"),
                result.err());
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(target).satisfies(sameContentAs(source));
        assertThat(result.json().get("sha256").isNull()).as("verified").isFalse();
        assertThat(blackouts).isGreaterThan(2);
        try (Stream<Path> left = Files.list(target.getParent())) {
            assertThat(left.filter(path -> EntryNames.isOwn(path.getFileName().toString())))
                    .isEmpty();
        }
    }

    /** As a firewall does that has learnt something: the control connection continues. */
    @ParameterizedTest
    @MethodSource("org.waybill.engine.node.EngineFixture#datagramsBothWays")
    void aMoveWhoseDatagramsAloneAreBlockedEndsWithAdvice(String transport, boolean push) throws Exception {
        Commands.Started move = begin(transport, push);
        drop("B");
        assertThat(move.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
        Commands.Result result = move.result();
        assertThat(result.code()).as(result.err()).isEqualTo(5);
        assertThat(result.err()).contains("UDP seems to be blocked on the way").contains("--transport tcp");
    }

    /** A path that carries 1,000 bytes from now on, as one through a tunnel that helps TCP alone (by its MSS). */
    @ParameterizedTest
    @MethodSource("org.waybill.engine.node.EngineFixture#datagramsBothWays")
    void aMoveGoesOnWithSmallerDatagrams(String transport, boolean push) throws Exception {
        Commands.Started move = begin(transport, push);
        drop("A", "-m", "length", "--length", "1001:65535");
        drop("B", "-m", "length", "--length", "1001:65535");
        assertThat(move.process().waitFor(90, TimeUnit.SECONDS)).isTrue();
        Commands.Result result = move.result();
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(result.err()).doesNotContain("next attempt in");
    }

    private void drop(String host, String... match) throws Exception {
        List<String> rule = new ArrayList<>(List.of(
                "ip", "netns", "exec", lab.namespace(host), "iptables", "-A", "INPUT", "-p", "udp", "-j", "DROP"));
        rule.addAll(List.of(match));
        assertThat(new ProcessBuilder(rule).inheritIO().start().waitFor()).isZero();
    }

    private Commands.Started begin(String transport, boolean push) throws Exception {
        Path there = directory.resolve("data/file");
        Path here = commands.work().resolve("file");
        KillSources.random(push ? here : there, BYTES);
        Path events = directory.resolve("events");
        Commands.Started move = on(
                "A",
                "move",
                "--events",
                events.toString(),
                "--rate",
                RATE,
                "--transport",
                transport,
                "--dedicated",
                push ? here.toString() : root + "/file",
                push ? root + "/copy" : here.resolveSibling("copy").toString());
        awaitFirstByte(move.process(), events);
        return move;
    }

    /** A remote host of which nothing ever came is not tried for long. */
    private static void awaitFirstByte(Process move, Path events) throws Exception {
        while (move.isAlive()
                && !(Files.exists(events)
                        && FIRST_BYTE.matcher(Files.readString(events)).find())) {
            Thread.sleep(10);
        }
    }

    /** How often it grew dark until the command had ended. */
    private int blackOut(Process move, Random random) throws Exception {
        int blackouts = 0;
        long wait = random.nextLong(LIGHT_MILLIS);
        for (long seconds = 0; !move.waitFor(wait, TimeUnit.MILLISECONDS); seconds += 7) {
            assertThat(seconds).as("seconds").isLessThan(MOST_SECONDS);
            control("down");
            blackouts++;
            Thread.sleep(DARK_MILLIS);
            control("up");
            wait = LIGHT_MILLIS;
        }
        return blackouts;
    }

    private void control(String how) throws Exception {
        lab.control(how, "A", "B");
        lab.control(how, "B", "A");
    }
}
