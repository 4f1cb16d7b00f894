package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns at a shared rate, with time as a number. */
class FairOutputTest {
    private static final long RATE = 80_000_000;
    private static final long BYTES_PER_SECOND = RATE / 8;
    private static final long SECOND_NS = 1_000_000_000;
    private static final int PIECE = 100_000;

    /** A stream that asks again a while after it was let through. */
    private static final class Stream {
        final FairOutput.Share path;
        final int piece;
        final long pauseNs;
        long nextNs;
        long sent;

        Stream(FairOutput.Share path, int piece, long pauseNs) {
            this.path = path;
            this.piece = piece;
            this.pauseNs = pauseNs;
        }
    }

    /** What went out, and when. */
    private record Sent(long atNs, int bytes) {}

    private static List<Sent> run(
            FairOutput<Stream> output, List<Stream> streams, long fromNs, long untilNs, LongUnaryOperator step) {
        List<Sent> seen = new ArrayList<>();
        List<Stream> waiting = new ArrayList<>();
        for (long nowNs = fromNs; nowNs - untilNs < 0; nowNs += step.applyAsLong(nowNs)) {
            for (Stream stream : streams) {
                if (!waiting.contains(stream) && stream.nextNs - nowNs <= 0) {
                    output.ask(stream.path, stream.piece, stream);
                    waiting.add(stream);
                }
            }
            for (Stream next = output.next(nowNs); next != null; next = output.next(nowNs)) {
                waiting.remove(next);
                next.sent += next.piece;
                next.nextNs = nowNs + next.pauseNs;
                seen.add(new Sent(nowNs, next.piece));
            }
        }
        waiting.forEach(output::abandon);
        return seen;
    }

    private static LongUnaryOperator steps(long ns) {
        return _ -> ns;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void noStretchOfTimeCarriesMoreThanTheRateAndOneBurst(long seed) {
        Random random = new Random(seed);
        long fromNs = Long.MAX_VALUE - SECOND_NS; // the clock's numbers may run over
        FairOutput<Stream> output = new FairOutput<>(RATE, fromNs);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Stream stream = new Stream(new FairOutput.Share(), 1 + random.nextInt(PIECE), random.nextLong(SECOND_NS));
            stream.nextNs = fromNs;
            streams.add(stream);
        }
        List<Sent> seen =
                run(output, streams, fromNs, fromNs + 4 * SECOND_NS, _ -> 1 + random.nextLong(SECOND_NS / 20));
        ArrayDeque<Sent> window = new ArrayDeque<>();
        long windowNs = SECOND_NS / 2;
        long inside = 0;
        for (Sent sent : seen) {
            window.add(sent);
            inside += sent.bytes();
            while (sent.atNs() - window.getFirst().atNs() > windowNs) {
                inside -= window.removeFirst().bytes();
            }
            assertThat(inside)
                    .isLessThanOrEqualTo(BYTES_PER_SECOND * (windowNs + FairOutput.BURST_NS) / SECOND_NS + PIECE);
        }
        assertThat(seen).hasSizeGreaterThan(20);
    }

    @Test
    void theWholeRateIsUsedThoughSendersWakeLate() {
        FairOutput<Stream> output = new FairOutput<>(RATE, 0);
        Stream only = new Stream(new FairOutput.Share(), PIECE, 0);
        run(output, List.of(only), 0, 10 * SECOND_NS, steps(7_300_000));
        assertThat(only.sent).isBetween(98L * BYTES_PER_SECOND / 10, 101L * BYTES_PER_SECOND / 10);
    }

    @Test
    void aPathGetsTheSameHoweverManyStreamsItHas() {
        FairOutput<Stream> output = new FairOutput<>(RATE, 0);
        FairOutput.Share many = new FairOutput.Share();
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(new Stream(many, PIECE, 0));
        }
        Stream single = new Stream(new FairOutput.Share(), PIECE, 0);
        Stream ofSmallPieces = new Stream(new FairOutput.Share(), PIECE / 20, 0);
        streams.add(single);
        streams.add(ofSmallPieces);
        run(output, streams, 0, 10 * SECOND_NS, steps(100_000));
        long third = 10 * BYTES_PER_SECOND / 3;
        assertThat(single.sent).isCloseTo(third, withPercentage(3));
        assertThat(ofSmallPieces.sent).isCloseTo(third, withPercentage(3));
        assertThat(streams.subList(0, 16))
                .allSatisfy(stream -> assertThat(stream.sent).isPositive());
    }

    @Test
    void aClientGetsTheSameHoweverManyPathsItHas() {
        FairOutput<Stream> output = new FairOutput<>(RATE, 0);
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            streams.add(new Stream(new FairOutput.Share(() -> 16), PIECE, 0));
        }
        Stream single = new Stream(new FairOutput.Share(), PIECE, 0);
        streams.add(single);
        run(output, streams, 0, 10 * SECOND_NS, steps(100_000));
        assertThat(single.sent).isCloseTo(10 * BYTES_PER_SECOND / 2, withPercentage(3));
        assertThat(streams.subList(0, 16))
                .allSatisfy(
                        stream -> assertThat(stream.sent).isCloseTo(10 * BYTES_PER_SECOND / 32, withPercentage(10)));
    }

    @Test
    void whatOnePathLeavesTheOthersTake() {
        FairOutput<Stream> output = new FairOutput<>(RATE, 0);
        Stream modest = new Stream(new FairOutput.Share(), PIECE, SECOND_NS / 10); // a tenth of the rate
        Stream greedy = new Stream(new FairOutput.Share(), PIECE, 0);
        run(output, List.of(modest, greedy), 0, 10 * SECOND_NS, steps(100_000));
        assertThat(modest.sent).isBetween(8 * BYTES_PER_SECOND / 10, BYTES_PER_SECOND);
        assertThat(modest.sent + greedy.sent).isGreaterThan(98 * BYTES_PER_SECOND / 10);
    }

    @Test
    void aPathThatWasIdleGetsNothingForThePast() {
        FairOutput<Stream> output = new FairOutput<>(RATE, 0);
        Stream early = new Stream(new FairOutput.Share(), PIECE, 0);
        run(output, List.of(early), 0, 10 * SECOND_NS, steps(100_000));
        long before = early.sent;
        Stream late = new Stream(new FairOutput.Share(), PIECE, 0);
        late.nextNs = 10 * SECOND_NS;
        run(output, List.of(early, late), 10 * SECOND_NS, 12 * SECOND_NS, steps(100_000));
        assertThat(early.sent - before).isCloseTo(late.sent, offset(3L * PIECE));
        assertThat(late.sent).isCloseTo(BYTES_PER_SECOND, offset(3L * PIECE));
    }

    @Test
    void whoGivesUpWaitingTakesNothingOfTheRate() {
        FairOutput<String> output = new FairOutput<>(RATE, 0);
        FairOutput.Share path = new FairOutput.Share();
        output.ask(path, PIECE, "goes");
        assertThat(output.next(0)).isEqualTo("goes");
        output.ask(path, 1 << 30, "leaves");
        output.ask(path, PIECE, "stays");
        assertThat(output.first()).isEqualTo("leaves");
        output.abandon("leaves");
        assertThat(output.first()).isEqualTo("stays");
        long opensNs = output.opensNs();
        assertThat(opensNs).isEqualTo(PIECE * SECOND_NS / BYTES_PER_SECOND);
        assertThat(output.next(opensNs - 1)).isNull();
        assertThat(output.next(opensNs)).isEqualTo("stays");
        assertThat(output.next(opensNs)).isNull();
    }
}
