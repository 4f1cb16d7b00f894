package org.waybill.db.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

/** Bearer tokens by their hashes. */
public interface Tokens extends JpaRepository<TokenRow, Long> {
    @Query("select t from TokenRow t join fetch t.facts.account where t.facts.sha256 = :sha256")
    Optional<TokenRow> bySha256(String sha256);

    @Modifying
    @Transactional
    @Query("delete from TokenRow t where t.facts.sha256 = :sha256")
    int revoke(String sha256);

    /** Those of an account that have not ended, the newest first. */
    @Query("""
        select t from TokenRow t join fetch t.facts.account where t.facts.account.id = :account
        and (t.facts.expiresAt is null or t.facts.expiresAt > :now) order by t.id desc\
        """)
    List<TokenRow> ofAccount(long account, Instant now);

    @Modifying
    @Query("delete from TokenRow t where t.id = :id and t.facts.account.id = :account")
    int removeOne(long id, long account);

    @Modifying
    @Query("delete from TokenRow t where t.facts.account.id = :account")
    int removeAll(long account);

    @Modifying
    @Transactional
    @Query("delete from TokenRow t where t.facts.expiresAt < :now")
    int removeExpired(Instant now);
}
