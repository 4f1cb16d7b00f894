package org.waybill.engine.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.engine.identity.Fingerprint;

/** The quotas of a node's clients. */
final class Quotas {
    private final Path dataDirectory;
    private final Map<Fingerprint, Quota> byClient = new ConcurrentHashMap<>();

    Quotas(Path dataDirectory) {
        this.dataDirectory = dataDirectory;
    }

    /** Those that bound what a client writes. */
    List<Quota> of(RequestAuthorization permit) {
        return permit.quotas().entrySet().stream()
                .map(each -> of(each.getKey(), each.getValue().quotaBytes()))
                .toList();
    }

    private Quota of(Fingerprint client, long limitBytes) {
        return byClient.compute(
                client,
                (_, known) -> known != null && known.limitBytes() == limitBytes
                        ? known
                        : new Quota(dataDirectory, client.hex(), limitBytes));
    }
}
