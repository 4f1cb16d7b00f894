package org.waybill.db.account;

import jakarta.persistence.Column;
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
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String sha256 = "";

    @ManyToOne(fetch = FetchType.EAGER, optional = false)
    @JoinColumn(name = "account_id")
    private AccountRow account;

    private String label = "";

    @Column(name = "created_at")
    private Instant createdAt = Instant.EPOCH;

    @Column(name = "expires_at")
    private @Nullable Instant expiresAt;

    @SuppressWarnings("NullAway.Init")
    protected TokenRow() {}

    public TokenRow(String sha256, AccountRow account, String label, Instant createdAt, @Nullable Instant expiresAt) {
        this.sha256 = sha256;
        this.account = account;
        this.label = label;
        this.createdAt = createdAt;
        this.expiresAt = expiresAt;
    }

    public long id() {
        return id == null ? 0 : id;
    }

    public String sha256() {
        return sha256;
    }

    public AccountRow account() {
        return account;
    }

    public String label() {
        return label;
    }

    public Instant createdAt() {
        return createdAt;
    }

    /** When it ends, null if never. */
    public @Nullable Instant expiresAt() {
        return expiresAt;
    }
}
