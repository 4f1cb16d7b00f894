package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A system that reserves bandwidth or storage for the hosts of a site. */
@Entity
@Table(name = "provisioning")
public class ProvisioningRow extends Versioned<ProvisioningRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            String name,
            @Column(name = "system_kind") String systemKind,
            String url,

            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "site_id")
            SiteRow site) {}

    protected ProvisioningRow() {}

    public ProvisioningRow(Facts facts) {
        super(facts);
    }
}
