package org.waybill.db.account;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Who did what. */
public interface Audit extends JpaRepository<AuditRow, Long> {
    /** The newest first; subject 0 means every subject of the kind. */
    @Query("""
            select a from AuditRow a where a.subjectKind = :kind and (:subject = 0 or a.subjectId = :subject)
            order by a.id desc""")
    List<AuditRow> newest(String kind, long subject, Limit limit);
}
