package org.waybill.service.history;

import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.waybill.api.TransferOutcome;
import org.waybill.db.history.Transfers;
import org.waybill.service.InputChecks;

/** The transfers of a period, to be drawn or counted. */
public record TransferRecords(Transfers transfers) {
    private static final int MOST = 5_000;

    /** Those that started since then, the newest first, at most 5,000; an empty host means any. */
    public List<TransferOutcome> since(String source, String destination, Instant since, int limit) {
        InputChecks.between("limit", limit, 1, MOST);
        return transfers
                .since(host("source", source), host("destination", destination), since, Limit.of(limit))
                .stream()
                .map(RowMapping::outcome)
                .toList();
    }

    private static String host(String name, String host) {
        return host.isBlank() ? "" : RowMapping.host(name, host);
    }
}
