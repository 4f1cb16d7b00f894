package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A bearer token, by its SHA-256 in hexadecimal; the token itself is nowhere. */
@Entity
@Table(name = "token")
public class TokenRow {
    /** All but its number; it ends at {@code expiresAt}, or never. */
    @Embeddable
    public record Facts(
            String sha256,

            @ManyToOne(fetch = FetchType.EAGER, optional = false) @JoinColumn(name = "account_id")
            AccountRow account,

            String label,
            @Column(name = "created_at") Instant createdAt,
            @Column(name = "expires_at") @Nullable Instant expiresAt) {}

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Embedded
    private Facts facts;

    @SuppressWarnings("NullAway.Init")
    protected TokenRow() {}

    public TokenRow(Facts facts) {
        this.facts = facts;
    }

    public Facts facts() {
        return facts;
    }

    public long id() {
        return id == null ? 0 : id;
    }
}
