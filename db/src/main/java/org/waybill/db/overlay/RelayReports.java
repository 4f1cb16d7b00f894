package org.waybill.db.overlay;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** What registered nodes said last, one row a node. */
public interface RelayReports extends JpaRepository<RelayReportRow, Long> {
    @Query("select r from RelayReportRow r where r.relay = :relay")
    Optional<RelayReportRow> of(long relay);
}
