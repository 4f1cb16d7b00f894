package org.waybill.db.account;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Who did what. */
public interface Audit extends JpaRepository<AuditRow, Long> {
    /** The newest first; subject 0 means every subject of the kind. */
    @Query("""
        select a from AuditRow a where a.facts.subjectKind = :kind and (:subject = 0 or a.facts.subjectId = :subject)
        order by a.id desc\
        """)
    List<AuditRow> newest(String kind, long subject, Limit limit);

    /** The newest first; an empty account means any account, an empty kind anything; text is in lower case. */
    @Query("""
        select a from AuditRow a where (:account = '' or a.facts.account = :account)
        and (:kind = '' or a.facts.subjectKind = :kind)
        and (:text = '' or lower(a.facts.detail) like concat('%', :text, '%'))
        order by a.id desc\
        """)
    Page<AuditRow> search(String account, String kind, String text, Pageable page);
}
