package org.waybill.db.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Workers. */
public interface Workers extends JpaRepository<WorkerRow, Long> {
    @Query("select w from WorkerRow w where w.name = :name")
    Optional<WorkerRow> named(String name);

    @Query("select w from WorkerRow w order by w.name")
    List<WorkerRow> all();

    /** Removes those that were last heard of before. */
    @Modifying
    @Query("delete from WorkerRow w where w.facts.heardAt < :before")
    void forget(Instant before);
}
