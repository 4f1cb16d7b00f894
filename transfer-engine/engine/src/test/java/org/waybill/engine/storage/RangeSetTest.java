package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class RangeSetTest {
    @Property(tries = 500)
    void agreesWithASetOfBits(@ForAll @Size(max = 40) List<@IntRange(min = 0, max = 199) Integer> numbers) {
        RangeSet ranges = new RangeSet();
        BitSet bits = new BitSet();
        for (int i = 0; i + 1 < numbers.size(); i += 2) {
            int start = Math.min(numbers.get(i), numbers.get(i + 1));
            int end = Math.max(numbers.get(i), numbers.get(i + 1));
            int before = bits.cardinality();
            bits.set(start, end);

            assertThat(ranges.add(start, end)).isEqualTo(bits.cardinality() - before);
        }
        assertThat(ranges.bytes()).isEqualTo(bits.cardinality());
        for (int at = 0; at < 200; at++) {
            assertThat(ranges.endOfRun(at)).isEqualTo(bits.get(at) ? bits.nextClearBit(at) : at);
        }
        BitSet missing = new BitSet();
        ranges.missing(200).forEach(range -> missing.set((int) range.start(), (int) range.end()));
        bits.flip(0, 200);
        assertThat(missing).isEqualTo(bits);
    }
}
