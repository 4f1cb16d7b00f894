package org.waybill.service.account;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.waybill.db.account.Audit;
import org.waybill.db.account.AuditRow;
import org.waybill.service.log.SecurityLog;

/** Who changed what. Written in the same transaction as the change itself. */
public record AuditLog(Audit audit, Clock clock) {
    private static final int LONGEST_DETAIL = 2000;
    /** Changes of these also go to the log of what concerns security. */
    private static final Set<String> WHO_MAY = Set.of("ACCOUNT", "TOKEN", "SESSION", "HISTORY");

    public void add(Caller caller, String action, String subjectKind, long subjectId, String detail) {
        String line = detail.replaceAll("\\p{Cntrl}", " ");
        if (WHO_MAY.contains(subjectKind) && !action.equals("REFUSE")) {
            SecurityLog.done(caller.name() + ": " + action + " " + subjectKind + " " + line);
        }
        audit.save(new AuditRow(new AuditRow.Facts(
                clock.instant(),
                caller.name(),
                action,
                subjectKind,
                subjectId,
                line.substring(0, Math.min(LONGEST_DETAIL, line.length())))));
    }

    /** A page of what all accounts did, the newest first; an empty account, kind or text means any. */
    public Page<AuditRow> search(String account, String kind, String text, int page, int size) {
        Caller.current().needs(Role.ADMINISTRATOR);
        return audit.search(account, kind, text.toLowerCase(Locale.ROOT), PageRequest.of(page, size));
    }

    /** The newest first; subject 0 means all of the kind. */
    public List<AuditRow> newest(String subjectKind, long subjectId, int limit) {
        return audit.newest(subjectKind, subjectId, Limit.of(limit));
    }
}
