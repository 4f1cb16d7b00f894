package org.waybill.client.workflow.option;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.TransferException;

/**
 * A place that a catalogue of data says the data are at.
 *
 * @param url an endpoint that can be parsed
 * @param host that has the copy
 * @param catalogue who says so
 * @param priority as its catalogue gives it, 1 first; 0 if it does not
 * @param bytes of the data; null if no catalogue says
 * @param checksums of the file; empty for a directory
 */
public record KnownReplica(
        String url,
        String host,
        String catalogue,
        int priority,
        @Nullable Long bytes,
        List<Checksum> checksums) {
    public KnownReplica {
        checksums = List.copyOf(checksums);
    }

    /** What the catalogue says of the file, for the mover. */
    public List<ExpectedChecksum> expected() {
        return checksums.stream()
                .map(sum -> new ExpectedChecksum(sum.type(), sum.value()))
                .toList();
    }

    /** The place as a source. */
    public Endpoint endpoint() throws TransferException {
        return EndpointParser.parse(url);
    }
}
