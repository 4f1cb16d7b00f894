package org.waybill.desktop.workflow;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.TransferException;

/** Asks for dedicated bandwidth between two endpoints. */
@FunctionalInterface
public interface CircuitQuotes {
    /** The circuits for this many bytes, not starting before {@code from}; empty where there are none. */
    List<CircuitQuote> quotes(AdviceRequest request, long bytes, Instant from)
            throws TransferException, InterruptedException;

    /** What is best about a quote. */
    enum Aim {
        EARLIEST_FINISH,
        SHORTEST_DURATION;

        public String title() {
            return OptionLabels.sentence(name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    /** A circuit that could be reserved. */
    record CircuitQuote(Aim aim, String system, Instant start, Instant end, double bitsPerSecond, List<String> path) {
        public CircuitQuote {
            path = List.copyOf(path);
        }
    }
}
