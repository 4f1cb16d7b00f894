package org.waybill.cli;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitQuery;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code reserve quote} and {@code reserve hold} ask for. */
final class CircuitAsk {
    @Parameters(index = "0", paramLabel = "A", description = "The host that sends, or a node of a topology.")
    private String source = "";

    @Parameters(index = "1", paramLabel = "B", description = "The host that receives, or a node of a topology.")
    private String destination = "";

    @Option(names = "--size", required = true, paramLabel = "SIZE", converter = Quantities.Bytes.class,
            description = "What is to be moved: 40TB.")
    private long size;

    @Option(names = "--start", paramLabel = "T", description = "Not before: 2030-01-31T18:00:00Z. Default: now.")
    private @Nullable Instant start;

    @Option(names = "--deadline", paramLabel = "T", converter = Quantities.Deadline.class,
            description = "Through by: 8h, 18:00 or 2030-01-31T18:00.")
    private @Nullable Instant deadline;

    @Option(names = "--rate", paramLabel = "R", converter = Quantities.BitsPerSecond.class,
            description = "The most that the two ends can do: 10Gbit/s.")
    private @Nullable Long rate;

    @Option(names = "--access", paramLabel = "R", converter = Quantities.BitsPerSecond.class,
            description = "What was measured from here to the circuit's ingress.")
    private @Nullable Long access;

    @Option(names = "--best-effort", paramLabel = "R", converter = Quantities.BitsPerSecond.class,
            description = "What the path without a circuit does: adds from what size on a circuit is quicker.")
    private @Nullable Long bestEffort;

    String source() {
        return source;
    }

    String destination() {
        return destination;
    }

    CircuitQuery query() {
        return new CircuitQuery(source, destination, size, start, deadline, number(rate), number(access),
                number(bestEffort));
    }

    private static @Nullable Double number(@Nullable Long value) {
        return value == null ? null : Double.valueOf(value);
    }
}
