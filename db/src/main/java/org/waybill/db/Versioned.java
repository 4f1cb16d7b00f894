package org.waybill.db;

import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;

/**
 * A row with a number of its own and a count of its changes, by which concurrent writers are detected.
 *
 * @param <F> its other columns, an embeddable record
 */
@MappedSuperclass
public abstract class Versioned<F> extends Numbered<F> {
    @Version
    private long version;

    protected Versioned() {}

    protected Versioned(F facts) {
        super(facts);
    }

    public long version() {
        return version;
    }

    public void change(F newer) {
        facts = newer;
    }
}
