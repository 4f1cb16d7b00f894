package org.waybill.client.probe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of a probe. Raw output is kept in {@code diagnostics}. */
public sealed interface ProbeResult {
    /** What the tool said, for a person who doubts the result; may be empty. */
    String diagnostics();

    /**
     * A path, hop by hop.
     *
     * @param reached whether the last hop is the target
     * @param mtuAtMostBytes what this host and the routers that answered allow; the path's where the target was
     *     reached; null when the method does not find it
     */
    record Traced(List<Hop> hops, boolean reached, @Nullable Integer mtuAtMostBytes, String diagnostics)
            implements ProbeResult {
        public Traced {
            hops = List.copyOf(hops);
        }
    }

    /** Nothing was learned; {@code error} says why in one line. */
    record Failed(String error, String diagnostics) implements ProbeResult {}
}
