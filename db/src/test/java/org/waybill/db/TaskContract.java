package org.waybill.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.task.DocumentRow;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.db.task.TaskRow;
import org.waybill.db.task.TaskRow.Asked;
import org.waybill.db.task.TaskStage;
import org.waybill.db.task.WorkerRow;
import org.waybill.db.task.Workers;

/** What every database must do for tasks and their workers. */
interface TaskContract {
    Instant TASKS_NOW = Instant.parse("2026-11-29T00:00:00.123456Z");

    ConfigurableApplicationContext context();

    private ServiceTasks tasks() {
        return context().getBean(ServiceTasks.class);
    }

    private TaskRow submitted(String account, String source) {
        return tasks().saveAndFlush(new TaskRow(
                new Asked(account, UUID.randomUUID().toString(), "COPY", source, "/data/y", "", 0, TASKS_NOW)));
    }

    private TaskRow leased(String account, Instant until) {
        TaskRow row = submitted(account, "/data/leased");
        row.change(row.facts().in(TaskStage.RUNNING, "", "").leased("w-" + account, "lease", until));
        return tasks().saveAndFlush(row);
    }

    private List<Long> due(String account, Instant now, long behind, int most) {
        return tasks().due(now, account, 0, behind, Limit.of(most)).stream()
                .map(row -> ((Number) row[0]).longValue())
                .toList();
    }

    private void inTransaction(Runnable work) {
        new TransactionTemplate(context().getBean(PlatformTransactionManager.class))
                .executeWithoutResult(_ -> work.run());
    }

    @Test
    default void whatIsDueComesInPagesTheOldestFirst() {
        long first = submitted("pages", "/data/a").id();
        long second = submitted("pages", "/data/b\n/data/c").id();
        long third = submitted("pages", "/data/d").id();
        assertThat(due("pages", TASKS_NOW, 0, 2)).containsExactly(first, second);
        assertThat(due("pages", TASKS_NOW, second, 2)).containsExactly(third);
        assertThat(tasks().due(TASKS_NOW, "pages", 0, first, Limit.of(1)).getFirst())
                .containsExactly(second, "/data/b\n/data/c", "/data/y");
        assertThat(tasks().due(TASKS_NOW)).anySatisfy(group -> assertThat(group).containsExactly("pages", 0, first));
    }

    @Test
    default void aLeaseEndsToTheMicrosecond() {
        long id = leased("expiry", TASKS_NOW).id();
        Instant before = TASKS_NOW.minusNanos(1_000);
        assertThat(due("expiry", before, 0, 9)).isEmpty();
        assertThat(tasks().runningByAccount(before))
                .anySatisfy(group -> assertThat(group).containsExactly("expiry", 1L));
        assertThat(tasks().runningByWorker(before))
                .anySatisfy(group -> assertThat(group).containsExactly("w-expiry", 1L));
        assertThat(due("expiry", TASKS_NOW, 0, 9)).containsExactly(id);
        assertThat(tasks().runningByAccount(TASKS_NOW))
                .noneSatisfy(group -> assertThat(group).contains("expiry"));
    }

    @Test
    default void theOpenTasksOfAnAccountAreCancelledAndTheirLeasesKept() {
        TaskRow running = leased("locked", TASKS_NOW.plusSeconds(30));
        long others = submitted("unlocked", "/data/x").id();
        inTransaction(() -> tasks().cancelAll("locked", TASKS_NOW));
        TaskRow after = tasks().of(running.id()).orElseThrow();
        assertThat(after.facts().stage()).isEqualTo(TaskStage.CANCELLED);
        assertThat(after.facts().endedAt()).isEqualTo(TASKS_NOW);
        assertThat(after.facts().lease()).isEqualTo("lease");
        assertThat(after.version()).isEqualTo(running.version() + 1);
        assertThat(tasks().open("locked", "COPY")).isZero();
        assertThat(tasks().of(others).orElseThrow().facts().stage()).isEqualTo(TaskStage.QUEUED);
    }

    @Test
    default void tasksAndSilentWorkersAreForgotten() {
        Documents documents = context().getBean(Documents.class);
        Workers workers = context().getBean(Workers.class);
        long id = submitted("forgotten", "/data/x").id();
        documents.saveAndFlush(new DocumentRow(id, "{}"));
        WorkerRow.Facts facts = new WorkerRow.Facts("ada", "dtn1", "1", 2, "/data", false, TASKS_NOW);
        workers.saveAndFlush(new WorkerRow("silent", facts));
        assertThat(tasks().someOf("forgotten", Limit.of(9))).containsExactly(id);
        inTransaction(() -> {
            documents.forget(List.of(String.valueOf(id)));
            tasks().forget(List.of(id));
            workers.forget(TASKS_NOW);
        });
        assertThat(tasks().of(id)).isEmpty();
        assertThat(documents.of(String.valueOf(id))).isEmpty();
        assertThat(workers.named("silent")).as("just heard of").isPresent();
        inTransaction(() -> workers.forget(TASKS_NOW.plusSeconds(1)));
        assertThat(workers.named("silent")).isEmpty();
    }
}
