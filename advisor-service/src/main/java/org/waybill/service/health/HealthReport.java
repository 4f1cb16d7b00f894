package org.waybill.service.health;

import com.github.kagkarlsson.scheduler.ScheduledExecution;
import com.github.kagkarlsson.scheduler.ScheduledExecutionsFilter;
import com.github.kagkarlsson.scheduler.Scheduler;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.jspecify.annotations.Nullable;
import org.waybill.api.overlay.RelayState;
import org.waybill.db.replica.ReplicaRow;
import org.waybill.db.replica.Replicas;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.jobs.Replica;
import org.waybill.service.overlay.Overlay;

/**
 * Whether what the service consists of works: its database, the replicas that share it, the jobs that they run, and the
 * nodes that report to them.
 */
public record HealthReport(
        DataSource database, Flyway flyway, Replicas replicas, Scheduler scheduler, Overlay overlay, Clock clock) {
    private static final double FULL = 0.9;
    /** No job waits so long for a replica that takes it. */
    private static final Duration OVERDUE = Duration.ofMinutes(2);

    /** One thing of this process that was looked at. */
    public record Check(String name, boolean good, String text) {}

    /** A process of the service; not good if it said nothing for a minute. Forgotten when it ends, or after a day. */
    public record ReplicaState(String host, String version, boolean good, Instant startedAt, Instant heardAt) {}

    /**
     * A job that one replica at a time runs; not good if it failed the last time, or nobody takes it.
     *
     * @param failures how often in a row it failed the last times
     * @param runningOn the host that runs it now; null if it waits
     */
    public record Job(
            String name,
            boolean good,
            @Nullable Instant lastSuccess,
            int failures,
            Instant due,
            @Nullable String runningOn) {}

    /** All of it. Without a database nothing is known of what lies there. */
    public record Report(List<Check> checks, List<ReplicaState> replicas, List<Job> jobs, List<RelayState> nodes) {}

    /** What is known now. */
    public Report report() {
        Caller.current().needs(Role.VIEWER);
        Check there = checkDatabase();
        List<Check> checks = new ArrayList<>(List.of(there));
        if (there.good()) {
            checks.add(schema());
        }
        checks.add(memory());
        checks.add(files());
        if (!there.good()) {
            return new Report(checks, List.of(), List.of(), List.of());
        }
        Instant now = clock.instant();
        List<ReplicaRow> rows = replicas.all();
        return new Report(
                checks, rows.stream().map(row -> state(row, now)).toList(), jobs(rows, now), overlay.relays());
    }

    private Check checkDatabase() {
        long start = System.nanoTime();
        try (Connection connection = database.getConnection()) {
            boolean valid = connection.isValid(2);
            long micros = (System.nanoTime() - start) / 1_000;
            return new Check(
                    "Database",
                    valid,
                    connection.getMetaData().getDatabaseProductName() + " "
                            + connection.getMetaData().getDatabaseProductVersion() + ", response time "
                            + (micros + 999) / 1_000 + " ms");
        } catch (SQLException e) {
            return new Check("Database", false, "no response");
        }
    }

    private Check schema() {
        MigrationInfo current = flyway.info().current();
        int waiting = flyway.info().pending().length;
        return new Check(
                "Schema",
                current != null && waiting == 0,
                current == null
                        ? "not created"
                        : "version " + current.getVersion()
                                + (waiting == 0 ? "" : ", " + waiting + " migrations pending"));
    }

    private static Check memory() {
        Runtime runtime = Runtime.getRuntime();
        long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
        long most = runtime.maxMemory() >> 20;
        return new Check("Memory", used < most * FULL, used + " of " + most + " MiB of heap in use");
    }

    private static Check files() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
            long open = unix.getOpenFileDescriptorCount();
            long most = unix.getMaxFileDescriptorCount();
            return new Check("Open files", open < most * FULL, open + " of " + most + " file descriptors");
        }
        return new Check("Open files", true, "not available on this system");
    }

    private static ReplicaState state(ReplicaRow row, Instant now) {
        ReplicaRow.Facts facts = row.facts();
        boolean heard = Duration.between(facts.heardAt(), now).abs().compareTo(Replica.SILENCE) < 0;
        return new ReplicaState(facts.host(), facts.release(), heard, facts.startedAt(), facts.heardAt());
    }

    private List<Job> jobs(List<ReplicaRow> rows, Instant now) {
        return scheduler.getScheduledExecutions(ScheduledExecutionsFilter.all()).stream()
                .map(one -> job(one, rows, now))
                .sorted(Comparator.comparing(Job::name))
                .toList();
    }

    private static Job job(ScheduledExecution<Object> one, List<ReplicaRow> rows, Instant now) {
        boolean waits = !one.isPicked();
        return new Job(
                one.getTaskInstance().getTaskName(),
                one.getConsecutiveFailures() == 0
                        && !(waits && one.getExecutionTime().plus(OVERDUE).isBefore(now)),
                one.getLastSuccess(),
                one.getConsecutiveFailures(),
                one.getExecutionTime(),
                waits
                        ? null
                        : rows.stream()
                                .filter(row -> row.getId().equals(one.getPickedBy()))
                                .map(row -> row.facts().host())
                                .findFirst()
                                .orElse("a replica that has ended"));
    }
}
