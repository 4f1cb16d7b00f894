package org.waybill.db.reservation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Where hosts and sites are attached. */
public interface Attachments extends JpaRepository<AttachmentRow, Long> {
    @Query("select a from AttachmentRow a where a.facts.provisioning = :provisioning order by a.facts.subject")
    List<AttachmentRow> of(long provisioning);

    @Query("select a from AttachmentRow a where a.facts.provisioning = :provisioning and a.facts.subject = :subject")
    Optional<AttachmentRow> of(long provisioning, String subject);

    /** Attachments of any of these subjects, to any system. */
    @Query("select a from AttachmentRow a where a.facts.subject in :subjects order by a.facts.provisioning, a.id")
    List<AttachmentRow> ofAny(Collection<String> subjects);

    /**
     * A subject has another name now; to be called within a transaction. Where something of that name is attached
     * already, the old attachment stays as it is.
     */
    default void renamed(String was, String now) {
        if (was.equals(now)) {
            return;
        }
        for (AttachmentRow row : ofAny(List.of(was))) {
            AttachmentRow.Facts facts = row.facts();
            if (of(facts.provisioning(), now).isEmpty()) {
                row.change(new AttachmentRow.Facts(facts.provisioning(), now, facts.point()));
            }
        }
    }
}
