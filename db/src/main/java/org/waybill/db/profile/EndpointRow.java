package org.waybill.db.profile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.waybill.db.Versioned;

/** A transfer service at a host. */
@Entity
@Table(name = "endpoint")
public class EndpointRow extends Versioned {
    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "host_id")
    private HostRow host;

    private String protocol = "";

    private int port;

    private String banner = "";

    @Column(name = "last_seen_open")
    private @Nullable Instant lastSeenOpen;

    @SuppressWarnings("NullAway.Init")
    protected EndpointRow() {}

    public EndpointRow(HostRow host, String protocol, int port, String banner, @Nullable Instant lastSeenOpen) {
        change(host, protocol, port, banner, lastSeenOpen);
    }

    /** Sets everything but number and version. */
    public final void change(HostRow host, String protocol, int port, String banner, @Nullable Instant lastSeenOpen) {
        this.host = host;
        this.protocol = protocol;
        this.port = port;
        this.banner = banner;
        this.lastSeenOpen = lastSeenOpen;
    }

    public HostRow host() {
        return host;
    }

    public String protocol() {
        return protocol;
    }

    public int port() {
        return port;
    }

    public String banner() {
        return banner;
    }

    public @Nullable Instant lastSeenOpen() {
        return lastSeenOpen;
    }
}
