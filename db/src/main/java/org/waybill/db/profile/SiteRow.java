package org.waybill.db.profile;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A place where an organisation keeps hosts; degrees north and east. */
@Entity
@Table(name = "site")
public class SiteRow extends Versioned<SiteRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(
            String name,

            @ManyToOne(fetch = FetchType.LAZY, optional = false) @JoinColumn(name = "organisation_id")
            OrganisationRow organisation,

            String city,
            String country,
            @Nullable Double latitude,
            @Nullable Double longitude) {}

    protected SiteRow() {}

    public SiteRow(Facts facts) {
        super(facts);
    }
}
