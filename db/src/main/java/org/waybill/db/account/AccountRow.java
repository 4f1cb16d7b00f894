package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** Somebody who may use the service; {@code secretHash} is a slow salted hash, never the secret. */
@Entity
@Table(name = "account")
public class AccountRow extends Versioned {
    private String name = "";

    @Column(name = "secret_hash")
    private String secretHash = "";

    @Column(name = "role_name")
    private String roleName = "";

    private boolean enabled;

    @Column(name = "created_at")
    private Instant createdAt = Instant.EPOCH;

    protected AccountRow() {}

    public AccountRow(String name, String secretHash, String roleName, boolean enabled, Instant createdAt) {
        change(name, secretHash, roleName, enabled, createdAt);
    }

    /** Sets everything but number and version. */
    public final void change(String name, String secretHash, String roleName, boolean enabled, Instant createdAt) {
        this.name = name;
        this.secretHash = secretHash;
        this.roleName = roleName;
        this.enabled = enabled;
        this.createdAt = createdAt;
    }

    public String name() {
        return name;
    }

    public String secretHash() {
        return secretHash;
    }

    public String roleName() {
        return roleName;
    }

    public boolean enabled() {
        return enabled;
    }

    public Instant createdAt() {
        return createdAt;
    }
}
