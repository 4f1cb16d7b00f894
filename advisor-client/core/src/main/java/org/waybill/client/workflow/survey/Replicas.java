package org.waybill.client.workflow.survey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.DataQuery;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.Security;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Where else the data are, as the catalogues of data know it. */
public final class Replicas {
    /** Each costs a discovery and a path survey. */
    static final int MOST = 4;

    private static final int MOST_FILES = 200;

    private Replicas() {}

    /** The replicas of the source that the user named, itself left out; empty if none is known. */
    public static List<KnownReplica> of(AdviceRequest request, String destinationHost, AdvisorConnection desk)
            throws InterruptedException {
        Endpoint source = request.source();
        String name = FileNames.last(source.location().path());
        if (source.isLocal()
                || !source.schemeChosen()
                || name.isEmpty()
                || FileNames.saysDirectory(source.location().path())) {
            return List.of();
        }
        Optional<FoundData> found = desk.find(new DataQuery(name, "", MOST_FILES, destinationHost));
        return found.map(FoundData::files).orElse(List.of()).stream()
                .filter(file -> has(file, source))
                .findFirst()
                .map(file -> listed(file, source).stream()
                        .filter(one -> !same(one.url(), source))
                        .limit(MOST)
                        .toList())
                .orElse(List.of());
    }

    private static boolean has(FoundFile file, Endpoint source) {
        return file.replicas().stream()
                .flatMap(replica -> replica.accesses().stream())
                .anyMatch(access -> same(access.url(), source));
    }

    private static boolean same(String url, Endpoint source) {
        return parsed(url)
                .filter(one -> one.location().host().equalsIgnoreCase(source.host())
                        && one.location().path().equals(source.location().path()))
                .isPresent();
    }

    private static Optional<Endpoint> parsed(String url) {
        try {
            return Optional.of(EndpointParser.parse(url));
        } catch (TransferException notForUs) {
            return Optional.empty();
        }
    }

    /** The copies in the order in which the service gives them, each by the access that is best for bulk data. */
    static List<KnownReplica> listed(FoundFile file) {
        return listed(file, null);
    }

    /** @param named what no copy may be reached less securely than; null for nothing */
    private static List<KnownReplica> listed(FoundFile file, @Nullable Endpoint named) {
        List<KnownReplica> known = new ArrayList<>();
        for (Replica replica : file.replicas()) {
            String url = best(replica, named);
            if (url != null) {
                known.add(new KnownReplica(
                        url, replica.host(), replica.catalogue(), replica.priority(), file.bytes(), file.checksums()));
            }
        }
        return known;
    }

    private static @Nullable String best(Replica replica, @Nullable Endpoint named) {
        return replica.accesses().stream()
                .map(ReplicaAccess::url)
                .filter(url -> parsed(url)
                        .filter(end -> named == null
                                || end.isLocal()
                                || Security.keepsTo(named, end.location().scheme()))
                        .isPresent())
                .min(Comparator.comparingInt(Replicas::priority))
                .orElse(null);
    }

    private static int priority(String url) {
        return parsed(url)
                .flatMap(end -> Protocols.named(end.location().scheme()))
                .map(Protocol::priority)
                .orElse(Integer.MAX_VALUE);
    }
}
