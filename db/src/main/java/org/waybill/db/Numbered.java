package org.waybill.db;

import jakarta.persistence.Embedded;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/**
 * A row with a number of its own, which the database gives it.
 *
 * @param <F> its other columns, an embeddable record
 */
@MappedSuperclass
public abstract class Numbered<F> {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    @Embedded
    F facts;

    @SuppressWarnings("NullAway.Init")
    protected Numbered() {}

    protected Numbered(F facts) {
        this.facts = facts;
    }

    /** 0 before it is stored. */
    public long id() {
        return id == null ? 0 : id;
    }

    public F facts() {
        return facts;
    }
}
