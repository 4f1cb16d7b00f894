package org.waybill.db.profile;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A university, laboratory or company. */
@Entity
@Table(name = "organisation")
public class OrganisationRow extends Versioned {
    private String name = "";

    private String country = "";

    private String url = "";

    protected OrganisationRow() {}

    public OrganisationRow(String name, String country, String url) {
        change(name, country, url);
    }

    /** Sets everything but number and version. */
    public final void change(String name, String country, String url) {
        this.name = name;
        this.country = country;
        this.url = url;
    }

    public String name() {
        return name;
    }

    public String country() {
        return country;
    }

    public String url() {
        return url;
    }
}
