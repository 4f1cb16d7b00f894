/**
 * Start at {@link Jobs}: periodic work of the service, once for all replicas that share a database.
 *
 * <p>Holds must expire and histories be delivered on whichever of several replicas is up, and never on two at a time.
 * The database is all that the replicas share. Spring's {@code @Scheduled} with ShedLock has a lock by the clock,
 * which a long job outlives; Quartz has eleven tables. db-scheduler has one table (migration V21), a row for each job,
 * taken by its version, with heartbeats, and finds dead executions; it needs only JDBC, and works on H2 and MariaDB
 * alike.
 *
 * <p>Only stand-alone services start it: an embedded one lives as long as a command. Jobs are idempotent all the same.
 * A new periodic task is a job of this package, not a thread. Each replica says in the database that it is there ({@link
 * Replica}), for those who ask which there are: no job depends on it.
 *
 * <p>Measured: three schedulers on one MariaDB ran 300 jobs once each, and a recurring one never twice at a time
 * ({@code JobsTest}). Two services on one MariaDB, eight writers: 200 increments of one row, none lost ({@code
 * ReplicasTest}).
 */
@NullMarked
package org.waybill.service.jobs;

import org.jspecify.annotations.NullMarked;
