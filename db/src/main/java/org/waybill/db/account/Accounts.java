package org.waybill.db.account;

import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

/** Who may use the service. */
public interface Accounts extends JpaRepository<AccountRow, Long> {
    @Query("select a from AccountRow a where a.facts.name = :name")
    Optional<AccountRow> findByName(String name);

    @Query("select a from AccountRow a order by a.facts.name")
    List<AccountRow> all();

    /** Locks them, so that of two who each take the role from the other, the second is refused. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select a from AccountRow a where a.facts.roleName = :role and a.facts.enabled = true")
    List<AccountRow> enabledWithRole(String role);
}
