package org.waybill.db.profile;

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
public class SiteRow extends Versioned {
    private String name = "";

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "organisation_id")
    private OrganisationRow organisation;

    private String city = "";

    private String country = "";

    private @Nullable Double latitude;

    private @Nullable Double longitude;

    @SuppressWarnings("NullAway.Init")
    protected SiteRow() {}

    public SiteRow(
            String name,
            OrganisationRow organisation,
            String city,
            String country,
            @Nullable Double latitude,
            @Nullable Double longitude) {
        change(name, organisation, city, country, latitude, longitude);
    }

    /** Sets everything but number and version. */
    public final void change(
            String name,
            OrganisationRow organisation,
            String city,
            String country,
            @Nullable Double latitude,
            @Nullable Double longitude) {
        this.name = name;
        this.organisation = organisation;
        this.city = city;
        this.country = country;
        this.latitude = latitude;
        this.longitude = longitude;
    }

    public String name() {
        return name;
    }

    public OrganisationRow organisation() {
        return organisation;
    }

    public String city() {
        return city;
    }

    public String country() {
        return country;
    }

    public @Nullable Double latitude() {
        return latitude;
    }

    public @Nullable Double longitude() {
        return longitude;
    }
}
