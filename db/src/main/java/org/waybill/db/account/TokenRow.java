package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Numbered;

/** A bearer token, by its SHA-256 in hexadecimal; the token itself is nowhere. */
@Entity
@Table(name = "token")
public class TokenRow extends Numbered<TokenRow.Facts> {
    /** All but its number; it ends at {@code expiresAt}, or never. */
    @Embeddable
    public record Facts(
            String sha256,

            @ManyToOne(fetch = FetchType.EAGER, optional = false) @JoinColumn(name = "account_id")
            AccountRow account,

            String label,
            @Column(name = "created_at") Instant createdAt,
            @Column(name = "expires_at") @Nullable Instant expiresAt) {}

    protected TokenRow() {}

    public TokenRow(Facts facts) {
        super(facts);
    }
}
