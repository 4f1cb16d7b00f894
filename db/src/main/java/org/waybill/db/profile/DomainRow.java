package org.waybill.db.profile;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A domain whose hosts belong to a site. */
@Entity
@Table(name = "domain_name")
public class DomainRow extends Versioned<DomainRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            String name,

            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "site_id")
            SiteRow site) {}

    protected DomainRow() {}

    public DomainRow(Facts facts) {
        super(facts);
    }
}
