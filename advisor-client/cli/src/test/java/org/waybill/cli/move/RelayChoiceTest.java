package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.TransferOutcome;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.overlay.NodeRegistration;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.db.MigratedDatabase;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.overlay.RelaySettings;
import org.waybill.engine.testserver.Running;
import tools.jackson.databind.JsonNode;

/** Which relays advice and {@code --via} use, with real nodes; by a service's measurements and by one's own copies. */
class RelayChoiceTest extends MoveCase {
    private static final String HERE = LocalAddresses.name();
    private static final String THERE = "127.0.0.1";

    @AutoClose
    private final Running running = new Running();

    private WaybillNode node(String host, RelaySettings relays) throws Exception {
        return running.use(WaybillNode.start(
                NodeSettings.onLoopback(cli.home(), Files.createDirectories(directory.resolve("data " + host)))
                        .withRelay(relays)
                        .withListen(new InetSocketAddress(host, 0))));
    }

    private static RelaySettings relaying() {
        return RelaySettings.DEFAULT.withInnerAllowed();
    }

    private static Measurement link(String from, String to, double bitsPerSecond) {
        return new Measurement(
                from,
                to,
                Quantity.BULK_TRANSFER_CAPACITY,
                bitsPerSecond,
                "test",
                1,
                null,
                Instant.now().minusSeconds(60));
    }

    private static TransferOutcome copied(String via, double seconds) {
        return copied(THERE, "tcp", via, 100_000_000, seconds);
    }

