package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.waybill.db.Versioned;

/** A transfer that is not over yet, as it was last heard of. */
@Entity
@Table(name = "running_transfer")
public class RunningRow extends Versioned<RunningRow.Facts> {
    /** What was said, and by our clock when. */
    @Embeddable
    public record Facts(
            @Column(name = "source_host") String sourceHost,
            @Column(name = "destination_host") String destinationHost,
            String transport,
            String via,
            @Column(name = "bytes_done") long bytesDone,
            @Column(name = "bytes_total") long bytesTotal,
            @Column(name = "files_done") long filesDone,
            @Column(name = "files_total") long filesTotal,
            @Column(name = "bits_per_second") double bitsPerSecond,
            @Column(name = "started_at") Instant startedAt,
            @Column(name = "heard_at") Instant heardAt) {}

    @Column(name = "transfer_id")
    private String transfer;

    private String account = "";

    @SuppressWarnings("NullAway.Init")
    protected RunningRow() {}

    public RunningRow(String transfer, Facts facts, String account) {
        super(facts);
        this.transfer = transfer;
        this.account = account;
    }

    /** The UUID that its carrier chose. */
    public String transfer() {
        return transfer;
    }

    /** Whose token it came with; empty for rows that are older than this column. */
    public String account() {
        return account;
    }
}
