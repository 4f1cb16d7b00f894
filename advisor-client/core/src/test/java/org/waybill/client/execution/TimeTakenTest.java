package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ForecastBasis;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.SilentService;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.planner.forecast.Evidence;
import org.waybill.platform.PrivateFiles;

/** A forecast and the time that it is compared with are of the same thing: from the order to the verified copy. */
class TimeTakenTest {
    private static final long BYTES = 400L << 20;
    private static final Duration LOST_AFTER = Duration.ofSeconds(3);
    private static final Duration NEEDED = Duration.ofSeconds(42);
    private static final Estimate FORECAST =
            new Estimate(60.0, 80.0, BYTES * 8 / 60.0, ForecastBasis.MODEL, 0, null, "model", "id", Evidence.ECHO);

    @TempDir
    private Path directory;

    private final HandSetClock clock = new HandSetClock();
    private int lost;
    private Reason failure = Reason.CONNECTION_LOST;

    @Test
    void whatTheReportTheHistoryAndTheNextForecastSayIsTheTimeOfAllAttemptsAndPauses() throws Exception {
        for (int attempts = 1; attempts <= 2; attempts++) {
            lost = attempts - 1;
            clock.slept = Duration.ZERO;
            RecentTransfers recent = new RecentTransfers(directory.resolve("recent" + attempts));
            Outbox outbox = new Outbox(directory.resolve("outbox" + attempts));
            TransferRequest request =
                    TransferRequest.of(Location.local("/a"), new Location("sftp", null, "there", 0, "/b"));
            TransferOrder order = TransferOrder.of(request, "sftp", LocalAddresses.name(), "there", 1, true)
                    .with(request, "sftp", FORECAST);
            Instant before = clock.now();

            TransferResult result = new TransferService(
                            List.of(new Simulated()), outbox, RetryPolicy.DEFAULT, clock, new Random(1), null)
                    .remembering(recent)
                    .move(order, TransferListener.NONE);

            double took = Duration.between(before, clock.now()).toMillis() / 1e3;
            assertThat(took)
                    .isEqualTo(NEEDED.plus(LOST_AFTER.multipliedBy(lost))
                                    .plus(clock.slept)
                                    .toMillis()
                            / 1e3);
            assertThat(result.attempts()).isEqualTo(attempts);
            assertThat(result.startedAt()).isEqualTo(before);
            assertThat(result.seconds()).isCloseTo(took, within(.01));
            assertThat(result.forecastErrorPercent()).isCloseTo(100 * (60 / took - 1), within(.1));
            TransferOutcome kept = kept(outbox);
            assertThat(kept.seconds()).isEqualTo(result.seconds());
            assertThat(kept.forecastSecondsP50()).isEqualTo(60);
            assertThat(kept.forecastSecondsP90()).isEqualTo(80);
            assertThat(recent.forecast(order, BYTES, 1).secondsP50()).isCloseTo(took, within(.05 * took));
        }
    }

    @Test
    void theHistoryHasEachFailureOfATaskThatIsTriedAgainAndAgainOnce() throws Exception {
        lost = 9;
        Outbox outbox = new Outbox(directory.resolve("outbox"));
        TransferRequest request =
                TransferRequest.of(Location.local("/a"), new Location("sftp", null, "there", 0, "/b"));
        TransferOrder order = TransferOrder.of(request, "sftp", LocalAddresses.name(), "there", 1, true);
        Path noted = directory.resolve("failures");
        for (Reason reason : List.of(
                Reason.INTERRUPTED, // which the history never has
                Reason.CONNECTION_LOST,
                Reason.CONNECTION_LOST,
                Reason.AUTHENTICATION,
                Reason.CONNECTION_LOST)) {
            failure = reason;
            TransferService attempt = new TransferService(
                            List.of(new Simulated()), outbox, RetryPolicy.NONE, clock, new Random(1), null)
                    .ofTask(noted);
            assertThatThrownBy(() -> attempt.move(order, TransferListener.NONE)).hasMessage("lost");
        }
        assertThat(allKept(outbox))
                .extracting(TransferOutcome::status)
                .containsExactlyInAnyOrder("CONNECTION_LOST", "AUTHENTICATION");
        Files.delete(noted);
        Files.createDirectory(noted); // it can be neither read nor written
        TransferService attempt = new TransferService(
                        List.of(new Simulated()), outbox, RetryPolicy.NONE, clock, new Random(1), null)
                .ofTask(noted);
        assertThatThrownBy(() -> attempt.move(order, TransferListener.NONE)).hasMessage("lost");
        assertThat(allKept(outbox)).as("rather twice than not at all").hasSize(1);
    }

