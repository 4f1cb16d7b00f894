package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.RangeSet.Range;
import org.waybill.engine.transport.wire.PacketRanges;

/** Sets of ranges against sets of bits. */
class RangesTest {
    private static final int SIZE = 500;

    @Test
    void aRangeSetIsASetOfOffsets() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            RangeSet set = new RangeSet();
            BitSet bits = new BitSet();
            int end = 0;
            for (int i = 0; i < 60; i++) {
                // mostly where the last one ended, as data in order arrive
                int start = random.nextInt(3) > 0 ? end : random.nextInt(SIZE);
                end = Math.min(SIZE, start + random.nextInt(40));
                BitSet fresh = new BitSet();
                fresh.set(start, end);
                fresh.andNot(bits);
                BitSet added = new BitSet();
                set.add(start, end).forEach(range -> added.set((int) range.start(), (int) range.end()));
                assertThat(added).as("seed %d step %d", seed, i).isEqualTo(fresh);
                bits.set(start, end);
                assertThat(set.bytes()).isEqualTo(bits.cardinality());
                assertThat(set.contiguousFromZero()).isEqualTo(bits.nextClearBit(0));
                assertThat(set.highestEnd()).isEqualTo(bits.length());
                int at = random.nextInt(SIZE);
                assertThat(set.endOfRun(at)).isEqualTo(bits.get(at) ? bits.nextClearBit(at) : at);
            }
            BitSet missing = new BitSet();
            List<Range> gaps = set.missingBelow(SIZE);
            gaps.forEach(range -> missing.set((int) range.start(), (int) range.end()));
            BitSet all = new BitSet();
            all.set(0, SIZE);
            all.andNot(bits);
            assertThat(missing).isEqualTo(all);
        }
    }

    @Test
    void receivedPacketsListWhatIsMissing() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ReceivedPackets packets = new ReceivedPackets(256);
            BitSet bits = new BitSet();
            long floor = 0;
            for (int i = 0; i < 400; i++) {
                int number = (int) Math.max(0, bits.length() - 1 + random.nextInt(12) - 5);
                packets.add(number);
                bits.set(number);
                floor = Math.max(floor, bits.length() - 256);
                if (random.nextInt(10) == 0) {
                    floor = Math.max(floor, bits.length() - random.nextInt(100));
                    packets.raiseFloor(floor);
                }
            }
            ReceivedPackets.Missing missing = packets.missingFrom(0, 1_000);
            assertThat(missing.from()).isEqualTo(floor);
            assertThat(missing.through()).isEqualTo(bits.length() - 1);
            BitSet listed = new BitSet();
            for (int i = 0; i < missing.ranges().count(); i++) {
                listed.set(
                        (int) missing.ranges().first(i), (int) missing.ranges().last(i) + 1);
            }
            BitSet expected = new BitSet();
            expected.set((int) floor, bits.length());
            expected.andNot(bits);
            assertThat(listed).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void aListThatIsTooLongEndsBeforeTheFirstRangeThatDoesNotFit() {
        ReceivedPackets packets = new ReceivedPackets(1 << 14);
        for (int i = 0; i < 4_000; i += 2) {
            packets.add(i);
        }
        long from = 0;
        int lists = 0;
        BitSet listed = new BitSet();
        while (from <= packets.largest()) {
            ReceivedPackets.Missing part = packets.missingFrom(from, 100);
            PacketRanges ranges = part.ranges();
            for (int i = 0; i < ranges.count(); i++) {
                listed.set((int) ranges.first(i), (int) ranges.last(i) + 1);
            }
            assertThat(part.through()).isGreaterThanOrEqualTo(from);
            from = part.through() + 1;
            lists++;
        }
        assertThat(lists).isEqualTo(1_999 / 50 + 1);
        assertThat(listed.cardinality()).isEqualTo(1_999);
    }
}
