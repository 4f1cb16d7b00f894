package org.waybill.db.account;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

/** Who may use the service. */
public interface Accounts extends JpaRepository<AccountRow, Long> {
    Optional<AccountRow> findByName(String name);
}
