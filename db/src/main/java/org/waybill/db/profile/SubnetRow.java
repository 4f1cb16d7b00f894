package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.waybill.db.Versioned;

/** A range of addresses of a site; first and last address as 16 bytes, IPv4 as mapped IPv6. */
@Entity
@Table(name = "subnet")
public class SubnetRow extends Versioned {
    private String prefix = "";

    @Column(name = "first_address")
    private byte[] firstAddress = new byte[0];

    @Column(name = "last_address")
    private byte[] lastAddress = new byte[0];

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "site_id")
    private SiteRow site;

    @SuppressWarnings("NullAway.Init")
    protected SubnetRow() {}

    public SubnetRow(String prefix, byte[] firstAddress, byte[] lastAddress, SiteRow site) {
        change(prefix, firstAddress, lastAddress, site);
    }

    /** Sets everything but number and version. */
    public final void change(String prefix, byte[] firstAddress, byte[] lastAddress, SiteRow site) {
        this.prefix = prefix;
        this.firstAddress = firstAddress;
        this.lastAddress = lastAddress;
        this.site = site;
    }

    public String prefix() {
        return prefix;
    }

    public byte[] firstAddress() {
        return firstAddress;
    }

    public byte[] lastAddress() {
        return lastAddress;
    }

    public SiteRow site() {
        return site;
    }
}
