package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ForecastBasis;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** A copy that starts without advice is forecast from the copies before it. */
class RecentTransfersTest {
    private static final long MIB = 1 << 20;
    private static final String HERE = LocalAddresses.name();
    private static final TransferOrder ORDER = order("sftp", 0);

    @TempDir
    private Path directory;

    private RecentTransfers recent;

    @BeforeEach
    void start() {
        recent = new RecentTransfers(directory.resolve("recent"));
    }

    private static TransferOutcome outcome(int number, String transport, String host, long bytes, String cause) {
        return outcome(number, transport, host, bytes, 0.5 + bytes / (10.0 * MIB), cause);
    }

    private static TransferOutcome outcome(
            int number, String transport, String host, long bytes, double seconds, String cause) {
        return new TransferOutcome(
                "x",
                HERE,
                host,
                transport,
                "",
                4,
                StorageClass.DISK,
                bytes,
                1,
                Instant.ofEpochSecond(1_000_000 + number),
                seconds,
                0,
                0,
                "OK",
                null,
                null,
                null,
                cause);
    }

    private static TransferRequest request(Location destination, long rate) {
        return new TransferRequest(
                Location.local("/a"),
                destination,
                NetworkPaths.DIRECT,
                new DataOptions(0, rate, Verify.SHA256),
                null,
                false,
                false,
                List.of(),
                null,
                CopyRules.USUAL);
    }

    private static TransferOrder order(String transport, long rate) {
        return order(transport, request(Location.local("/b"), rate), "there");
    }

    private static TransferOrder order(String transport, TransferRequest request, String destination) {
        return TransferOrder.of(request, transport, HERE, destination, 0, false);
    }

    @Test
    void copiesOfTheSamePairByTheSameProtocolAreForecast() throws Exception {
        long large = 400 * MIB;
        assertThat(recent.forecast(order("sftp", 0), large, 1)).isEqualTo(Estimate.UNKNOWN);
        assertThat(recent.know(order("sftp", 0))).isFalse();
        for (int i = 0; i < 40; i++) {
            recent.add(ORDER, outcome(i, "sftp", "there", 200 * MIB + i * MIB, ""));
        }
        recent.add(ORDER, outcome(50, "ftp", "elsewhere", 200 * MIB, ""));
        recent.add(ORDER, outcome(60, "sftp", "there", 200 * MIB, "LIMIT"));

        Estimate forecast = recent.forecast(order("sftp", 0), large, 1);
        assertThat(forecast.basis()).isEqualTo(ForecastBasis.HISTORY);
        assertThat(forecast.samples()).isEqualTo(RecentTransfers.MOST);
        assertThat(forecast.secondsP50()).isBetween(36.0, 45.0);
        assertThat(forecast.secondsP90()).isGreaterThan(forecast.secondsP50());
        assertThat(recent.forecast(order("sftp", 1_000_000), large, 1))
                .as("held to a rate")
                .isEqualTo(Estimate.UNKNOWN);
        assertThat(recent.forecast(order("ftp", 0), large, 1)).isEqualTo(Estimate.UNKNOWN);
        assertThat(recent.forecast(order("scp", 0), large, 1).isKnown())
                .as("one protocol on the wire")
                .isTrue();
    }

    /** A sync of one changed file among many, or a copy that is run again, shows how long comparing takes. */
    @Test
    void whatWasThereForTheMostPartSaysNothingOfTheNextCopy() {
        TransferOutcome large = outcome(1, "sftp", "there", 200 * MIB, "");
        recent.add(ORDER, large);
        double before = recent.forecast(order("sftp", 0), 200 * MIB, 1).secondsP50();
        recent.add(
                ORDER,
                new TransferOutcome(
                        "y",
                        HERE,
                        "there",
                        "sftp",
                        "",
                        4,
                        StorageClass.DISK,
                        200 * MIB,
                        1_000,
                        large.startedAt().plusSeconds(9),
                        9,
                        0,
                        200 * MIB - 1,
                        "OK",
                        null,
                        null,
                        null,
                        ""));
        assertThat(recent.forecast(order("sftp", 0), 200 * MIB, 1).secondsP50()).isEqualTo(before);
    }

    @Test
    void aDamagedLineIsNoneAndThePairsThatAreLongUnusedMakeRoom() throws Exception {
        recent.add(ORDER, outcome(1, "sftp", "there", 200 * MIB, ""));
        Path file = files().getFirst();
        Files.writeString(file, Files.readString(file) + "what\n1\tsftp\t\t0\tDISK\t1\t1\tNaN\n");
        assertThat(recent.forecast(order("sftp", 0), 200 * MIB, 1).samples()).isEqualTo(1);
        for (int i = 0; i < RecentTransfers.MOST_FILES + 3; i++) {
            recent.add(ORDER, outcome(1, "sftp", "host" + i, MIB, ""));
        }
        assertThat(files()).hasSize(RecentTransfers.MOST_FILES);
    }

    @Test
    void serversAtSeveralPortsOfAHostHaveHistoriesOfTheirOwn() {
        TransferRequest usual = request(new Location("sftp", null, "there", 0, "/b"), 0);
        TransferRequest named = request(new Location("scp", null, "there", 22, "/b"), 0);
        TransferRequest other = request(new Location("sftp", null, "there", 2222, "/b"), 0);
        recent.add(order("sftp", other, "there"), outcome(1, "sftp", "there", 200 * MIB, ""));
        assertThat(recent.know(order("sftp", other, "there"))).isTrue();
        assertThat(recent.know(order("scp", other, "there"))).isTrue();
        assertThat(recent.know(order("sftp", usual, "there"))).isFalse();
        recent.add(order("sftp", usual, "there"), outcome(2, "sftp", "there", 200 * MIB, ""));
        assertThat(recent.know(order("scp", named, "there"))).isTrue();
    }

