package org.waybill.planner.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.planner.TestData;
import org.waybill.planner.reservation.BandwidthCalendar;
import org.waybill.planner.reservation.CircuitPlanner;
import org.waybill.planner.reservation.ReservedPathEstimate;
import org.waybill.planner.routing.Network;
import org.waybill.planner.routing.Route;
import org.waybill.planner.routing.ShortestPath;
import tools.jackson.databind.json.JsonMapper;

/** The ESnet topologies of 2019 and 2024: Lu 2011, case study III (figure 4.10), on real data. */
class EsnetTopologyTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static Network esnet2019() {
        List<?> devices = JSON.readValue(TestData.text("oscars/esnet-devices_2019.json"), List.class);
        List<?> adjacencies = JSON.readValue(TestData.text("oscars/esnet-adjcies_2019.json"), List.class);
        return OscarsTopology.read(devices, adjacencies, "esnet 2019").value();
    }

    private static Network esnet2024() {
        return OscarsTopology.read(
                        JSON.readValue(TestData.text("oscars/esnet_topology_2024.json"), Map.class), "esnet 2024")
                .value();
    }

    @Test
    void berkeleyToFermilabGoesThroughDenverAndKansasCity() {
        Network network = esnet2019();
        assertThat(network.nodes()).isEqualTo(49);
        assertThat(network.links()).isEqualTo(182);
        Route route = ShortestPath.between(network, "lbl-mr2", "fnal-mr2").orElseThrow();
        assertThat(route.nodes())
                .extracting(n -> n.replaceFirst("-.*", ""))
                .containsExactly("lbl", "sacr", "denv", "kans", "chic", "fnal");
        assertThat(route.metric()).isEqualTo(47);
        assertThat(route.bitsPerSecond()).isEqualTo(1e10);
        ReservedPathEstimate estimate =
                ReservedPathEstimate.of(network, "lbl-mr2", "fnal-mr2", 9e8).orElseThrow();
        assertThat(estimate.circuitBitsPerSecond()).isEqualTo(1e10);
        assertThat(estimate.bitsPerSecond()).isEqualTo(9e8);
    }

    @Test
    void theWidestCircuitIsWiderThanTheShortestForSomePairsOf2019() {
        Network network = esnet2019();
        // of paths with equal metric and hops the widest is taken; with the narrowest there would be 126 pairs
        assertThat(wider(network)).isEqualTo(28);
        BandwidthCalendar calendar = BandwidthCalendar.of(network);
        Route shortest = ShortestPath.between(network, "ga-rt2", "pppl-rt5").orElseThrow();
        assertThat(shortest.metric()).isEqualTo(71);
        assertThat(shortest.bitsPerSecond()).isEqualTo(1e9);
        Route widest =
                CircuitPlanner.widest(calendar, "ga-rt2", "pppl-rt5", 0, 1).orElseThrow();
        assertThat(widest.metric()).isEqualTo(77);
        assertThat(widest.bitsPerSecond()).isEqualTo(1e10);
    }

    @Test
    void shortestAndWidestCircuitsOf2024() {
        Network network = esnet2024();
        assertThat(network.nodes()).isEqualTo(76);
        assertThat(network.links()).isEqualTo(438);
        assertThat(wider(network)).isEqualTo(314);
        BandwidthCalendar calendar = BandwidthCalendar.of(network);
        Route shortest =
                ShortestPath.between(network, "ornl5600-cr6", "cern513-cr6").orElseThrow();
        assertThat(shortest.metric()).isEqualTo(5174);
        assertThat(shortest.bitsPerSecond()).isEqualTo(1e11);
        Route widest = CircuitPlanner.widest(calendar, "ornl5600-cr6", "cern513-cr6", 0, 1)
                .orElseThrow();
        assertThat(widest.metric()).isEqualTo(5866);
        assertThat(widest.bitsPerSecond()).isEqualTo(4e11);
        Route fermilab =
                ShortestPath.between(network, "lbnl59-cr6", "fnalfcc-cr6").orElseThrow();
        assertThat(fermilab.metric()).isEqualTo(5980);
        assertThat(fermilab.nodes()).hasSize(9);
    }

    private static int wider(Network network) {
        int wider = 0;
        BandwidthCalendar calendar = BandwidthCalendar.of(network);
        for (int a = 0; a < network.nodes(); a++) {
            for (int b = a + 1; b < network.nodes(); b++) {
                double shortest = ShortestPath.between(network, network.name(a), network.name(b))
                        .map(Route::bitsPerSecond)
                        .orElse(0.0);
                double widest = CircuitPlanner.widest(calendar, network.name(a), network.name(b), 0, 1)
                        .map(Route::bitsPerSecond)
                        .orElse(0.0);
                wider += widest > shortest ? 1 : 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "ESnet, %d routers: the widest circuit is wider for %d of %d pairs%n",
                network.nodes(),
                wider,
                network.nodes() * (network.nodes() - 1) / 2);
        return wider;
    }
}