    @Test
    void relaysOfAServiceAreUsedIfTheyPromiseEnoughAndDidNoHarm() throws Exception {
        RunningService service = running.use(EmbeddedService.load()
                .start(new ServiceSettings(
                        MigratedDatabase.putInto(Files.createDirectory(directory.resolve("site"))),
                        THERE,
                        0,
                        null,
                        null,
                        null,
                        null,
                        null,
                        true)));
        String url = service.url().toString();
        cli.with("WAYBILL_SERVICE_TOKEN", service.token());
        AdvisorService advisor = running.use(
                        AdvisorClientFactory.remote(new WaybillHome(cli.home()), URI.create(url), service::token))
                .service();
        String target = "waybill://127.0.0.1:"
                + node(THERE, RelaySettings.NONE).address().getPort() + "/in/";
        List<String> relays = new ArrayList<>();
        List<Measurement> measured = new ArrayList<>(List.of(link(HERE, THERE, 60e6)));
        for (String host : List.of("127.0.0.5", "127.0.0.6")) {
            WaybillNode relay = node(host, relaying());
            int port = relay.address().getPort();
            running.use(NodeRegistration.start(
                    relay, new NodeRegistration.Place(host, host, port, null), advisor, _ -> {}));
            relays.add(host + ":" + port);
        }
        measured.add(link(HERE, "127.0.0.5", 120e6));
        measured.add(link("127.0.0.5", THERE, 120e6));
        measured.add(link(HERE, "127.0.0.6", 75e6));
        measured.add(link("127.0.0.6", THERE, 75e6));
        advisor.recordMeasurements(measured);
        while (advisor.relays().stream().filter(relay -> relay.alive()).count() < 2) {
            Thread.sleep(20);
        }

        Cli.Result advice = cli.runLine("advise --service %s --size 10GB --json %s %s", url, file, target);
        assertThat(advice.code()).as(advice.err()).isZero();
        List<JsonNode> relayed = new ArrayList<>();
        advice.json().get("workflows").forEach(option -> {
            if (!option.get("via").isEmpty()
                    && option.get("estimate").get("known").asBoolean()) {
                relayed.add(option);
            }
        });
        assertThat(relayed).as("75 of 60 Mbit/s are too little").hasSize(1);
        assertThat(relayed.getFirst().get("via").get(0).asString()).isEqualTo(relays.getFirst());
        assertThat(relayed.getFirst().get("estimate").get("secondsP50").asDouble())
                .as("80 Gbit at 120 Mbit/s")
                .isBetween(600.0, 800.0);
        assertThat(relayed.getFirst().get("reasons").toString()).contains("RELAYS_PAY", "+100 %", "+50 %");
        assertThat(advice.json().get("warnings").toString())
                .contains(
                        "RELAYS_TOGETHER", "3 paths without a common relay are forecast to carry 255 Mbit/s together");

        JsonNode direct = StreamSupport.stream(advice.json().get("workflows").spliterator(), false)
                .filter(option -> option.get("id").asString().equals("tcp"))
                .findFirst()
                .orElseThrow();
        assertThat(direct.get("estimate").get("secondsP50").asDouble())
                .as("80 Gbit at the 60 Mbit/s that were measured, not at what a model promises")
                .isBetween(1_200.0, 1_700.0);

        Cli.Result auto = cli.runLine("copy --service %s --via auto %s %s", url, file, target);
        assertThat(auto.code()).as(auto.err()).isZero();
        assertThat(auto.err())
                .contains("via " + relays.get(0) + ": forecast 120 Mbit/s from 1 measurement, +100 %")
                .contains("not via " + relays.get(1) + ": forecast 75.0 Mbit/s from 1 measurement, +25 %");

        Cli.Result all = cli.runLine("copy --service %s --via disjoint %s %sagain", url, file, target);
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(all.err())
                .contains("directly: forecast 60.0 Mbit/s")
                .contains("3 paths without a common relay, forecast together 255 Mbit/s");

        advisor.recordTransfers(List.of(copied("", 10), copied("", 11), copied("", 12)));
        advisor.recordTransfers(List.of(copied(relays.getFirst(), 20)));
        Cli.Result burnt = cli.runLine("copy --service %s --via auto %s %sthird", url, file, target);
        assertThat(burnt.code()).as(burnt.err()).isZero();
        assertThat(burnt.err())
                .contains("not via " + relays.getFirst()
                        + ": the last transfer over it was 45 % slower than the direct path");
        Cli.Result warned = cli.runLine("advise --service %s --size 10GB --json %s %s", url, file, target);
        assertThat(warned.json().get("warnings").toString()).contains("RELAYS_DID_HARM");
        assertThat(warned.json().get("workflows").toString()).doesNotContain(relays.getFirst());

        Cli.Result replayed = cli.runLine("replay --json %s", cli.home().resolve("advices"));
        assertThat(replayed.code()).as(replayed.out()).isZero();
        assertThat(replayed.json().get("equal").asInt()).as("of both").isGreaterThanOrEqualTo(2);
    }

    @Test
    void aRelayThatSlowedACopyDownIsNotTriedAgain() throws Exception {
        byte[] content = new byte[17 << 20];
        new Random(9).nextBytes(content);
        Files.write(file, content);
        String target = "waybill://127.0.0.1:"
                + node(THERE, RelaySettings.NONE).address().getPort() + "/";
        String slow = "127.0.0.5:"
                + node("127.0.0.5", relaying().withLimit(40_000_000)).address().getPort();
        assertThat(cli.runLine("copy --transport tcp %s %sa", file, target).code())
                .isZero();
        Cli.Result over = cli.runLine("copy --via %s --json %s %sb", slow, file, target);
        assertThat(over.code()).as(over.err()).isZero();
        assertThat(over.json().get("via").get(0).asString()).isEqualTo(slow);

        Cli.Result auto = cli.runLine("copy --via auto:%s %s %sc", slow, file, target);

        assertThat(auto.code()).as(auto.err()).isZero();
        assertThat(auto.err()).contains("waybill: not via " + slow + ": the last transfer over it was");
        assertThat(auto.out()).doesNotContain("via " + slow);
        assertThat(sha256(directory.resolve("data 127.0.0.1/c"))).isEqualTo(sha256(file));
    }
}
