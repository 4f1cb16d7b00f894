package org.waybill.client.workflow.option;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.protocol.Protocol;

/**
 * What the user asks advice about.
 *
 * @param sizeBytes the size that the user gave, null to find it out
 * @param prefer protocols in the order of preference
 * @param secure leave out options whose data travel in clear
 * @param deadline when the data must be there, null for no deadline
 * @param dedicated the path is the user's alone
 * @param streams parallel connections where a transport can, 0 for its own choice
 * @param replicas places where the same data are, the source among them; empty to ask for those of the source
 * @param filter what of the source is copied; kept advice does not name the files, and has all in its place
 */
@JsonIgnoreProperties("filter")
public record AdviceRequest(
        Endpoint source,
        Endpoint destination,
        @Nullable Long sizeBytes,
        List<Protocol> prefer,
        boolean secure,
        @Nullable Instant deadline,
        boolean dedicated,
        int streams,
        List<KnownReplica> replicas,
        EntryFilter filter) {
    public AdviceRequest {
        prefer = List.copyOf(prefer);
        replicas = List.copyOf(replicas);
        filter = Objects.requireNonNullElse(filter, EntryFilter.ALL);
        if (sizeBytes != null && sizeBytes < 0) {
            throw new IllegalArgumentException("sizeBytes=" + sizeBytes + " must be at least 0");
        }
        if (streams < 0) {
            throw new IllegalArgumentException("streams=" + streams + " must be at least 0");
        }
    }

    /** The same for data that are at these places, the first of which is the source. */
    public AdviceRequest at(List<KnownReplica> copies) {
        return new AdviceRequest(
                source, destination, sizeBytes, prefer, secure, deadline, dedicated, streams, copies, filter);
    }

    /** The same with other preferences. */
    public AdviceRequest preferring(List<Protocol> protocols) {
        return new AdviceRequest(
                source, destination, sizeBytes, protocols, secure, deadline, dedicated, streams, replicas, filter);
    }

    /** The same from another place. */
    public AdviceRequest from(Endpoint place) {
        return new AdviceRequest(
                place, destination, sizeBytes, prefer, secure, deadline, dedicated, streams, replicas, filter);
    }

    /** The same between other places. */
    public AdviceRequest between(Endpoint from, Endpoint to) {
        return new AdviceRequest(from, to, sizeBytes, prefer, secure, deadline, dedicated, streams, replicas, filter);
    }

    /** No constraints. */
    public static AdviceRequest of(Endpoint source, Endpoint destination) {
        return new AdviceRequest(
                source, destination, null, List.of(), false, null, false, 0, List.of(), EntryFilter.ALL);
    }
}
