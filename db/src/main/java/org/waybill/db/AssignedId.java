package org.waybill.db;

import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import org.springframework.data.domain.Persistable;

/**
 * A row whose maker gave it its id, which therefore does not tell whether it is stored already. Saving a new one that
 * has the id of another fails; taken for known it would replace that other.
 */
@MappedSuperclass
public abstract class AssignedId implements Persistable<String> {
    @Transient
    private boolean stored;

    @PostLoad
    @PostPersist
    void onStored() {
        stored = true;
    }

    @Override
    public boolean isNew() {
        return !stored;
    }
}
