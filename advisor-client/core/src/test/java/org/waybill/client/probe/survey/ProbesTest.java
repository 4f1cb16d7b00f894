package org.waybill.client.probe.survey;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.waybill.client.probe.CanRun;
import org.waybill.client.probe.Probe;
import org.waybill.client.probe.ProbeSpec;

class ProbesTest {
    private static final ProbeSpec SPEC =
            new ProbeSpec("localhost", InetAddress.ofLiteral("127.0.0.1"), 0, Duration.ofSeconds(2), 1 << 20);

    @Test
    void theServiceLoaderFindsProbesThatSayWhatTheyAreAndWhetherTheyCanRun() {
        List<Probe> probes = ServiceLoader.load(Probe.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList();
        assertThat(probes)
                .extracting(probe -> probe.info().name())
                .contains("tracepath", "own-trace", "icmp-sizes", "ping-sizes")
                .doesNotHaveDuplicates();
        for (Probe probe : probes) {
            assertThat(probe.duration(SPEC)).isLessThanOrEqualTo(SPEC.budget());
            if (probe.canRun(SPEC) instanceof CanRun.No no) {
                assertThat(no.reasons()).isNotEmpty().allMatch(reason -> !reason.isBlank());
            }
        }
    }
}
