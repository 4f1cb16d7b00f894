package org.waybill.db.replica;

import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** The processes of the service that share this database. */
public interface Replicas extends JpaRepository<ReplicaRow, String> {
    @Query("select r from ReplicaRow r order by r.facts.startedAt, r.id")
    List<ReplicaRow> all();

    /** The number of rows that this was noted in: 0 if the replica is not known. */
    @Modifying
    @Query("update ReplicaRow r set r.facts.heardAt = :now where r.id = :id")
    int heard(String id, Instant now);

    @Modifying
    @Query("delete from ReplicaRow r where r.id = :id")
    void end(String id);

    @Modifying
    @Query("delete from ReplicaRow r where r.facts.heardAt < :before")
    void forget(Instant before);
}
