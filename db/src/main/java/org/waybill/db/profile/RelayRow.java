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

/** A node that forwards for others. */
@Entity
@Table(name = "relay")
public class RelayRow extends Versioned {
    private String name = "";

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "host_id")
    private HostRow host;

    private int port;

    private String fingerprint = "";

    @Column(name = "capacity_bits_per_second")
    private @Nullable Double capacityBitsPerSecond;

    @Column(name = "last_seen")
    private @Nullable Instant lastSeen;

    @SuppressWarnings("NullAway.Init")
    protected RelayRow() {}

    public RelayRow(
            String name,
            HostRow host,
            int port,
            String fingerprint,
            @Nullable Double capacityBitsPerSecond,
            @Nullable Instant lastSeen) {
        change(name, host, port, fingerprint, capacityBitsPerSecond, lastSeen);
    }

    /** Sets everything but number and version. */
    public final void change(
            String name,
            HostRow host,
            int port,
            String fingerprint,
            @Nullable Double capacityBitsPerSecond,
            @Nullable Instant lastSeen) {
        this.name = name;
        this.host = host;
        this.port = port;
        this.fingerprint = fingerprint;
        this.capacityBitsPerSecond = capacityBitsPerSecond;
        this.lastSeen = lastSeen;
    }

    public String name() {
        return name;
    }

    public HostRow host() {
        return host;
    }

    public int port() {
        return port;
    }

    public String fingerprint() {
        return fingerprint;
    }

    public @Nullable Double capacityBitsPerSecond() {
        return capacityBitsPerSecond;
    }

    public @Nullable Instant lastSeen() {
        return lastSeen;
    }
}
