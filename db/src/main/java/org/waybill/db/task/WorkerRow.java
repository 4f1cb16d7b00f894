package org.waybill.db.task;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** A worker, as it says itself when it asks for tasks. */
@Entity
@Table(name = "transfer_worker")
public class WorkerRow extends Versioned<WorkerRow.Facts> {
    /**
     * What it said last, and by our clock when.
     *
     * @param account whose token it has
     * @param directories below which its tasks may use local paths, one a line
     * @param draining whether it is to get no more tasks
     */
    @Embeddable
    public record Facts(
            String account,
            String host,
            @Column(name = "release_name") String release,
            @Column(name = "at_once") int atOnce,
            @Column(name = "directory_list") String directories,
            boolean draining,
            @Column(name = "heard_at") Instant heardAt) {
        /** The same with or without more tasks. */
        public Facts draining(boolean now) {
            return new Facts(account, host, release, atOnce, directories, now, heardAt);
        }
    }

    private String name;

    @SuppressWarnings("NullAway.Init")
    protected WorkerRow() {}

    public WorkerRow(String name, Facts facts) {
        super(facts);
        this.name = name;
    }

    public String name() {
        return name;
    }
}
