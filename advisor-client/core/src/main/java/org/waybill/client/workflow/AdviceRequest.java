package org.waybill.client.workflow;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Protocol;
import org.waybill.client.endpoint.Endpoint;

/**
 * What the user asks advice about.
 *
 * @param sizeBytes the size that the user gave, null to find it out
 * @param prefer protocols in the order of preference
 * @param secure leave out ways whose data travel in clear
 * @param deadline when the data must be there, null for no deadline
 * @param dedicated the path is the user's alone
 * @param streams parallel connections where a transport can, 0 for its own choice
 */
public record AdviceRequest(Endpoint source, Endpoint destination, @Nullable Long sizeBytes, List<Protocol> prefer,
        boolean secure, @Nullable Instant deadline, boolean dedicated, int streams) {
    public AdviceRequest {
        prefer = List.copyOf(prefer);
        if (sizeBytes != null && sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes=" + sizeBytes + " must be at least 0");
        }
        if (streams < 0) {
            throw new IllegalArgumentException("streams=" + streams + " must be at least 0");
        }
    }

    /** No constraints. */
    public static AdviceRequest of(Endpoint source, Endpoint destination) {
        return new AdviceRequest(source, destination, null, List.of(), false, null, false, 0);
    }
}
