package org.waybill.db.profile;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A university, laboratory or company. */
@Entity
@Table(name = "organisation")
public class OrganisationRow extends Versioned {
    /** All but number and version. */
    @Embeddable
    public record Facts(String name, String country, String url) {}

    @Embedded
    private Facts facts;

    @SuppressWarnings("NullAway.Init")
    protected OrganisationRow() {}

    public OrganisationRow(Facts facts) {
        change(facts);
    }

    public final void change(Facts newer) {
        this.facts = newer;
    }

    public Facts facts() {
        return facts;
    }
}
