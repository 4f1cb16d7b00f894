package org.waybill.service.profile;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.db.profile.DeletedEntries;
import org.waybill.db.profile.DeletedRow;
import org.waybill.service.account.Caller;

/** Keeps deleted entries for a month, so that a deletion can be taken back. */
public record CatalogueBin(DeletedEntries rows, CatalogFiles files, Clock clock) {
    private static final Duration KEPT = Duration.ofDays(30);

    /** An entry in the bin. */
    public record Deleted(long id, Instant at, String account, CatalogKind kind, String name) {}

    /** Keeps an entry, the first one, and those that vanish with it. @param details what else does */
    long keep(Caller caller, String name, List<CatalogEntry> entries, String details) {
        Instant now = clock.instant();
        rows.removeOlder(now.minus(KEPT));
        return rows.saveAndFlush(new DeletedRow(new DeletedRow.Facts(
                        now, caller.name(), entries.getFirst().kind().name(), name, files.bundle(entries), details)))
                .id();
    }

    /** What was deleted: entries in the order in which they refer to each other, and what else vanished with the first. */
    record Content(List<CatalogEntry> entries, String details) {}

    /** Takes it out. */
    Content take(long id) {
        DeletedRow row = rows.findById(id)
                .orElseThrow(() -> ServiceException.notFound(
                        "no deleted entry " + id + "; deleted entries are kept for " + KEPT.toDays() + " days"));
        if (row.restoredAt() != null) {
            throw ServiceException.conflict(row.facts().subjectName() + " has already been restored");
        }
        row.restored(clock.instant());
        rows.saveAndFlush(row);
        String details = row.facts().details();
        return new Content(files.unbundle(row.facts().content()), details == null ? "" : details);
    }

    List<Deleted> newest(int limit) {
        return rows.newest(Limit.of(limit)).stream()
                .map(row -> new Deleted(
                        row.id(),
                        row.facts().deletedAt(),
                        row.facts().account(),
                        CatalogKind.valueOf(row.facts().subjectKind()),
                        row.facts().subjectName()))
                .toList();
    }
}
