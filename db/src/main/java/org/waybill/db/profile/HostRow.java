package org.waybill.db.profile;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
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

/** A host that stores or transfers data; addresses as canonical text. */
@Entity
@Table(name = "host")
public class HostRow extends Versioned<HostRow.Facts> {
    /** All but number, version and addresses. */
    @Embeddable
    public record Facts(
            String name,

            @ManyToOne(fetch = FetchType.LAZY) @JoinColumn(name = "site_id") @Nullable
            SiteRow site) {}

    @ElementCollection
    @CollectionTable(name = "host_address", joinColumns = @JoinColumn(name = "host_id"))
    @OrderColumn(name = "position")
    @Column(name = "address")
    @BatchSize(size = 100)
    private List<String> addresses = new ArrayList<>();

    protected HostRow() {}

    public HostRow(String name, @Nullable SiteRow site, List<String> addresses) {
        super(new Facts(name, site));
        this.addresses.addAll(addresses);
    }

    /** Sets its addresses. */
    public void change(List<String> newer) {
        if (!addresses.equals(newer)) {
            addresses.clear();
            addresses.addAll(newer);
        }
    }

    public String name() {
        return facts().name();
    }

    public @Nullable SiteRow site() {
        return facts().site();
    }

    public List<String> addresses() {
        return List.copyOf(addresses);
    }
}
