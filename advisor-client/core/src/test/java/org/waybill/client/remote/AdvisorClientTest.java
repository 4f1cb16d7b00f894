package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.WaybillHome;

@Timeout(60)
class AdvisorClientTest {
    private final LoopbackService embedded = new LoopbackService();
    private final List<AutoCloseable> open = new ArrayList<>();
    private WaybillHome home;

    @BeforeEach
    void nameHome(@TempDir Path directory) {
        home = new WaybillHome(directory);
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        assertThat(embedded.running).hasValue(0);
    }

    @Test
    void callsGoOnWhenTheLeaderEndsBetweenThem() {
        AdvisorClient leader = client();
        AdvisorClient other = client();
        leader.service().info();
        assertThat(other.service().info().name()).isEqualTo("test");
        leader.close();

        assertThat(other.service().info().name()).isEqualTo("test");
        assertThat(embedded.starts).hasValue(2);
        assertThat(embedded.most).hasValue(1);
    }

    @Test
    void aCallInFlightIsRepeatedWhenTheLeaderIsKilledUnderIt() throws Exception {
        Process leader = LeaderProcess.start(home, Duration.ofSeconds(2));
        AdvisorClient client = client();
        try (BufferedReader lines = leader.inputReader();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(lines.readLine()).endsWith(" true");
            Future<List<String>> call =
                    threads.submit(() -> client.service().info().operations());
            assertThat(lines.readLine()).isEqualTo("asked");
            leader.destroyForcibly().waitFor();

            assertThat(call.get())
                    .containsExactly("pid " + ProcessHandle.current().pid());
        } finally {
            leader.destroyForcibly();
        }
    }

    @Test
    void whatALeaderCannotDoWhileItEndsIsAskedOfTheNext() throws Exception {
        AdvisorClient leader = client();
        AdvisorClient other = client();
        leader.service().info();
        assertThat(other.service().info().name()).isEqualTo("test");
        embedded.ending = true;
        assertThatThrownBy(other.service()::info).as("a leader that stays").hasMessageContaining("database");
        Files.delete(home.serviceFile());
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch asked = new CountDownLatch(1);
            embedded.whenAsked = asked::countDown;
            Future<String> call = threads.submit(() -> other.service().info().name());
            assertThat(asked.await(10, TimeUnit.SECONDS))
                    .as("asked of the one that ends")
                    .isTrue();
            embedded.ending = false;
            leader.close();

            assertThat(call.get()).isEqualTo("test");
        }
        assertThat(embedded.starts).hasValue(2);
    }

    @Test
    void anAnswerThatSaysNoIsNotAskedForAgain() {
        AdvisorClient client = client();

        assertThatThrownBy(() -> client.service().profile("nowhere"))
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.code()).isEqualTo(ServiceException.NOT_FOUND));
        assertThat(embedded.starts).hasValue(1);
    }

    @Test
    void eachCallFirstDeliversWhatHasComeIntoTheOutbox() throws Exception {
        AdvisorClient client = client();
        Outbox outbox = new Outbox(home.outbox());
        for (String id : List.of("before", "meanwhile")) {
            outbox.put(outcome(id));
            client.service().info();

            assertThat(embedded.recorded).containsEntry(id, outcome(id));
            assertThat(outbox.size()).isZero();
        }
    }

    /** Else a partner's service would be told of hosts that only the home's own may know. */
    @Test
    void aNamedServiceGetsOnlyWhatIsForIt() throws Exception {
        AdvisorClient own = client();
        ServiceAddress address = own.address();
        new Outbox(home.outbox()).put(outcome("for-the-home"));
        new Outbox(home.outbox(URI.create("https://other.example"))).put(outcome("for-another"));
        new Outbox(home.outbox(address.url())).put(outcome("for-it"));
        AdvisorClientFactory.remote(home, address.url(), address::token)
                .service()
                .info();
        assertThat(embedded.recorded).containsOnlyKeys("for-it");
        own.service().info();
        assertThat(embedded.recorded).containsOnlyKeys("for-it", "for-the-home");
    }

    @Test
    void whatOneServiceDoesNotTakeWaitsForTheNextAndCallsGoOn() throws Exception {
        AdvisorClient leader = client();
        AdvisorClient other = client();
        leader.service().info();
        other.service().info();
        Outbox outbox = new Outbox(home.outbox());
        outbox.put(outcome("id-1"));
        embedded.takes = false;
        assertThat(other.service().info().name()).isEqualTo("test");
        embedded.takes = true;
        assertThat(other.service().info().name()).isEqualTo("test");
        assertThat(embedded.recorded).as("it is not asked at each call").isEmpty();
        leader.close();

        other.service().info();
        assertThat(embedded.recorded).containsKey("id-1");
        assertThat(outbox.size()).isZero();
    }

    @Test
    void whatAServiceCannotTakeNowIsOfferedAgainAfterAWhile() throws Exception {
        AtomicLong nowNs = new AtomicLong();
        AdvisorClient client = client();
        AdvisorClient patient = new AdvisorClient(
                _ -> client.address(), AdvisorClientFactory.connector(home), new Outbox(home.outbox()), nowNs::get);
        embedded.takes = false;
        embedded.refusal = ServiceException.UNAVAILABLE;
        new Outbox(home.outbox()).put(outcome("id-1"));
        patient.service().info();
        embedded.takes = true;
        patient.service().info();
        assertThat(embedded.recorded).isEmpty();
        nowNs.addAndGet(AdvisorClient.PAUSE.toNanos());
        patient.service().info();
        assertThat(embedded.recorded).containsKey("id-1");
    }

    private static TransferOutcome outcome(String id) {
        return new TransferOutcome(
                id,
                "a",
                "b",
                "tcp",
                "",
                1,
                StorageClass.DISK,
                1,
                1,
                Instant.EPOCH,
                1.0,
                0,
                0,
                "OK",
                null,
                null,
                null,
                "");
    }

    @Test
    void aServiceThatIsNamedNeedsItsToken() {
        AdvisorClient shared = client();
        URI url = shared.address().url();
        AdvisorClient stranger = AdvisorClientFactory.remote(home, url, () -> "guess");
        AdvisorClient friend = AdvisorClientFactory.remote(home, url, shared.address()::token);

        assertThat(friend.service().info().name()).isEqualTo("test");
        assertThatThrownBy(stranger.service()::info)
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.code()).isEqualTo(ServiceException.UNAUTHENTICATED));
    }

    @Test
    void aNamedServiceThatIsNotThereIsSaidToBeUnreachable() {
        AdvisorClient client = AdvisorClientFactory.remote(home, URI.create("http://127.0.0.1:1"), () -> "t");

        assertThatThrownBy(client.service()::info)
                .isInstanceOfSatisfying(
                        ServiceException.class, e -> assertThat(e.code()).isEqualTo(ServiceException.UNREACHABLE));
    }

    private AdvisorClient client() {
        AdvisorClient client = AdvisorClientFactory.shared(home, embedded);
        open.add(client);
        return client;
    }
}
