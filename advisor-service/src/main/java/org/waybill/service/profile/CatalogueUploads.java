package org.waybill.service.profile;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.db.profile.UploadRow;
import org.waybill.db.profile.Uploads;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.account.Secrets;

/** Keeps a file between its preview and its import, for an hour and for the user who sent it. */
public record CatalogueUploads(Uploads rows, SecureRandom random, Clock clock) {
    private static final Duration KEPT = Duration.ofHours(1);

    /** A file of entries. */
    public record Upload(CatalogKind kind, CatalogFormat format, String text) {}

    /** Keeps a file and says under which number. */
    public String keep(Upload upload) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        Instant now = clock.instant();
        rows.removeOlder(now.minus(KEPT));
        String id = Secrets.random(random);
        rows.save(new UploadRow(
                id,
                new UploadRow.Facts(
                        now,
                        caller.name(),
                        upload.kind().name(),
                        upload.format().name(),
                        upload.text())));
        return id;
    }

    /** The file of this number; throws {@code NOT_FOUND} if it is not the caller's. */
    public Upload find(String id) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        return rows.findById(id)
                .filter(row -> row.facts().account().equals(caller.name()))
                .map(row -> new Upload(
                        CatalogKind.valueOf(row.facts().subjectKind()),
                        CatalogFormat.valueOf(row.facts().format()),
                        row.facts().content()))
                .orElseThrow(() -> ServiceException.notFound("this preview has expired: upload the file again"));
    }

    /** Forgets a file. */
    public void remove(String id) {
        rows.remove(id);
    }
}
