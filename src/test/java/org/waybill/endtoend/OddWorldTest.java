package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.endtoend.Rig.Protocol;
import org.waybill.engine.testserver.Packages;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Clocks that jump, and homes that are somebody else's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class OddWorldTest {
    private static final List<Path> FAKETIME = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private static final int NOBODY = 65_534;

    @AutoClose
    private Rig rig;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        rig = new Rig(directory);
    }

    @ParameterizedTest
    @EnumSource(Protocol.class)
    @Tag("nightly")
    void aClockThatIsSetBackAnHourDisturbsNoMove(Protocol protocol) throws Exception {
        Path library = FAKETIME.stream().filter(Files::exists).findFirst()
                .orElseGet(() -> Packages.missing("libfaketime is not installed: apt-get install faketime"));
        Path work = rig.commands.work();
        Path source = rig.sources(protocol).of(0);
        Path clock = Files.writeString(work.resolve("clock-" + protocol), "+0\n");
        Path events = work.resolve("events-" + protocol);
        rig.fresh(protocol, "clock-" + protocol);
        Commands clocked = rig.commands.with(Map.of("LD_PRELOAD", library.toString(), "FAKETIME_TIMESTAMP_FILE",
                clock.toString(), "FAKETIME_CACHE_DURATION", "1", "FAKETIME_DONT_FAKE_MONOTONIC", "1"));
        Commands.Started started = clocked.waybill(ScaleTest.move(protocol, source.toString(),
                rig.url(protocol, "clock-" + protocol + "/copy"), "--rate", "100M", "--events", events.toString()));
        for (int i = 0; i < 3000 && started.process().isAlive() && !(Files.exists(events)
                && Files.readString(events).contains("\"moving\"")); i++) {
            Thread.sleep(10);
        }
        Files.writeString(clock, "-3600\n");

        assertThat(started.process().waitFor(60, TimeUnit.SECONDS)).as("ends as if nothing had been").isTrue();

        Commands.Result result = started.result();
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(rig.served(protocol).resolve("clock-" + protocol + "/copy")).hasSameBinaryContentAs(source);
        List<String> lines = Files.readAllLines(events);
        JsonNode report = JsonMapper.shared().readTree(lines.getLast()).get("result");
        assertThat(lines.getFirst().substring(0, 60)).as("the clock was set back: " + lines.getLast())
                .isNotEqualTo(lines.getLast().substring(0, 60));
        assertThat(report.get("seconds").asDouble()).isBetween(1.0, 60.0);
        assertThat(report.get("goodputBitsPerSecond").asDouble()).isBetween(1e6, 120e6);
    }

    /** Root without root's powers, since another user could not read the classes either. */
    @Test
    void aHomeOfAnotherUserIsRefusedInOneLine() throws Exception {
        Packages.requireRoot("another user is wanted");
        Path home = Files.createDirectory(rig.commands.work().resolve("home-of-nobody"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.setAttribute(home, "unix:uid", NOBODY);
        Path source = Files.writeString(rig.commands.work().resolve("small"), "small");
        Commands other = rig.commands.with(Map.of("WAYBILL_HOME", home.toString()));

        Commands.Result result = Commands.ended(other.under(List.of("setpriv", "--bounding-set=-all"),
                ScaleTest.move(Protocol.TCP, source.toString(), rig.url(Protocol.TCP, "small"))));

        assertThat(result.code()).as(result.out() + result.err()).isIn(6, 7);
        assertThat(result.err().lines()).as(result.err()).hasSize(1);
        assertThat(result.err()).startsWith("waybill: ").contains("home-of-nobody").doesNotContain("\tat ");
    }
}
