package org.waybill.cli.reserve;

import org.jspecify.annotations.Nullable;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.cli.command.Quantities;
import org.waybill.cli.command.VolumeOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code reserve quote} and {@code reserve hold} ask for. */
final class CircuitArguments {
    @Parameters(index = "0", paramLabel = "A", description = "Sending host, or a node of a topology.")
    String source = "";

    @Parameters(index = "1", paramLabel = "B", description = "Receiving host, or a node of a topology.")
    String destination = "";

    @Mixin
    final VolumeOptions volume = new VolumeOptions();

    @Option(
            names = "--access",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Measured rate from the sending host to the circuit's ingress.")
    private @Nullable Long access;

    @Option(
            names = "--best-effort",
            paramLabel = "R",
            converter = Quantities.BitsPerSecond.class,
            description = "Rate of the path without a circuit; adds the size from which a circuit is faster.")
    private @Nullable Long bestEffort;

    CircuitQuery query() {
        return new CircuitQuery(
                source,
                destination,
                volume.size(),
                volume.start,
                volume.deadline,
                volume.rate().isPresent() ? volume.rate().getAsDouble() : null,
                number(access),
                number(bestEffort));
    }

    private static @Nullable Double number(@Nullable Long value) {
        return value == null ? null : Double.valueOf(value);
    }
}