    /** Two tunnels of this machine, each an alias of ssh_config with a Port. */
    @Test
    void thePortOfAnAliasCountsAsOneThatWasNamed() {
        Location alias = new Location("sftp", null, "a", 0, "/b");
        TransferOrder first = reached(alias, 2201);
        recent.add(first, outcome(1, "sftp", "localhost", 200 * MIB, ""));
        assertThat(recent.know(first)).isTrue();
        assertThat(recent.know(reached(new Location("sftp", null, "b", 0, "/b"), 2202)))
                .as("another alias of the same host")
                .isFalse();
        assertThat(recent.know(reached(new Location("sftp", null, "localhost", 2201, "/b"), 0)))
                .as("the same server by its port")
                .isTrue();
        assertThat(recent.know(reached(new Location("ftp", null, "localhost", 0, "/b"), 2201)))
                .as("ssh_config says nothing of other protocols")
                .isFalse();
    }

    private static TransferOrder reached(Location destination, int sshPort) {
        return order("sftp", request(destination, 0), "localhost")
                .at(
                        new Endpoint(Location.local("/a"), true),
                        new Endpoint(destination, true, "localhost", sshPort, false));
    }

    /** A storage system names another port for each file. */
    @Test
    void theDataPortsOfAStorageSystemAreNoServersOfTheirOwn() {
        TransferOrder order = order("https", request(new Location("srm", null, "tape", 8446, "/b"), 0), "tape");
        for (int i = 1; i <= 2; i++) {
            TransferOrder data = order.between(
                    order.request().source(), new Location("https", null, "pool" + i, 20_000 + i, "/" + i));
            assertThat(recent.know(data)).isEqualTo(i == 2);
            recent.add(data, outcome(i, "https", "tape", 200 * MIB, ""));
        }
    }

    /** Seen: one copy of 4 MB to a node of the same machine let 4.8 to 10 s be forecast for 200 MiB, which took 0.7. */
    @Test
    void oneSmallCopyWithinAMachineLeavesTheRateToWhatSuchMachinesDoAndElsewhereUnknown() {
        TransferRequest request = request(new Location("waybill", null, "127.0.0.1", 0, "/b"), 0);
        assertThat(recent.forecast(order("tcp", request, "127.0.0.1"), 200 * MIB, 1))
                .as("without a copy")
                .isEqualTo(Estimate.UNKNOWN);
        for (String host : List.of("127.0.0.1", "there")) {
            recent.add(order("tcp", request, host), outcome(1, "tcp", host, 4_000_000, .35, ""));
        }
        assertThat(recent.forecast(order("tcp", request, "127.0.0.1"), 200 * MIB, 1)
                        .secondsP50())
                .isBetween(.4, 2.5);
        assertThat(recent.forecast(order("tcp", request, "there"), 200 * MIB, 1))
                .isEqualTo(Estimate.UNKNOWN);
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> all = Files.list(directory.resolve("recent"))) {
            return all.toList();
        }
    }

    @Test
    void aTransferKeepsItsTimeAndTheNextOneSaysItsForecastFirst() throws Exception {
        byte[] content = new byte[3_000_000];
        new Random(1).nextBytes(content);
        Path source = Files.write(directory.resolve("source"), content);
        TransferService service = new TransferService(
                        List.of(TestMovers.named("local", new TestCredentials())),
                        new Outbox(directory.resolve("outbox")),
                        RetryPolicy.DEFAULT,
                        RetryClock.SYSTEM,
                        new Random(1),
                        null)
                .remembering(recent);
        List<String> events = new ArrayList<>();
        List<Double> forecasts = new ArrayList<>();
        TransferListener listener = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public synchronized void onForecast(double secondsP50, double secondsP90) {
                forecasts.add(secondsP50);
            }

            @Override
            public synchronized void onEvent(String code, String text) {
                events.add(code + ": " + text);
            }
        };
        TransferResult first = service.move(copy(source, "one"), listener);
        assertThat(first.forecast()).isEqualTo(Estimate.UNKNOWN);
        assertThat(forecasts).isEmpty();

        TransferResult second = service.move(copy(source, "two"), listener);
        assertThat(second.forecast().secondsP50())
                .isEqualTo(forecasts.getFirst())
                .isPositive();
        assertThat(events).as("over before it is read").noneMatch(event -> event.startsWith("FORECAST"));

        for (Path one : files()) {
            Files.delete(one);
        }
        service.move(order("local", requestTo(source, "held", 100_000_000_000L), "there"), listener);
        assertThat(files())
                .as("of a copy that was held to a rate, even to one that did not bind")
                .isEmpty();
        recent.add(ORDER, outcome(1, "local", "there", content.length, 30, ""));
        service.move(copy(source, "three"), listener);
        assertThat(events.stream().filter(event -> event.startsWith("FORECAST")))
                .singleElement()
                .asString()
                .startsWith("FORECAST: by local, forecast ")
                .endsWith(" from one earlier copy");
    }

    private TransferOrder copy(Path source, String target) {
        return order("local", requestTo(source, target, 0), "there");
    }

    private TransferRequest requestTo(Path source, String target, long rate) {
        TransferRequest asked = request(Location.local(directory.resolve(target).toString()), rate);
        return new TransferRequest(
                Location.local(source.toString()),
                asked.destination(),
                asked.networkPaths(),
                asked.data(),
                null,
                false,
                false,
                List.of(),
                null,
                CopyRules.USUAL);
    }
}
