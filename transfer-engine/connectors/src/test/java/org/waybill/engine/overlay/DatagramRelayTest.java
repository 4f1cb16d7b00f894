package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.NodeLimits;
import org.waybill.engine.node.WaybillNode;
import org.waybill.planner.admission.AdmissionLimits;

/** Transfers whose data travel by datagrams from hop to hop, on loopback. */
class DatagramRelayTest extends OverlayCase {
    private static final long RATE = 400_000_000;
    private static final RelaySettings DEDICATED = OverlayFixture.INNER.withDatagrams(RATE);

    private TransferReport push(EngineMover mover, Path source, NetworkPaths networkPaths, int streams)
            throws Exception {
        return EngineFixture.untilDone(
                mover,
                new TransferRequest(
                                Location.local(source.toString()),
                                overlay.end.remote("/copy"),
                                networkPaths,
                                new DataOptions(streams, RATE, Verify.SHA256))
                        .onDedicatedPath(true),
                TransferListener.NONE);
    }

    private static NetworkPaths through(WaybillNode... relays) {
        return NetworkPaths.through(
                List.of(relays).stream().map(OverlayFixture::name).toList());
    }

    @ParameterizedTest
    @EnumSource
    void eachTransportReachesARelayByDatagrams(DatagramTerms.Transport transport) throws Exception {
        WaybillNode relay = overlay.relay();
        Path source = overlay.end.file("source", 20_000_000, 1);
        TransferReport report = push(EngineMover.by(transport, overlay.end.home), source, through(relay), 0);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.via()).containsExactly(OverlayFixture.name(relay));
        assertThat(relay.relayMeter().streamsByDatagrams()).isEqualTo(1);
        assertThat(relay.relayMeter().forwardedBytes()).isGreaterThan(20_000_000);
        Waiting.until(
                () -> relay.relayMeter().streams() == 0 && relay.relayMeter().circuits() == 0);
    }

    @Test
    void relaysOfADedicatedNetworkSendOnByDatagrams() throws Exception {
        WaybillNode first = overlay.relay(overlay.end.home, DEDICATED);
        WaybillNode second = overlay.relay(overlay.end.home, DEDICATED);
        Path source = overlay.end.file("source", 20_000_000, 2);
        push(EngineMover.by(DatagramTerms.Transport.PLUT, overlay.end.home), source, through(first, second), 0);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(first.relayMeter().streamsByDatagrams()).isEqualTo(1);
        assertThat(second.relayMeter().streamsByDatagrams()).isEqualTo(1);
    }

    @Test
    void aLimitHoldsForDatagramsToo() throws Exception {
        long limit = 40_000_000;
        int bytes = 10_000_000;
        WaybillNode first = overlay.relay(overlay.end.home, DEDICATED.withLimit(limit));
        WaybillNode second = overlay.relay(overlay.end.home, DEDICATED);
        Path source = overlay.end.file("source", bytes, 7);
        long startNanos = System.nanoTime();
        push(EngineMover.by(DatagramTerms.Transport.PLUT, overlay.end.home), source, through(first, second), 0);
        assertThat((System.nanoTime() - startNanos) / 1e9).isGreaterThan(bytes * 8.0 / limit - 0.1);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(first.relayMeter().streamsByDatagrams()).isEqualTo(1);
        assertThat(second.relayMeter().streamsByDatagrams()).isEqualTo(1);
    }

    @Test
    void aRelayWhoseOwnerHasNotSaidSoGoesOnByTcp() throws Exception {
        WaybillNode first = overlay.relay();
        WaybillNode second = overlay.relay(overlay.end.home, DEDICATED);
        Path source = overlay.end.file("source", 20_000_000, 3);
        push(EngineMover.by(DatagramTerms.Transport.PLUT, overlay.end.home), source, through(first, second), 0);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(first.relayMeter().streamsByDatagrams()).isEqualTo(1);
        assertThat(second.relayMeter().streamsByDatagrams()).isZero();
        assertThat(second.relayMeter().forwardedBytes()).isGreaterThan(20_000_000);
    }

    @Test
    void streamsThatTheRelayHasNoRoomForComeByTcp() throws Exception {
        WaybillNode relay = overlay.relay(
                overlay.end.home,
                OverlayFixture.INNER,
                new NodeLimits(64, AdmissionLimits.DEFAULT, Duration.ofSeconds(30), 16 << 20));
        Path source = overlay.end.file("source", 30_000_000, 4);
        push(EngineMover.by(DatagramTerms.Transport.PLUT, overlay.end.home), source, through(relay), 4);
        assertThat(overlay.end.data.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(relay.relayMeter().streamsByDatagrams()).isBetween(1L, 3L);
    }

    @Test
    void refusesWhatCannotBeDone() throws Exception {
        WaybillNode relay = overlay.relay();
        Path source = overlay.end.file("source", 1_000, 6);
        EngineMover plut = EngineMover.by(DatagramTerms.Transport.PLUT, overlay.end.home);
        assertThatThrownBy(() -> push(plut, source, NetworkPaths.among(List.of(OverlayFixture.name(relay))), 0))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
                    assertThat(e).hasMessageContaining("--via");
                });
        TransferRequest pull = new TransferRequest(
                        overlay.end.remote("/f"),
                        Location.local(source.toString()),
                        through(relay),
                        new DataOptions(0, RATE, Verify.SHA256))
                .onDedicatedPath(true);
        assertThatThrownBy(() -> plut.move(pull, TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT));
        NetworkPaths two = new NetworkPaths(
                List.of(List.of(OverlayFixture.name(relay)), List.of("127.0.0.1:9")), List.of(), false);
        assertThatThrownBy(() -> push(EngineMover.by(DatagramTerms.Transport.TSP, overlay.end.home), source, two, 0))
                .hasMessageContaining("one --via");
        TransferRequest shared = new TransferRequest(
                Location.local(source.toString()),
                overlay.end.remote("/copy"),
                through(relay),
                new DataOptions(0, RATE, Verify.SHA256));
        assertThatThrownBy(() -> plut.move(shared, TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE));
    }
}
