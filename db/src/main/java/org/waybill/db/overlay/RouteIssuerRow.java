package org.waybill.db.overlay;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** The public half of a key with which a replica signs route tokens. */
@Entity
@Table(name = "route_issuer")
public class RouteIssuerRow extends Versioned {
    @Column(name = "public_key")
    private String publicKey = "";

    @Column(name = "added_at")
    private Instant addedAt = Instant.EPOCH;

    protected RouteIssuerRow() {}

    public RouteIssuerRow(String publicKey, Instant addedAt) {
        this.publicKey = publicKey;
        this.addedAt = addedAt;
    }

    /** 64 hexadecimal digits. */
    public String publicKey() {
        return publicKey;
    }

    public Instant addedAt() {
        return addedAt;
    }
}
