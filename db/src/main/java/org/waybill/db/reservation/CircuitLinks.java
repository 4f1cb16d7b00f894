package org.waybill.db.reservation;

import jakarta.persistence.LockModeType;
import java.util.Collection;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** Links of topologies. */
public interface CircuitLinks extends JpaRepository<CircuitLinkRow, Long> {
    /** All links of a provisioning system, parallel ones in their order. */
    @Query("""
        select l from CircuitLinkRow l where l.facts.provisioning = :provisioning
        order by l.facts.source, l.facts.target, l.facts.parallel\
        """)
    List<CircuitLinkRow> of(long provisioning);

    /** Locks these links until the transaction ends, always in the same order. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select l from CircuitLinkRow l where l.id in :ids order by l.id")
    List<CircuitLinkRow> lock(Collection<Long> ids);

    /** The provisioning systems in whose topologies there is a node of this name. */
    @Query("select distinct l.facts.provisioning from CircuitLinkRow l where l.facts.source = :node"
            + " or l.facts.target = :node")
    List<Long> systemsWithNode(String node);
}
