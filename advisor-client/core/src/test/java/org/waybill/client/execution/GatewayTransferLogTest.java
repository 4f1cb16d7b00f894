package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.TransferOutcome;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.gateway.Gateway;
import org.waybill.engine.gateway.GatewayListener;
import org.waybill.engine.gateway.GatewaySettings;

class GatewayTransferLogTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:10Z");

    @TempDir
    Path temp;

    private final List<TransferOutcome> recorded = new ArrayList<>();
    private final AdvisorService service = (AdvisorService) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {AdvisorService.class}, (proxy, method, arguments) -> {
                ((List<?>) arguments[0]).forEach(each -> recorded.add((TransferOutcome) each));
                return null;
            });

    private TransferOutcome kept(GatewayListener.Transfer transfer) {
        Outbox outbox = new Outbox(temp.resolve("outbox"));
        new GatewayTransferLog(outbox, InstantSource.fixed(NOW), "relay").onTransfer(transfer);
        outbox.deliver(service);
        return recorded.isEmpty() ? null : recorded.getFirst();
    }

    private static GatewayListener.Transfer transfer(boolean toFarHost, long bytes, String failure) throws Exception {
        return new GatewayListener.Transfer(
                InetAddress.getByName("192.0.2.7"), "dtn.example.org", toFarHost, "/f", bytes, 10, 4, failure);
    }

    @Test
    void keepsWhoSentToWhomByWayOfWhom() throws Exception {
        TransferOutcome outcome = kept(transfer(false, 1_000, ""));
        assertThat(outcome.sourceHost()).isEqualTo("dtn.example.org");
        assertThat(outcome.destinationHost()).isEqualTo("192.0.2.7");
        assertThat(outcome.via()).isEqualTo("relay");
        assertThat(outcome.status()).isEqualTo("OK");
        assertThat(outcome.startedAt()).isEqualTo(NOW.minusSeconds(10));
        assertThat(outcome.streams()).isEqualTo(4);
    }

    @Test
    void keepsWhatBrokeOff() throws Exception {
        TransferOutcome outcome = kept(transfer(true, 1_000, "426 broke off"));
        assertThat(outcome.destinationHost()).isEqualTo("dtn.example.org");
        assertThat(outcome.status()).isEqualTo("CONNECTION_LOST");
    }

    @Test
    void leavesOutWhatMovedNothing() throws Exception {
        assertThat(kept(transfer(true, 0, "550 none"))).isNull();
    }

    @Test
    void hearsOfATransferThroughARealGateway() throws Exception {
        Files.writeString(temp.resolve("f"), "content");
        Outbox outbox = new Outbox(temp.resolve("outbox"));
        try (Gateway gateway = Gateway.start(
                GatewaySettings.relay(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of())
                        .withStore(temp, false),
                new GatewayTransferLog(outbox, InstantSource.system(), "relay"))) {
            URI file = URI.create("ftp://127.0.0.1:" + gateway.address().getPort() + "/f;type=i");
            assertThat(new String(file.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("content");
            for (int i = 0; i < 100 && outbox.size() == 0; i++) {
                Thread.sleep(20);
            }
        }
        outbox.deliver(service);
        assertThat(recorded).singleElement().extracting(TransferOutcome::bytes).isEqualTo(7L);
    }
}
