package org.waybill.db.task;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** Tasks of the service. What is due is queued, or runs under a lease that is over. */
public interface ServiceTasks extends JpaRepository<TaskRow, Long> {
    @Query("select t from TaskRow t where t.id = :id")
    Optional<TaskRow> of(long id);

    @Query("select t from TaskRow t where t.asked.account = :account and t.asked.submission = :submission")
    Optional<TaskRow> submitted(String account, String submission);

    /** The newest first; an empty account means any. */
    @Query("select t from TaskRow t where :account = '' or t.asked.account = :account order by t.id desc")
    List<TaskRow> newest(String account, Limit limit);

    /** How many tasks of an account and kind are not over. */
    @Query("""
        select count(t) from TaskRow t where t.asked.account = :account and t.asked.kind = :kind
        and t.facts.endedAt is null\
        """)
    long open(String account, String kind);

    /** The groups of what is due: account, priority, and the first task's number. */
    @Query("""
        select t.asked.account, t.asked.priority, min(t.id) from TaskRow t
        where (t.facts.stage = org.waybill.db.task.TaskStage.QUEUED
        or t.facts.stage = org.waybill.db.task.TaskStage.RUNNING)
        and (t.facts.leaseUntil is null or t.facts.leaseUntil <= :now)
        and (t.facts.nextAttemptAt is null or t.facts.nextAttemptAt <= :now)
        group by t.asked.account, t.asked.priority\
        """)
    List<Object[]> due(Instant now);

    /** Those of a group of what is due behind a number, the oldest first: number, sources and destination. */
    @Query("""
        select t.id, t.asked.sources, t.asked.destination from TaskRow t
        where (t.facts.stage = org.waybill.db.task.TaskStage.QUEUED
        or t.facts.stage = org.waybill.db.task.TaskStage.RUNNING)
        and (t.facts.leaseUntil is null or t.facts.leaseUntil <= :now)
        and (t.facts.nextAttemptAt is null or t.facts.nextAttemptAt <= :now)
        and t.asked.account = :account and t.asked.priority = :priority and t.id > :behind order by t.id\
        """)
    List<Object[]> due(Instant now, String account, int priority, long behind, Limit limit);

    /** How many tasks of each account run: account and number. */
    @Query("""
        select t.asked.account, count(t) from TaskRow t
        where t.facts.stage = org.waybill.db.task.TaskStage.RUNNING and t.facts.leaseUntil > :now
        group by t.asked.account\
        """)
    List<Object[]> runningByAccount(Instant now);

    /** The same of each worker. */
    @Query("""
        select t.facts.worker, count(t) from TaskRow t
        where t.facts.stage = org.waybill.db.task.TaskStage.RUNNING and t.facts.leaseUntil > :now
        group by t.facts.worker\
        """)
    List<Object[]> runningByWorker(Instant now);

    @Query("select t.id from TaskRow t where t.facts.endedAt < :before order by t.id")
    List<Long> endedBefore(Instant before, Limit limit);

    /** The numbers of some tasks of an account. */
    @Query("select t.id from TaskRow t where t.asked.account = :account order by t.id")
    List<Long> someOf(String account, Limit limit);

    /** Ends what is not over of an account; who has a lease keeps it, and learns that it is to stop. */
    @Modifying
    @Query("""
        update TaskRow t set t.facts.stage = org.waybill.db.task.TaskStage.CANCELLED, t.facts.reason = '',
        t.facts.message = '', t.facts.endedAt = :now, t.version = t.version + 1
        where t.asked.account = :account and t.facts.endedAt is null\
        """)
    void cancelAll(String account, Instant now);

    @Modifying
    @Query("delete from TaskRow t where t.id in :ids")
    void forget(List<Long> ids);
}
