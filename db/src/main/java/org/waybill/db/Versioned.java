package org.waybill.db;

import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A row with a number of its own and a count of its changes, by which concurrent writers are told apart. */
@MappedSuperclass
public abstract class Versioned {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Version
    private long version;

    /** 0 before it is stored. */
    public long id() {
        return id == null ? 0 : id;
    }

    public long version() {
        return version;
    }
}
