package org.waybill.service.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayHealth;
import org.waybill.api.overlay.RelayReport;
import org.waybill.db.overlay.RelayReportRow;
import org.waybill.planner.routing.SplitChoice;

/** File Mover's choice with real names: what the service answers to {@code --via auto}. */
class PathChoiceTest {
    private static List<PathForecast> paths(Map<String, Double> links, int most, KnownRelay... relays) {
        return paths(links, List.of(), most, relays);
    }

    private static List<PathForecast> paths(
            Map<String, Double> links, List<SplitChoice.Outcome> outcomes, int most, KnownRelay... relays) {
        return new PathChoice(
                        (from, to) -> Optional.ofNullable(links.get(from + ">" + to))
                                .map(rate -> new LinkForecasts.Width(rate, 3)),
                        SplitChoice.learn(outcomes),
                        outcomes)
                .between("s", "d", List.of(relays), most);
    }

    private static KnownRelay relay(String host, Double traversal) {
        return new KnownRelay(
                host.hashCode(),
                host,
                new RouteText.Address(host, 7411),
                "00".repeat(32),
                null,
                new RelayReportRow.Facts(Instant.EPOCH, Instant.EPOCH, 0, 1, 0, 1, 0, traversal, null));
    }

    @Test
    void theWidestIsFirstAndAChainCounts() {
        List<PathForecast> paths = paths(
                Map.of("s>d", 2e6, "s>r1", 10e6, "r1>d", 3e6, "r1>r2", 9e6, "r2>d", 8e6),
                4,
                relay("r1", null),
                relay("r2", null));
        assertThat(paths.getFirst().via()).containsExactly("r1:7411", "r2:7411");
        assertThat(paths.getFirst().bitsPerSecond()).isEqualTo(8e6);
        assertThat(paths.getFirst().samples()).isEqualTo(3);
        assertThat(paths.getFirst().pays()).as("four times the direct path").isTrue();
        assertThat(paths).extracting(PathForecast::via).contains(List.of(), List.of("r1:7411"));
    }

    @Test
    void aReportFromBeforeTheClockWasSetBackKeepsNoRelayAlive() {
        KnownRelay relay = relay("r", null);
        assertThat(relay.isAlive(Instant.EPOCH.plusSeconds(10))).isTrue();
        assertThat(relay.isAlive(Instant.EPOCH.plusSeconds(100))).isFalse();
        assertThat(relay.isAlive(Instant.EPOCH.minusSeconds(3_600))).isFalse();
    }

    /** The node's clock was three minutes ahead, and was set right. */
    @Test
    void aReportAfterTheClockWasSetBackIsNoReplay() {
        Instant now = Instant.EPOCH.plusSeconds(1_000);
        RelayReport report = new RelayReport(
                "r", "h", 7411, "", "", "", now, new RelayHealth(0, 1, 0, 1, 0, null, null), List.of(), "");
        assertThat(RelayRegistry.isReplayed(report, now.plusSeconds(180), now.plusSeconds(1)))
                .isFalse();
        assertThat(RelayRegistry.isReplayed(report, now.plusSeconds(10), now.plusSeconds(20)))
                .isTrue();
        assertThat(RelayRegistry.isReplayed(report, now.minusSeconds(10), now)).isFalse();
    }

    /** In the catalogue's order by name, z would never have its turn. */
    @Test
    void ofManyRelaysThoseWhoseLinksAreKnownAreConsidered() {
        List<KnownRelay> relays = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            relays.add(relay("a" + i, null));
        }
        relays.addAll(List.of(relay("x", null), relay("y", null), relay("z", null)));
        Map<String, Double> links = Map.of("s>z", 9e6, "z>d", 8e6, "s>y", 5e6, "y>d", 5e6, "s>x", 90e6);
        PathChoice choice = new PathChoice(
                (from, to) ->
                        Optional.ofNullable(links.get(from + ">" + to)).map(rate -> new LinkForecasts.Width(rate, 3)),
                SplitChoice.learn(List.of()),
                List.of());
        assertThat(choice.nearest("s", "d", relays, 4))
                .extracting(KnownRelay::name)
                .containsExactly("z", "y", "x", "a0");
        assertThat(choice.nearest("s", "d", relays.subList(0, 3), 4))
                .extracting(KnownRelay::name)
                .containsExactly("a0", "a1", "a2");
    }

    @Test
    void aRelayPassesOnNoMoreThanItCan() {
        List<PathForecast> paths = paths(Map.of("s>d", 5e6, "s>r", 90e6, "r>d", 90e6), 4, relay("r", 4e6));
        assertThat(paths.getFirst().via()).isEmpty();
        assertThat(paths.get(1).bitsPerSecond()).isEqualTo(4e6);
        assertThat(paths.get(1).promisesTooLittle()).isTrue();
    }

    /** Rizk 2006, section 4.5: half as much again at first. */
    @Test
    void aRelayPaysFromTheThresholdOnUnlessItDidHarm() {
        Map<String, Double> links = Map.of("s>d", 10e6, "s>a", 15e6, "a>d", 15e6, "s>b", 14e6, "b>d", 14e6);
        KnownRelay[] relays = {relay("a", null), relay("b", null)};
        List<PathForecast> first = paths(links, 4, relays);
        assertThat(first)
                .filteredOn(PathForecast::pays)
                .extracting(PathForecast::via)
                .containsExactly(List.of("a:7411"));
        assertThat(first).filteredOn(PathForecast::promisesTooLittle).hasSize(1);
        List<PathForecast> burnt =
                paths(links, List.of(new SplitChoice.Outcome(List.of("a:7411"), 50, -12)), 4, relays);
        assertThat(burnt).noneMatch(PathForecast::pays);
        assertThat(burnt.getFirst().harmPercent()).isEqualTo(12);
    }

    /** Anglano and Canonico, section 3: the widest path blocks the others where its relays are in all of them. */
    @Test
    void pathsForStripingShareNoRelay() {
        List<PathForecast> paths = paths(
                Map.of("s>d", 5e6, "s>a", 10e6, "a>b", 10e6, "b>d", 10e6, "a>d", 8e6, "s>b", 8e6),
                6,
                relay("a", null),
                relay("b", null));
        assertThat(paths)
                .filteredOn(PathForecast::stripes)
                .extracting(PathForecast::via)
                .containsExactlyInAnyOrder(List.of(), List.of("a:7411"), List.of("b:7411"));
        assertThat(paths.getFirst().via()).as("the widest is not among them").hasSize(2);
    }

    @Test
    void fourRelaysInARowAreNotOffered() {
        List<PathForecast> paths = paths(
                Map.of("s>a", 9e6, "a>b", 9e6, "b>c", 9e6, "c>e", 9e6, "e>d", 9e6),
                8,
                Stream.of("a", "b", "c", "e").map(host -> relay(host, null)).toArray(KnownRelay[]::new));
        assertThat(paths).allSatisfy(path -> assertThat(path.via()).hasSizeLessThan(4));
    }

    @Test
    void whatNobodyMeasuredComesLastAndSaysSo() {
        List<PathForecast> paths = paths(Map.of("s>d", 2e6), 4, relay("r", null));
        assertThat(paths)
                .containsExactly(
                        new PathForecast(List.of(), 2e6, 3),
                        new PathForecast(List.of("r:7411"), null, 0, null, 50.0, null, null));
    }
}
