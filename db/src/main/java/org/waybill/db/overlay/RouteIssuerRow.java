package org.waybill.db.overlay;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** The public half of a key with which a replica signs route tokens. */
@Entity
@Table(name = "route_issuer")
public class RouteIssuerRow extends Versioned<RouteIssuerRow.Facts> {
    /** All but number and version; {@code publicKey} are 64 hexadecimal digits. */
    @Embeddable
    public record Facts(
            @Column(name = "public_key") String publicKey,
            @Column(name = "added_at") Instant addedAt) {}

    protected RouteIssuerRow() {}

    public RouteIssuerRow(Facts facts) {
        super(facts);
    }
}
