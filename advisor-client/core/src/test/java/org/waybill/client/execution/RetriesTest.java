package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;

class RetriesTest {
    private final HandSetClock clock = new HandSetClock();
    private final Retries retries = new Retries(RetryPolicy.DEFAULT, clock, new SplittableRandom(1));
    private int attempts;

    @Test
    void succeedsAtOnceWithoutAPause() throws Exception {
        assertThat(retries.run(progress -> "done", null, TransferListener.NONE))
                .isEqualTo(new Retries.Outcome<>("done", 1, 0));
        assertThat(clock.pauses).isEmpty();
    }

    @Test
    void pausesDoubleFromOneSecondToFiveMinutesAndAreNeverTheSameForAll() throws Exception {
        retries.run(failing(14, Reason.UNREACHABLE), clock.now().plus(Duration.ofDays(2)), TransferListener.NONE);

        for (int i = 0; i < 14; i++) {
            double wholeSeconds = Math.min(Math.pow(2, i), 300);
            assertThat(clock.pauses.get(i).toMillis() / 1e3)
                    .as("pause %d", i)
                    .isBetween(wholeSeconds / 2, wholeSeconds);
        }
        assertThat(clock.pauses.get(12)).isNotEqualTo(clock.pauses.get(13));
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void triesAgainExactlyWhenThatCanHelp(Reason reason) throws Exception {
        if (reason.isRetriable()) {
            assertThat(retries.run(failing(1, reason), null, TransferListener.NONE)
                            .attempts())
                    .isEqualTo(2);
        } else {
            assertThatThrownBy(() -> retries.run(failing(1, reason), null, TransferListener.NONE))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason));
            assertThat(attempts).isOne();
        }
    }

    @Test
    void aFarEndThatNeverAnsweredIsTriedThreeTimesUnlessThereIsADeadline() {
        assertThatThrownBy(() -> retries.run(failing(99, Reason.UNREACHABLE), null, TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
        assertThat(attempts).isEqualTo(3);
        assertThat(clock.slept()).isLessThan(Duration.ofSeconds(4));
    }

    /** As a node that is killed and started again before the client has heard of a byte. */
    @Test
    void aFarEndThatAcceptedIsWaitedForWhileItIsAway() throws Exception {
        assertThat(retries.run(
                                progress -> {
                                    if (++attempts == 1) {
                                        move(progress, 500, 500);
                                    }
                                    if (attempts < 20) {
                                        throw new TransferException(
                                                attempts == 1 ? Reason.CONNECTION_LOST : Reason.UNREACHABLE, "refused");
                                    }
                                    return "done";
                                },
                                null,
                                TransferListener.NONE)
                        .attempts())
                .isEqualTo(20);
    }

    @Test
    void givesUpAtTheUsersDeadlineAndSaysWhatTheLastFailureWas() {
        Instant deadline = clock.now().plus(Duration.ofMinutes(10));

        assertThatThrownBy(() -> retries.run(failing(99, Reason.UNREACHABLE), deadline, TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DEADLINE_MISSED))
                .hasMessageContaining("no route");
        assertThat(clock.now()).isBeforeOrEqualTo(deadline);
        assertThat(attempts).isGreaterThan(5);
    }

    @Test
    void withoutADeadlineADayWithoutProgressIsEnough() {
        assertThatThrownBy(() -> retries.run(
                        progress -> {
                            if (++attempts == 1) {
                                move(progress, 0, 10);
                            }
                            throw new TransferException(Reason.CONNECTION_LOST, "reset");
                        },
                        null,
                        TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GAVE_UP));
        assertThat(clock.slept()).isBetween(Duration.ofHours(23), Duration.ofHours(24));
    }

    @Test
    void progressStartsPausesAndPatienceAnew() throws Exception {
        retries.run(
                progress -> {
                    attempts++;
                    clock.advance(Duration.ofHours(1));
                    move(progress, attempts * 10L, attempts * 10L + 10);
                    if (attempts < 100) {
                        throw new TransferException(Reason.CONNECTION_LOST, "reset");
                    }
                    return "done";
                },
                null,
                TransferListener.NONE);

        assertThat(attempts).isEqualTo(100);
        assertThat(clock.pauses).hasSize(99).allSatisfy(p -> assertThat(p).isLessThanOrEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    void whatWasThereBeforeIsNoProgress() {
        assertThatThrownBy(() -> retries.run(
                        progress -> {
                            attempts++;
                            move(progress, 500, 500);
                            throw new TransferException(Reason.CONNECTION_LOST, "reset");
                        },
                        null,
                        TransferListener.NONE))
                .isInstanceOf(TransferException.class);
        assertThat(attempts).isEqualTo(3);
    }

    /** As an upload that is started again each time and ends where the disk is full. */
    @Test
    void failingAtTheSameOffsetAgainIsNoProgress() {
        assertThatThrownBy(() -> retries.run(
                        progress -> {
                            attempts++;
                            move(progress, 0, 3_000_000);
                            throw new TransferException(Reason.CONNECTION_LOST, "451 refused");
                        },
                        null,
                        TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GAVE_UP));
        assertThat(attempts).as("a day of pauses of five minutes").isLessThan(24 * 12 * 2 + 20);
    }

    /** What an attempt leaves at the remote host is less than it had sent when its connection broke. */
    @Test
    void beginningFurtherOnIsProgress() throws Exception {
        retries.run(
                progress -> {
                    attempts++;
                    move(progress, attempts, 1000);
                    if (attempts < 20) {
                        throw new TransferException(Reason.CONNECTION_LOST, "reset");
                    }
                    return "done";
                },
                null,
                TransferListener.NONE);

        assertThat(clock.pauses).allSatisfy(p -> assertThat(p).isLessThanOrEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    void whatIsShownNeverGoesBackWhenATransferIsBegunAgain() throws Exception {
        List<Long> shown = new ArrayList<>();
        retries.run(
                progress -> {
                    move(progress, 0, attempts * 100L + 50);
                    if (++attempts < 3) {
                        throw new TransferException(Reason.CONNECTION_LOST, "reset");
                    }
                    return "done";
                },
                null,
                progress -> shown.add(progress.bytesDone()));

        assertThat(shown).containsExactly(0L, 50L, 50L, 150L, 150L, 250L);
    }

    @Test
    void aChecksumThatIsWrongTwiceIsNoAccident() {
        assertThatThrownBy(() -> retries.run(
                        failing(99, Reason.VERIFICATION_FAILED),
                        clock.now().plus(Duration.ofDays(1)),
                        TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED));
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void aServerThatFailsWithSomeFilesAloneIsTriedThreeTimesWithoutProgress() {
        assertThatThrownBy(() -> retries.run(
                        progress -> {
                            attempts++;
                            move(progress, 0, attempts == 1 ? 500 : 600);
                            throw new TransferException(Reason.CONNECTION_LOST, "HTTP status 500 for PUT").briefly();
                        },
                        null,
                        TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GAVE_UP));
        assertThat(attempts).as("once with progress, then twice without").isEqualTo(4);
        assertThat(clock.slept()).isLessThan(Duration.ofSeconds(10));
    }

    /** As where datagrams do not come, on a path that is away now and then for all that is sent. */
    @Test
    void onlyFailuresInARowOfAFarEndThatAnswersCount() throws Exception {
        retries.run(
                progress -> {
                    attempts++;
                    move(progress, 0, 500);
                    if (attempts < 20) {
                        TransferException failure = new TransferException(Reason.CONNECTION_LOST, "no datagram comes");
                        throw attempts % 3 == 0 ? failure : failure.briefly();
                    }
                    return "done";
                },
                null,
                TransferListener.NONE);
        assertThat(attempts).isEqualTo(20);
    }

    @Test
    void aFailureForGoodIsNotTriedAgain() {
        assertThatThrownBy(() -> retries.run(
                        progress -> {
                            attempts++;
                            throw new TransferException(Reason.VERIFICATION_FAILED, "a stream cannot be repeated")
                                    .forGood();
                        },
                        null,
                        TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED));
        assertThat(attempts).isOne();
    }

    @Test
    void everyRetryIsTold() throws Exception {
        List<String> told = new ArrayList<>();
        retries.run(failing(2, Reason.UNREACHABLE), null, new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public void onEvent(String code, String text) {
                told.add(code + " " + text);
            }
        });

        assertThat(told).hasSize(2);
        assertThat(told.getFirst()).startsWith("RETRY attempt 1 failed: no route; next attempt in ");
        RetryNotice read = RetryNotice.read(
                        "2026-11-28T08:00:00Z", told.getFirst().substring("RETRY ".length()))
                .orElseThrow();
        assertThat(read.failure()).isEqualTo("no route");
        assertThat(read.againAt()).isBetween("2026-11-28T08:00:00.5Z", "2026-11-28T08:00:01Z");
    }

    /** A report comes some time after the start, and counts what was sent until then. */
    @Test
    void whatWasSentBeforeTheFirstReportWasNotThereBefore() throws Exception {
        Retries.Outcome<String> outcome = retries.run(
                progress -> {
                    int foundBytes = List.of(0, 200, 900).get(attempts++);
                    int doneBytes = List.of(0, 900, 900).get(attempts - 1);
                    progress.onProgress(new Progress(Phase.MOVING, doneBytes, 10_000, 0, 1, "f", foundBytes));
                    if (attempts < 3) {
                        throw new TransferException(Reason.CONNECTION_LOST, "reset");
                    }
                    return "done";
                },
                null,
                TransferListener.NONE);

        assertThat(outcome).isEqualTo(new Retries.Outcome<>("done", 3, 200));
    }

    private Retries.Attempt<String> failing(int times, Reason reason) {
        return progress -> {
            if (attempts++ < times) {
                throw new TransferException(reason, "no route");
            }
            return "done";
        };
    }

    private static void move(TransferListener progress, long from, long to) {
        progress.onProgress(new Progress(Phase.MOVING, from, 10_000, 0, 1, "f"));
        progress.onProgress(new Progress(Phase.MOVING, to, 10_000, 0, 1, "f"));
    }

    private static final class HandSetClock implements RetryClock {
        private final List<Duration> pauses = new ArrayList<>();
        private long nowNs = Long.MAX_VALUE - 1_000_000_000L; // so that it wraps: only differences count
        private Instant now = Instant.parse("2026-11-21T12:00:00Z");

        void advance(Duration time) {
            nowNs += time.toNanos();
            now = now.plus(time);
        }

        Duration slept() {
            return pauses.stream().reduce(Duration.ZERO, Duration::plus);
        }

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public void sleep(Duration pause) {
            pauses.add(pause);
            advance(pause);
        }
    }
}
