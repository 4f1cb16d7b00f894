package org.waybill.client.workflow.option;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.protocol.Protocol;

/**
 * What the user asks advice about.
 *
 * @param sizeBytes the size that the user gave, null to find it out
 * @param prefer protocols in the order of preference
 * @param secure leave out ways whose data travel in clear
 * @param deadline when the data must be there, null for no deadline
 * @param dedicated the path is the user's alone
 * @param streams parallel connections where a transport can, 0 for its own choice
 * @param replicas places where the same data are, the source among them; empty to ask for those of the source
 */
public record AdviceRequest(Endpoint source, Endpoint destination, @Nullable Long sizeBytes, List<Protocol> prefer,
        boolean secure, @Nullable Instant deadline, boolean dedicated, int streams, List<KnownReplica> replicas) {
    public AdviceRequest {
        prefer = List.copyOf(prefer);
        replicas = List.copyOf(replicas);
        if (sizeBytes != null && sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes=" + sizeBytes + " must be at least 0");
        }
        if (streams < 0) {
            throw new IllegalArgumentException("streams=" + streams + " must be at least 0");
        }
    }

    /** From the source that was named. */
    public AdviceRequest(Endpoint source, Endpoint destination, @Nullable Long sizeBytes, List<Protocol> prefer,
            boolean secure, @Nullable Instant deadline, boolean dedicated, int streams) {
        this(source, destination, sizeBytes, prefer, secure, deadline, dedicated, streams, List.of());
    }

    /** The same for data that are at these places, the first of which is the source. */
    public AdviceRequest at(List<KnownReplica> copies) {
        return new AdviceRequest(source, destination, sizeBytes, prefer, secure, deadline, dedicated, streams, copies);
    }

    /** The same with other preferences. */
    public AdviceRequest preferring(List<Protocol> protocols) {
        return new AdviceRequest(source, destination, sizeBytes, protocols, secure, deadline, dedicated, streams,
                replicas);
    }

    /** The same from another place. */
    public AdviceRequest from(Endpoint place) {
        return new AdviceRequest(place, destination, sizeBytes, prefer, secure, deadline, dedicated, streams,
                replicas);
    }

    /** No constraints. */
    public static AdviceRequest of(Endpoint source, Endpoint destination) {
        return new AdviceRequest(source, destination, null, List.of(), false, null, false, 0);
    }
}
