package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskState;
import org.waybill.api.task.TaskSubmission;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;

@Tag("nightly")
@Timeout(300)
class DatabaseKilledTest {
    private static final int WRITERS = 4;
    private static final int EACH = 60;

    @Test
    void whatWasTakenStaysAndWhatWasNotIsSaidInALineAndTakenLater(@TempDir Path home) throws Exception {
        Optional<Path> binary = MariaDbServer.installed();
        assumeTrue(binary.isPresent(), "no mariadbd here: install mariadb-server");
        try (MariaDbServer server = MariaDbServer.start(binary.orElseThrow(), true);
                RunningService service = start(home, server.location())) {
            Map<String, TransferOutcome> sent = new ConcurrentHashMap<>();
            Set<String> refusals = ConcurrentHashMap.newKeySet();
            ConcurrentLinkedQueue<Future<?>> writers = new ConcurrentLinkedQueue<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int writer = 0; writer < WRITERS; writer++) {
                    writers.add(threads.submit(() -> write(TestClients.advisor(service), sent, refusals)));
                }
                while (sent.size() < WRITERS * EACH / 3) {
                    Thread.sleep(20);
                }
                server.kill();
                Thread.sleep(2_000);
                server.restart();
                for (Future<?> writer : writers) {
                    writer.get();
                }
            }
            Map<String, TransferOutcome> kept =
                    TestClients.advisor(service).history("killed.example", "", 1_000).transfers().stream()
                            .collect(Collectors.toMap(TransferOutcome::id, one -> one));
            assertThat(kept).isEqualTo(sent).hasSize(WRITERS * EACH);
            assertThat(refusals)
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line)
                            .contains("the database is unavailable")
                            .hasLineCount(1));
        }
    }

    @Test
    void tasksAndWorkersGoOnWhenTheDatabaseIsBack(@TempDir Path home) throws Exception {
        Optional<Path> binary = MariaDbServer.installed();
        assumeTrue(binary.isPresent(), "no mariadbd here: install mariadb-server");
        Files.writeString(home.resolve("transfer-hosts"), "dtn.example.org\n");
        try (MariaDbServer server = MariaDbServer.start(binary.orElseThrow(), true);
                RunningService service = start(home, server.location())) {
            AdvisorService advisor = TestClients.advisor(service);
            TaskLease held = lease(advisor, submit(advisor, "held"));
            server.kill();
            Set<String> refusals = new TreeSet<>();
            for (Runnable work : List.<Runnable>of(
                    () -> ask(advisor),
                    () -> advisor.renewLease(progress(held)),
                    () -> advisor.endLease(end(held)),
                    () -> submit(advisor, "later"))) {
                try {
                    work.run();
                } catch (ServiceException e) {
                    assertThat(e.code()).as(e.getMessage()).isEqualTo(ServiceException.UNAVAILABLE);
                    refusals.add(String.valueOf(e.getMessage()).replaceFirst("reference .*", ""));
                }
            }
            assertThat(refusals).containsExactly("the database is unavailable, ");
            server.restart();
            awaitDatabase(advisor);
            assertThat(advisor.renewLease(progress(held))).isEqualTo(LeaseOrder.CONTINUE);
            long later = submit(advisor, "later");
            assertThat(lease(advisor, later).task()).isEqualTo(later);
            assertThat(advisor.endLease(end(held))).isEqualTo(LeaseOrder.STOP);
            assertThat(advisor.task(held.task()).state()).isEqualTo(TaskState.DONE);
        }
    }

    private static void awaitDatabase(AdvisorService advisor) throws InterruptedException {
        for (int i = 0; ; i++) {
            try {
                advisor.tasks(false, 1);
                return;
            } catch (ServiceException e) {
                assertThat(i).as(e.getMessage()).isLessThan(100);
                Thread.sleep(200);
            }
        }
    }

    private static long submit(AdvisorService advisor, String id) {
        return advisor.submitTask(new TaskSubmission(
                        id, null, List.of("dtn.example.org:/x"), "sftp://dtn.example.org/y", null, null))
                .id();
    }

    private static List<TaskLease> ask(AdvisorService advisor) {
        return advisor.leaseTasks(new LeaseRequest("w1", "h", "1", 4, 1, List.of(), 2));
    }

    private static TaskLease lease(AdvisorService advisor, long id) {
        List<TaskLease> given = ask(advisor);
        assertThat(given).extracting(TaskLease::task).containsExactly(id);
        return given.getFirst();
    }

    private static LeaseProgress progress(TaskLease lease) {
        return new LeaseProgress(lease.task(), lease.lease(), 1, 2);
    }

    private static LeaseEnd end(TaskLease lease) {
        return new LeaseEnd(lease.task(), lease.lease(), 0, "", "", 0, null, 2, 2, null);
    }

    /** As the outbox does: what was not taken is sent again, together with what may have been. */
    private static Void write(AdvisorService advisor, Map<String, TransferOutcome> sent, Set<String> refusals)
            throws InterruptedException {
        for (int i = 0; i < EACH; i += 3) {
            List<TransferOutcome> batch = new ArrayList<>();
            for (int j = 0; j < 3; j++) {
                batch.add(new TransferOutcome(
                        UUID.randomUUID().toString(),
                        "killed.example",
                        "b.example",
                        "tcp",
                        "",
                        1,
                        StorageClass.DISK,
                        1_000 + i,
                        1,
                        Instant.parse("2026-11-21T12:00:00.123456Z"),
                        12.5 + j,
                        0,
                        0,
                        "OK",
                        null,
                        null,
                        null,
                        ""));
            }
            boolean taken = false;
            while (!taken) {
                try {
                    advisor.recordTransfers(batch);
                    taken = true;
                } catch (ServiceException e) {
                    assertThat(e.code()).isEqualTo(ServiceException.UNAVAILABLE);
                    refusals.add(String.valueOf(e.getMessage()).replaceFirst("reference .*", ""));
                    Thread.sleep(200);
                }
            }
            batch.forEach(one -> sent.put(one.id(), one));
        }
        return null;
    }

    private static RunningService start(Path home, DatabaseLocation database) throws Exception {
        Path password = Files.writeString(
                home.resolve("db-password"),
                String.valueOf(database.springProperties().get("spring.datasource.password")));
        return EmbeddedService.load()
                .start(new ServiceSettings(
                        home,
                        "127.0.0.1",
                        0,
                        database.url().replaceFirst("\\?.*", ""),
                        String.valueOf(database.springProperties().get("spring.datasource.username")),
                        password,
                        null,
                        null,
                        false));
    }
}
