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
}
