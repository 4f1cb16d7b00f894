package org.waybill.db.task;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** What the commands of tasks answered. */
public interface Documents extends JpaRepository<DocumentRow, String> {
    @Query("select d.facts.content from DocumentRow d where d.id = :task")
    Optional<String> of(String task);

    @Modifying
    @Query("delete from DocumentRow d where d.id in :tasks")
    void forget(List<String> tasks);
}
