package org.waybill.db.profile;

import java.time.Instant;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

/** Files between their preview and their import. */
public interface Uploads extends JpaRepository<UploadRow, String> {
    @Modifying
    @Transactional
    @Query("delete from UploadRow u where u.id = :id")
    int remove(String id);

    @Modifying
    @Transactional
    @Query("delete from UploadRow u where u.facts.uploadedAt < :before")
    int removeOlder(Instant before);
}
