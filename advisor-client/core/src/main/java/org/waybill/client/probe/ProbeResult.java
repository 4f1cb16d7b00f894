package org.waybill.client.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Quantity;

/** What came of a probe. Raw output is kept in {@code diagnostics}. */
public sealed interface ProbeResult {
    /** What the tool said, for a person who doubts the result; may be empty. */
    String diagnostics();

    /**
     * A number with the samples that it was computed from.
     *
     * @param value in the quantity's unit
     * @param errorPercent half the width of the interval that holds the value with 90 % confidence, in percent of it;
     *     null when the method gives no bound
     */
    record Measured(
            Quantity quantity, double value, @Nullable Double errorPercent, List<Sample> samples, String diagnostics)
            implements ProbeResult {
        public Measured {
            samples = List.copyOf(samples);
        }
    }

    /**
     * A path, hop by hop.
     *
     * @param reached whether the last hop is the target
     * @param pathMtuBytes null when the method does not find it
     */
    record Traced(List<Hop> hops, boolean reached, @Nullable Integer pathMtuBytes, String diagnostics)
            implements ProbeResult {
        public Traced {
            hops = List.copyOf(hops);
        }
    }

    /** Nothing was learned; {@code error} says why in one line. */
    record Failed(String error, String diagnostics) implements ProbeResult {}
}
