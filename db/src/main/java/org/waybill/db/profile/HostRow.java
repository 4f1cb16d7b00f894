package org.waybill.db.profile;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.BatchSize;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A host that stores or moves data; addresses as canonical text. */
@Entity
@Table(name = "host")
public class HostRow extends Versioned {
    private String name = "";

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "site_id")
    private @Nullable SiteRow site;

    @ElementCollection
    @CollectionTable(name = "host_address", joinColumns = @JoinColumn(name = "host_id"))
    @OrderColumn(name = "position")
    @Column(name = "address")
    @BatchSize(size = 100)
    private List<String> addresses = new ArrayList<>();

    protected HostRow() {}

    public HostRow(String name, @Nullable SiteRow site, List<String> addresses) {
        change(name, site, addresses);
    }

    /** Sets everything but number and version. */
    public final void change(String name, @Nullable SiteRow site, List<String> addresses) {
        this.name = name;
        this.site = site;
        if (!this.addresses.equals(addresses)) {
            this.addresses.clear();
            this.addresses.addAll(addresses);
        }
    }

    public String name() {
        return name;
    }

    public @Nullable SiteRow site() {
        return site;
    }

    public List<String> addresses() {
        return List.copyOf(addresses);
    }
}
