package org.waybill.service.account;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.waybill.db.account.Audit;
import org.waybill.db.account.AuditRow;
import org.waybill.service.log.SecurityLog;

/** Who changed what. Written in the same transaction as the change itself. */
public record AuditLog(Audit audit, Clock clock) {
    private static final int LONGEST_DETAIL = 2000;

    public void add(Caller caller, String action, AuditSubject subject, long subjectId, String detail) {
        String line = detail.replaceAll("\\p{Cntrl}", " ");
        if (subject.isOfSecurity() && !action.equals("REFUSE")) {
            SecurityLog.done(caller.name() + ": " + action + " " + subject + " " + line);
        }
        audit.save(new AuditRow(new AuditRow.Facts(
                clock.instant(),
                caller.name(),
                action,
                subject.name(),
                subjectId,
                line.substring(0, Math.min(LONGEST_DETAIL, line.length())))));
    }

    /** A page of what all accounts did, the newest first; an empty account, kind or text means any. */
    public Page<AuditRow> search(String account, String kind, String text, int page, int size) {
        Caller.current().needs(Role.ADMINISTRATOR);
        return audit.search(account, kind, text.toLowerCase(Locale.ROOT), PageRequest.of(page, size));
    }

    /** The newest first; subject 0 means all of the kind. */
    public List<AuditRow> newest(AuditSubject subject, long subjectId, int limit) {
        return audit.newest(subject.name(), subjectId, Limit.of(limit));
    }
}
