package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** A person or program that may use the service. */
@Entity
@Table(name = "account")
public class AccountRow extends Versioned<AccountRow.Facts> {
    /** All but number and version; {@code secretHash} is a slow salted hash, never the secret. */
    @Embeddable
    public record Facts(
            String name,
            @Column(name = "secret_hash") String secretHash,
            @Column(name = "role_name") String roleName,
            boolean enabled,
            @Column(name = "created_at") Instant createdAt) {}

    protected AccountRow() {}

    public AccountRow(Facts facts) {
        super(facts);
    }
}
