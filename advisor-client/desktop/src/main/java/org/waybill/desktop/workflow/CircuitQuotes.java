package org.waybill.desktop.workflow;

import java.time.Instant;
import java.util.List;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.TransferException;

/** Asks for dedicated bandwidth between the two ends. */
@FunctionalInterface
public interface CircuitQuotes {
    /** What could be had for so many bytes, not starting before {@code from}; empty when nothing can. */
    List<CircuitQuote> quotes(AdviceRequest request, long bytes, Instant from)
            throws TransferException, InterruptedException;

    /** What is best about a quote. */
    enum Aim {
        EARLIEST_FINISH("Earliest finish"),
        SHORTEST_DURATION("Shortest duration");

        private final String title;

        Aim(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** A circuit that could be reserved. */
    record CircuitQuote(Aim aim, String system, Instant start, Instant end, double bitsPerSecond, List<String> path) {
        public CircuitQuote {
            path = List.copyOf(path);
        }
    }
}
