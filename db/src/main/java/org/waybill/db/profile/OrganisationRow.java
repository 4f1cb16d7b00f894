package org.waybill.db.profile;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A university, laboratory or company. */
@Entity
@Table(name = "organisation")
public class OrganisationRow extends Versioned<OrganisationRow.Facts> {
    /** All but number and version. */
    @Embeddable
    public record Facts(String name, String country, String url) {}

    protected OrganisationRow() {}

    public OrganisationRow(Facts facts) {
        super(facts);
    }
}
