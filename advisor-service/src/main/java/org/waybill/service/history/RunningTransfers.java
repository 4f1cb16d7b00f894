package org.waybill.service.history;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.RunningTransfer;
import org.waybill.db.history.RunningRow;
import org.waybill.db.history.Runnings;
import org.waybill.service.InputChecks;

/** Transfers that are not over yet, as long as they are heard of. */
public record RunningTransfers(Runnings rows, TransactionTemplate transaction, Clock clock) {
    /** Carriers speak up every few seconds; one that was not heard of for so long has ended, or its carrier has. */
    private static final Duration FRESH = Duration.ofSeconds(30);

    private static final Duration KEPT = Duration.ofHours(1);
    private static final int MOST = 200;

    /** Notes what a carrier says. What two say at once of one transfer is noted once: more will follow. */
    public void report(RunningTransfer said, String account) {
        RunningRow.Facts facts = facts(said, clock.instant().truncatedTo(ChronoUnit.MICROS));
        String id = said.id().toLowerCase(Locale.ROOT);
        try {
            transaction.executeWithoutResult(_ -> {
                if (said.ended()) {
                    rows.end(id, account);
                    return;
                }
                Optional<RunningRow> known = rows.of(id);
                if (known.isPresent()) {
                    // of a transfer only its own account has news
                    known.filter(row -> row.account().equals(account)).ifPresent(row -> row.change(facts));
                } else {
                    rows.forget(facts.heardAt().minus(KEPT), facts.heardAt().plus(KEPT));
                    rows.save(new RunningRow(id, facts, account));
                }
            });
        } catch (DataAccessException _) {
            // another process wrote the same row just now; in a few seconds there is newer news
        }
    }

    private static RunningRow.Facts facts(RunningTransfer said, Instant now) {
        if (!said.id().matches("[0-9a-fA-F-]{36}")) {
            throw InputChecks.bad("invalid id of a transfer: expected a UUID");
        }
        RowMapping.happened("startedAt", said.startedAt(), now);
        InputChecks.between("bitsPerSecond", said.bitsPerSecond(), 0, 1e15);
        return new RunningRow.Facts(
                RowMapping.host("sourceHost", said.sourceHost()),
                RowMapping.host("destinationHost", said.destinationHost()),
                RowMapping.word("transport", InputChecks.required("transport", said.transport(), 40)),
                InputChecks.text("via", said.via(), 500),
                InputChecks.between("bytesDone", said.bytesDone(), 0, Long.MAX_VALUE),
                InputChecks.between("bytesTotal", said.bytesTotal(), -1, Long.MAX_VALUE),
                InputChecks.between("filesDone", said.filesDone(), 0, Long.MAX_VALUE),
                InputChecks.between("filesTotal", said.filesTotal(), -1, Long.MAX_VALUE),
                said.bitsPerSecond(),
                said.startedAt().truncatedTo(ChronoUnit.MICROS),
                now);
    }

    /** Those that were heard of lately, the newest first; not what a clock that was set back places in the future. */
    public List<RunningTransfer> now() {
        Instant now = clock.instant();
        return rows.heardOf(now.minus(FRESH), now.plus(FRESH), Limit.of(MOST)).stream()
                .map(row -> {
                    RunningRow.Facts facts = row.facts();
                    return new RunningTransfer(
                            row.transfer(),
                            facts.sourceHost(),
                            facts.destinationHost(),
                            facts.transport(),
                            facts.via(),
                            facts.bytesDone(),
                            facts.bytesTotal(),
                            facts.filesDone(),
                            facts.filesTotal(),
                            facts.bitsPerSecond(),
                            facts.startedAt(),
                            false);
                })
                .toList();
    }
}
