package org.waybill.service.jobs;

import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.replica.ReplicaRow;
import org.waybill.db.replica.Replicas;

/** This process among those that share its database: it says now and then that it is there, and takes its leave. */
public final class Replica extends AbstractSchedulerListener {
    /** One that said nothing for so long has ended without a word, or its machine has. */
    public static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(10);
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private final String id = "replica-" + UUID.randomUUID();
    private final Replicas rows;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final String release;
    private final Instant startedAt;
    private Instant saidAt = Instant.EPOCH;

    Replica(Replicas rows, TransactionTemplate transaction, Clock clock, String release) {
        this.rows = rows;
        this.transaction = transaction;
        this.clock = clock;
        this.release = release;
        this.startedAt = now();
    }

    /** The name under which it takes jobs. */
    public String id() {
        return id;
    }

    /** Whenever it has looked for jobs that are due, which it does every few seconds. */
    @Override
    public void onSchedulerEvent(SchedulerEventType type) {
        if (type == SchedulerEventType.RAN_EXECUTE_DUE) {
            arrive();
        }
    }

    /** Says that it is there, unless it did a moment ago. While the database is away there is nobody to be told. */
    synchronized void arrive() {
        Instant now = now();
        if (Duration.between(saidAt, now).abs().compareTo(BETWEEN_WORDS) < 0) {
            return;
        }
        try {
            transaction.executeWithoutResult(_ -> {
                if (rows.heard(id, now) == 0) {
                    rows.forget(now.minus(REMEMBERED));
                    rows.save(new ReplicaRow(id, new ReplicaRow.Facts(host(), release, startedAt, now)));
                }
            });
            saidAt = now;
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database did not take that this replica is there", e);
        }
    }

    void leave() {
        try {
            transaction.executeWithoutResult(_ -> rows.end(id));
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the database did not take that this replica ends", e);
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost";
        }
    }
}
