package org.waybill.db;

import jakarta.persistence.Embedded;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import org.springframework.data.domain.Persistable;

/**
 * A row whose maker gave it its id, which therefore does not show whether it is stored already. Saving a new one that
 * has the id of another fails; taken for known it would replace that other.
 *
 * @param <F> the facts that never change, an embeddable record
 */
@MappedSuperclass
public abstract class AssignedId<F> implements Persistable<String> {
    @Id
    private String id;

    @Embedded
    private F facts;

    @Transient
    private boolean stored;

    @SuppressWarnings("NullAway.Init")
    protected AssignedId() {}

    protected AssignedId(String id, F facts) {
        this.id = id;
        this.facts = facts;
    }

    @PostLoad
    @PostPersist
    void onStored() {
        stored = true;
    }

    @Override
    public boolean isNew() {
        return !stored;
    }

    @Override
    public String getId() {
        return id;
    }

    public F facts() {
        return facts;
    }
}
