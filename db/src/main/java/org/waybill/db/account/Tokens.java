package org.waybill.db.account;

import java.time.Instant;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

/** Bearer tokens by their hashes. */
public interface Tokens extends JpaRepository<TokenRow, Long> {
    @Query("select t from TokenRow t join fetch t.account where t.sha256 = :sha256")
    Optional<TokenRow> bySha256(String sha256);

    @Modifying
    @Transactional
    @Query("delete from TokenRow t where t.sha256 = :sha256")
    int revoke(String sha256);

    @Modifying
    @Transactional
    @Query("delete from TokenRow t where t.expiresAt < :now")
    int removeExpired(Instant now);
}
