package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A system that reserves bandwidth or storage for the hosts of a site. */
@Entity
@Table(name = "provisioning")
public class ProvisioningRow extends Versioned {
    private String name = "";

    @Column(name = "system_kind")
    private String systemKind = "";

    private String url = "";

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "site_id")
    private SiteRow site;

    @SuppressWarnings("NullAway.Init")
    protected ProvisioningRow() {}

    public ProvisioningRow(String name, String systemKind, String url, SiteRow site) {
        change(name, systemKind, url, site);
    }

    /** Sets everything but number and version. */
    public final void change(String name, String systemKind, String url, SiteRow site) {
        this.name = name;
        this.systemKind = systemKind;
        this.url = url;
        this.site = site;
    }

    public String name() {
        return name;
    }

    public String systemKind() {
        return systemKind;
    }

    public String url() {
        return url;
    }

    public SiteRow site() {
        return site;
    }
}
