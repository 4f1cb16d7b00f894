package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.Hop;

/** Output of real tools on real paths, where it is present. */
class RealRoutesTest {
    private static String sample(String name) throws IOException {
        String named = System.getProperty("waybill.test.data", "");
        Path data = named.isEmpty()
                ? Path.of(System.getProperty("waybill.root", ".")).resolve("../shared/data")
                : Path.of(named);
        assumeTrue(Files.isDirectory(data.resolve("traceroute")), "no traceroute under waybill.test.data=" + data);
        return Files.readString(data.resolve("traceroute").resolve(name));
    }

    @Test
    void tracepathAcrossEsnet() throws IOException {
        Trace trace = TracepathOutput.parse(sample("esnet_tracepath_sunn-to-annarbor.txt"));
        assertThat(trace.reached()).isTrue();
        assertThat(trace.pathMtuBytes()).isEqualTo(1500);
        assertThat(trace.hops())
                .hasSize(10)
                .extracting(Hop::name)
                .containsSubsequence(
                        "sacrcr5-ip-a-sunncr5.es.net",
                        "denvcr5-ip-a-sacrcr5.es.net",
                        "mam-45.merit.edu",
                        "desk146.internet2.edu");
        assertThat(trace.hops().getFirst()).isEqualTo(Trace.SILENT);
    }

    @Test
    void tracepathThatNeverArrives() throws IOException {
        Trace trace = TracepathOutput.parse(sample("tracepath_n_no-replies.txt"));
        assertThat(trace.reached()).isFalse();
        assertThat(trace.hops())
                .extracting(Hop::address)
                .containsExactly(
                        "207.75.165.193",
                        "192.122.200.41",
                        "198.108.23.12",
                        "12.250.16.17",
                        "12.122.132.138",
                        "12.122.132.157",
                        null,
                        "205.171.30.62");
        assertThat(trace.hops().getFirst().rttMillis()).isEqualTo(0.466);
    }

    @Test
    void tracerouteAcrossEsnet() throws IOException {
        String output = sample("traceroute_slac-to-mit_via_esnet.txt");
        Trace trace = TracerouteOutput.parse(output, "18.9.64.27");
        assertThat(trace.reached())
                .as("the sample ends one hop before the target")
                .isFalse();
        assertThat(trace.hops()).hasSize(16);
        assertThat(trace.hops()).filteredOn(hop -> hop.address() != null).hasSize(14);
        assertThat(trace.hops().get(7))
                .isEqualTo(new Hop("134.55.50.202", "denvcr5-ip-a-sacrcr5.es.net", 25.174, null));
        assertThat(TracerouteOutput.parse(output, "18.123.69.2").reached()).isTrue();
    }
}
