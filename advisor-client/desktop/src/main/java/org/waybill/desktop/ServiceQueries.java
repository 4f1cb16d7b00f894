package org.waybill.desktop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.desktop.workflow.CircuitQuotes.Aim;
import org.waybill.engine.TransferException;

/** The service's answers in the desktop's terms. */
final class ServiceQueries {
    private ServiceQueries() {}

    /** One row a replica, by the first of its accesses that can be copied from; those without one are left out. */
    static List<DatasetSearch.Replica> replicas(FoundData found) {
        List<DatasetSearch.Replica> rows = new ArrayList<>();
        for (FoundFile file : found.files()) {
            for (Replica replica : file.replicas()) {
                replica.accesses().stream()
                        .map(ReplicaAccess::url)
                        .filter(ServiceQueries::isEndpoint)
                        .findFirst()
                        .ifPresent(url -> rows.add(new DatasetSearch.Replica(
                                file.dataset(),
                                file.name(),
                                replica.host(),
                                file.bytes() == null ? -1 : file.bytes(),
                                url)));
            }
        }
        return rows;
    }

    private static boolean isEndpoint(String url) {
        if (!url.contains("://")) {
            return false; // magnet:?xt=... would be a path on a host of that name
        }
        try {
            EndpointParser.parse(url);
            return true;
        } catch (TransferException e) {
            return false;
        }
    }

    static CircuitQuery circuits(AdviceRequest request, long bytes, Instant from) {
        return new CircuitQuery(
                name(request.source()), name(request.destination()), bytes, from, request.deadline(), null, null, null);
    }

    private static String name(Endpoint end) {
        return end.isLocal() ? LocalAddresses.name() : end.host();
    }

    /** The quotes of all systems that have some. */
    static List<CircuitQuotes.CircuitQuote> quotes(List<CircuitOffer> offers) {
        List<CircuitQuotes.CircuitQuote> quotes = new ArrayList<>();
        for (CircuitOffer offer : offers) {
            add(quotes, Aim.EARLIEST_FINISH, offer.system(), offer.earliestFinish());
            add(quotes, Aim.SHORTEST_DURATION, offer.system(), offer.shortestDuration());
        }
        return quotes;
    }

    private static void add(
            List<CircuitQuotes.CircuitQuote> quotes, Aim aim, String system, @Nullable CircuitQuote quote) {
        if (quote != null) {
            quotes.add(new CircuitQuotes.CircuitQuote(
                    aim, system, quote.start(), quote.end(), quote.bitsPerSecond(), quote.path()));
        }
    }
}
