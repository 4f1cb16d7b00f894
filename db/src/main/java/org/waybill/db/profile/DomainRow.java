package org.waybill.db.profile;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A domain whose hosts belong to a site. */
@Entity
@Table(name = "domain_name")
public class DomainRow extends Versioned {
    private String name = "";

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "site_id")
    private SiteRow site;

    @SuppressWarnings("NullAway.Init")
    protected DomainRow() {}

    public DomainRow(String name, SiteRow site) {
        change(name, site);
    }

    /** Sets everything but number and version. */
    public final void change(String name, SiteRow site) {
        this.name = name;
        this.site = site;
    }

    public String name() {
        return name;
    }

    public SiteRow site() {
        return site;
    }
}
