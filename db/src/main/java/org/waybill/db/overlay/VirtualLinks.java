package org.waybill.db.overlay;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** Links between registered nodes. */
public interface VirtualLinks extends JpaRepository<VirtualLinkRow, Long> {
    @Query("select l from VirtualLinkRow l where l.facts.source = :source and l.facts.destination = :destination")
    Optional<VirtualLinkRow> between(long source, long destination);

    /** Those that may be measured now, at most one; what is beyond {@code latest} is older than a clock set back. */
    @Query("select l from VirtualLinkRow l where l.leaseUntil > :now and l.leaseUntil <= :latest")
    List<VirtualLinkRow> leased(Instant now, Instant latest);
}