    @Test
    void theSameFailureOnAnotherPathIsAnotherRow() throws Exception {
        lost = 9;
        Outbox outbox = new Outbox(directory.resolve("outbox"));
        TransferRequest direct = TransferRequest.of(Location.local("/a"), new Location("sftp", null, "there", 0, "/b"));
        for (List<String> relays : List.of(List.<String>of(), List.of("relay"), List.of("relay"))) {
            TransferRequest request = direct.over(NetworkPaths.through(relays));
            TransferOrder order = TransferOrder.of(request, "sftp", LocalAddresses.name(), "there", 1, true);
            TransferService attempt = new TransferService(
                            List.of(new Simulated()), outbox, RetryPolicy.NONE, clock, new Random(1), null)
                    .ofTask(directory.resolve("failures"));
            assertThatThrownBy(() -> attempt.move(order, TransferListener.NONE)).hasMessage("lost");
        }
        assertThat(allKept(outbox)).extracting(TransferOutcome::via).containsExactlyInAnyOrder("", "relay");
    }

    @Test
    void whatSeveralCommandsNoteAtOnceIsAllNoted() throws Exception {
        Path noted = directory.resolve("failures");
        int each = 200;
        List<Thread> commands = IntStream.range(0, 4)
                .mapToObj(command -> Thread.ofPlatform().start(() -> {
                    KeptFailures own = new KeptFailures(noted);
                    for (int i = 0; i < each; i++) {
                        own.add(failed("host" + command + "-" + i));
                    }
                }))
                .toList();
        for (Thread command : commands) {
            command.join();
        }
        assertThat(Files.readAllLines(noted)).hasSize(4 * each);
        assertThat(IntStream.range(0, 4))
                .allMatch(command -> new KeptFailures(noted).has(failed("host" + command + "-" + (each - 1))));
        assertThat(PrivateFiles.isOpenToOthers(noted)).isFalse();
    }

    private static TransferOutcome failed(String host) {
        return new TransferOutcome(
                "id",
                "here",
                host,
                "sftp",
                "",
                1,
                StorageClass.DISK,
                0,
                1,
                Instant.EPOCH,
                1,
                0,
                0,
                "CONNECTION_LOST",
                null,
                null,
                null,
                "CONNECTION_LOST");
    }

    private static TransferOutcome kept(Outbox outbox) {
        List<TransferOutcome> kept = allKept(outbox);
        assertThat(kept).hasSize(1);
        return kept.getFirst();
    }

    private static List<TransferOutcome> allKept(Outbox outbox) {
        List<TransferOutcome> kept = new ArrayList<>();
        outbox.deliver(new SilentService() {
            @Override
            public void recordTransfers(List<TransferOutcome> outcomes) {
                kept.addAll(outcomes);
            }
        });
        return kept;
    }

    /** Takes the clock's time; loses its connection first, as often as it is told to. */
    private final class Simulated implements Mover {
        @Override
        public String name() {
            return "sftp";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of();
        }

        @Override
        public boolean accepts(Location source, Location destination) {
            return true;
        }

        @Override
        public TransferReport move(TransferRequest request, TransferListener listener) throws TransferException {
            if (clock.losses < lost) {
                clock.losses++;
                clock.advance(LOST_AFTER);
                throw new TransferException(failure, "lost");
            }
            clock.advance(NEEDED);
            return TransferReport.unsent(BYTES, 1, NEEDED.toMillis() / 1e3, name(), List.of(), List.of());
        }
    }

    private static final class HandSetClock implements RetryClock {
        private Instant now = Instant.parse("2026-11-21T12:00:00Z");
        private Duration slept = Duration.ZERO;
        private int losses;

        void advance(Duration time) {
            now = now.plus(time);
        }

        @Override
        public long nanoTime() {
            return Duration.between(Instant.EPOCH, now).toNanos();
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void sleep(Duration pause) {
            slept = slept.plus(pause);
            advance(pause);
        }
    }
}
