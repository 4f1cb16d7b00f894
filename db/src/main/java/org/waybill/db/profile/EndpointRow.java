package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A transfer service at a host. */
@Entity
@Table(name = "endpoint")
public class EndpointRow extends Versioned<EndpointRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "host_id")
            HostRow host,

            String protocol,
            int port,
            String banner,
            @Column(name = "last_seen_open") @Nullable Instant lastSeenOpen) {}

    protected EndpointRow() {}

    public EndpointRow(Facts facts) {
        super(facts);
    }
}
