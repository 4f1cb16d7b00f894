package org.waybill.cli.advise;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Quantities;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.filter.EntryFilter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the user demands of an advice. */
final class Constraints {
    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantities.Bytes.class,
            description = "Size of the data, if it cannot be counted: 10GB, 1.5TiB.")
    private @Nullable Long size;

    @Mixin
    private final PreferOption prefer = new PreferOption();

    @Option(names = "--secure", description = "Exclude options that send data unencrypted.")
    private boolean secure;

    @Option(
            names = "--deadline",
            paramLabel = "T",
            converter = Quantities.Deadline.class,
            description = "When the data must arrive: 90m, 2h30m, 18:00 or 2026-12-31T18:00. Default: none.")
    private @Nullable Instant deadline;

    @Option(names = "--dedicated", description = "The path carries no other traffic: UDP transports may be used on it.")
    private boolean dedicated;

    /** @param filter what of the source is meant */
    AdviceRequest request(Endpoint source, Endpoint destination, EntryFilter filter) {
        return new AdviceRequest(
                source, destination, size, prefer.protocols(), secure, deadline, dedicated, 0, List.of(), filter);
    }
}
