package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A range of addresses of a site; first and last address as 16 bytes, IPv4 as mapped IPv6. */
@Entity
@Table(name = "subnet")
public class SubnetRow extends Versioned<SubnetRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            String prefix,
            @Column(name = "first_address") byte[] firstAddress,
            @Column(name = "last_address") byte[] lastAddress,

            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "site_id")
            SiteRow site) {}

    protected SubnetRow() {}

    public SubnetRow(Facts facts) {
        super(facts);
    }
}
