package org.waybill.client.probe.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;

class HostCacheTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final TcpSettings TCP =
            new TcpSettings(6L << 20, 4L << 20, 212_992L, null, "cubic", List.of("reno", "cubic"), 1500, null);

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> clock = new AtomicReference<>(NOW);
    private HostFacts told = facts(1.5, 100);
    private int looks;
    private HostCache cache;
    private Endpoint far;

    private static HostFacts facts(double load, long free) {
        return new HostFacts(
                "",
                List.of(),
                null,
                1L << 33,
                free,
                1L << 40,
                5L,
                HostFacts.SSH,
                load,
                8,
                TCP,
                2,
                1,
                null,
                null,
                null,
                null);
    }

    @BeforeEach
    void start() throws Exception {
        far = EndpointParser.parse("user@dtn.example.org:/data");
        cache = new HostCache(
                (_, _, _) -> {
                    looks++;
                    return told.basis().equals(HostFacts.UNKNOWN) ? told : told.measured(clock.get());
                },
                directory.resolve("hosts"),
                clock::get);
    }

    private HostFacts after(Duration passed) throws Exception {
        clock.set(NOW.plus(passed));
        return cache.examine(far, 22, HostExaminer.Disk.WRITE);
    }

    @Test
    void factsOfAMinuteAreAsGoodAsNewAndSayWhenTheyWereFoundOut() throws Exception {
        HostFacts first = after(Duration.ZERO);
        told = facts(7, 50);
        assertThat(after(Duration.ofSeconds(59)))
                .isEqualTo(first)
                .isEqualTo(facts(1.5, 100).measured(NOW));
        assertThat(looks).isEqualTo(1);
        HostFacts later = after(Duration.ofSeconds(61));
        assertThat(later.loadAverage()).isEqualTo(7);
        assertThat(later.measuredAt()).isEqualTo(NOW.plusSeconds(61));
    }

    @Test
    void whenAMachineTellsNothingTodayYesterdaysLastingFactsCount() throws Exception {
        after(Duration.ZERO);
        told = HostFacts.unknown("dtn.example.org", List.of());
        HostFacts old = after(Duration.ofHours(23));
        assertThat(old.tcp()).isEqualTo(TCP);
        assertThat(old.totalMemoryBytes()).isEqualTo(1L << 33);
        assertThat(old.freeMemoryBytes()).isNull();
        assertThat(old.loadAverage()).isNull();
        assertThat(old.measuredAt()).isEqualTo(NOW);
        assertThat(after(Duration.ofHours(25)).basis()).isEqualTo(HostFacts.UNKNOWN);
        assertThat(after(Duration.ofHours(-1)).basis())
                .as("a clock that was set back")
                .isEqualTo(HostFacts.UNKNOWN);
    }

    @Test
    void everyPathAndUserHasFactsOfItsOwnAndThisMachineNeedsNone() throws Exception {
        after(Duration.ZERO);
        cache.examine(EndpointParser.parse("user@dtn.example.org:/scratch"), 22, HostExaminer.Disk.WRITE);
        cache.examine(EndpointParser.parse("other@dtn.example.org:/data"), 22, HostExaminer.Disk.WRITE);
        cache.examine(EndpointParser.parse("/data"), 0, HostExaminer.Disk.WRITE);
        cache.examine(EndpointParser.parse("/data"), 0, HostExaminer.Disk.WRITE);
        assertThat(looks).isEqualTo(5);
        try (Stream<Path> files = Files.list(directory.resolve("hosts"))) {
            assertThat(files).hasSize(3);
        }
    }

    @Test
    void aDamagedFileIsNoFile() throws Exception {
        after(Duration.ZERO);
        try (Stream<Path> files = Files.list(directory.resolve("hosts"))) {
            Files.writeString(files.findFirst().orElseThrow(), "measuredAt=yesterday\ncpus=many\n");
        }
        assertThat(after(Duration.ofSeconds(1)).loadAverage()).isEqualTo(1.5);
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void byWhichPathANodeShowsTheSameFilesIsRememberedForADayAndForgottenWhenItNoLongerDoes() throws Exception {
        NodePlace place = new NodePlace("/run 7");
        AtomicReference<Optional<NodePlace>> answer = new AtomicReference<>(Optional.of(place));
        HostExaminer hosts = new HostExaminer() {
            @Override
            public HostFacts examine(Endpoint end, int sshPort, Disk disk) {
                return told;
            }

            @Override
            public Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives) {
                looks++;
                return answer.get();
            }
        };
        HostCache checks = new HostCache(hosts, directory.resolve("hosts"), clock::get);
        assertThat(checks.lastPlaceAtNode(far, 22, 7411, true)).isEmpty();
        assertThat(checks.placeAtNode(far, 22, 7411, true)).hasValue(place);
        answer.set(Optional.empty());
        assertThat(checks.placeAtNode(far, 22, 7411, true)).hasValue(place);
        assertThat(looks).as("within a minute").isEqualTo(1);
        clock.set(NOW.plus(Duration.ofHours(23)));
        assertThat(checks.placeAtNode(far, 22, 7411, true)).as("not asked").hasValue(place);
        assertThat(checks.lastPlaceAtNode(far, 22, 7411, true)).hasValue(place);
        assertThat(checks.lastPlaceAtNode(far, 22, 7411, false))
                .as("as a source")
                .isEmpty();
        assertThat(checks.lastPlaceAtNode(far, 22, 7412, true))
                .as("another node")
                .isEmpty();
        clock.set(NOW.plus(Duration.ofHours(25)));
        assertThat(checks.placeAtNode(far, 22, 7411, true)).isEmpty();
        clock.set(NOW.plus(Duration.ofHours(2)));
        answer.set(Optional.of(new NodePlace(null)));
        assertThat(checks.placeAtNode(far, 22, 7411, true)).hasValue(new NodePlace(null));
        assertThat(checks.lastPlaceAtNode(far, 22, 7411, true)).isEmpty();
    }
}
