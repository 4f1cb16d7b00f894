package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskSubmission;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;

/** Two replicas of the service on one real MariaDB, under load from both sides. */
class ReplicasTest {
    private static final int WRITERS = 4;
    private static final int CHANGES = 25;

    @TempDir
    private Path directory;

    @Test
    void twoReplicasLoseNoUpdateAndKeepEachRecordOnce() throws Exception {
        Optional<Path> binary = MariaDbServer.installed();
        if (binary.isEmpty()) {
            missing("no mariadbd here: install mariadb-server");
        }
        try (MariaDbServer server = MariaDbServer.start(binary.orElseThrow());
                RunningService one = start("one", server.location());
                RunningService two = start("two", server.location())) {
            noUpdateIsLost(List.of(one, two));
            eachTransferIsKeptOnce(List.of(one, two));
            noLinkIsOversubscribed(List.of(one, two));
            eachTaskIsLeasedOnce(List.of(one, two));
        }
    }

    private RunningService start(String name, DatabaseLocation database) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        Path password = Files.writeString(
                home.resolve("db-password"),
                String.valueOf(database.springProperties().get("spring.datasource.password")));
        return EmbeddedService.load()
                .start(new ServiceSettings(
                        home,
                        "127.0.0.1",
                        0,
                        plainUrl(database),
                        String.valueOf(database.springProperties().get("spring.datasource.username")),
                        password,
                        null,
                        null,
                        false));
    }

    /** As an operator writes it: the options are added by the service. */
    private static String plainUrl(DatabaseLocation database) {
        return database.url().replaceFirst("\\?.*", "");
    }

    private interface Writer {
        void write(RunningService replica, int number) throws Exception;
    }

    private static void fromBothSides(List<RunningService> replicas, Writer writer) throws Exception {
        List<Callable<Void>> writers = new ArrayList<>();
        for (int i = 0; i < WRITERS * replicas.size(); i++) {
            int number = i;
            writers.add(() -> {
                writer.write(replicas.get(number % replicas.size()), number);
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> each : threads.invokeAll(writers)) {
                each.get();
            }
        }
    }

    /** All count in one row: a replica that read an old number learns that, and counts again. */
    private static void noUpdateIsLost(List<RunningService> replicas) throws Exception {
        CatalogService first = TestClients.catalogue(replicas.getFirst());
        long id = first.save(new Organisation(0, 0, "Counter", "CH", "https://example.org/0"))
                .id();
        AtomicInteger conflicts = new AtomicInteger();
        fromBothSides(replicas, (replica, _) -> {
            CatalogService catalogue = TestClients.catalogue(replica);
            for (int done = 0; done < CHANGES; ) {
                Organisation now = (Organisation) catalogue.get(CatalogKind.ORGANISATION, id);
                int count = Integer.parseInt(now.url().substring("https://example.org/".length()));
                try {
                    catalogue.save(
                            new Organisation(id, now.version(), "Counter", "CH", "https://example.org/" + (count + 1)));
                    done++;
                } catch (ServiceException e) {
                    assertThat(e.code()).isEqualTo(ServiceException.CONFLICT);
                    conflicts.incrementAndGet();
                }
            }
        });
        int all = WRITERS * replicas.size() * CHANGES;
        for (RunningService replica : replicas) {
            Organisation end = (Organisation) TestClients.catalogue(replica).get(CatalogKind.ORGANISATION, id);
            assertThat(end.url()).isEqualTo("https://example.org/" + all);
        }
        assertThat(conflicts).as("nobody met anybody: this tested nothing").hasPositiveValue();
    }

    private static void eachTransferIsKeptOnce(List<RunningService> replicas) throws Exception {
        List<TransferOutcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            outcomes.add(new TransferOutcome(
                    UUID.randomUUID().toString(),
                    "a.example",
                    "b.example",
                    "tcp",
                    "",
                    1,
                    StorageClass.DISK,
                    1_000 + i,
                    1,
                    Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i),
                    1,
                    0,
                    0,
                    "OK",
                    null,
                    null,
                    null,
                    ""));
        }
        fromBothSides(replicas, (replica, number) -> {
            AdvisorService advisor = TestClients.advisor(replica);
            for (int from = 0; from < outcomes.size(); from += 20) {
                // each writer begins elsewhere, so that all meet all
                int at = (from + 20 * number) % outcomes.size();
                advisor.recordTransfers(outcomes.subList(at, at + 20));
            }
        });
        for (RunningService replica : replicas) {
            assertThat(TestClients.advisor(replica)
                            .history("a.example", "b.example", 1_000)
                            .transfers())
                    .containsExactlyElementsOf(outcomes.reversed());
        }
    }

    /** Workers at both sides ask for all that is queued, until there is no more. */
    private static void eachTaskIsLeasedOnce(List<RunningService> replicas) throws Exception {
        AdvisorService first = TestClients.advisor(replicas.getFirst());
        first.leaseTasks(asks("first", 0));
        Set<Long> queued = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            queued.add(first.submitTask(
                            new TaskSubmission("t" + i, TaskKind.COPY, List.of("/data/x"), "/data/y", List.of(), 0))
                    .id());
        }
        List<Long> leased = Collections.synchronizedList(new ArrayList<>());
        fromBothSides(replicas, (replica, number) -> {
            AdvisorService advisor = TestClients.advisor(replica);
            while (leased.size() < queued.size()) {
                try {
                    List<TaskLease> some = advisor.leaseTasks(asks("w" + number, 2));
                    some.forEach(lease -> leased.add(lease.task()));
                    if (some.isEmpty()) {
                        return;
                    }
                } catch (ServiceException e) {
                    assertThat(e.code()).as(e.getMessage()).isEqualTo(ServiceException.CONFLICT);
                }
            }
        });
        assertThat(leased).containsExactlyInAnyOrderElementsOf(queued);
    }

    private static LeaseRequest asks(String worker, int free) {
        return new LeaseRequest(worker, "h", "1", 9, free, List.of("/data"), 0);
    }

    /** Both sides hold, commit and give back over the same links; each circuit is asked for once on each side. */
    private static void noLinkIsOversubscribed(List<RunningService> replicas) throws Exception {
        TestClients.advisor(replicas.getFirst())
                .importTopology("Ring", TopologyFormat.CSV, "from,to,bitsPerSecond\na,b,10e9\nb,c,10e9\na,c,3e9\n");
        Instant start = Instant.now().plusSeconds(3_600);
        List<String> held = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger refused = new AtomicInteger();
        fromBothSides(replicas, (replica, number) -> {
            AdvisorService advisor = TestClients.advisor(replica);
            for (int turn = 0; turn < 8; turn++) {
                // two writers, on different replicas, share each name
                UUID id = new UUID(number / 2, turn);
                try {
                    advisor.holdCircuit(new CircuitHold(
                            id.toString(), "Ring", "a", "c", start, start.plusSeconds(600), 1e9, List.of()));
                    advisor.commitCircuit(id.toString());
                    held.add(id.toString());
                    if (turn % 2 == 0) {
                        advisor.releaseCircuit(id.toString());
                    }
                } catch (ServiceException e) {
                    assertThat(e.code()).as(e.getMessage()).isEqualTo(ServiceException.CONFLICT);
                    refused.incrementAndGet();
                }
            }
        });
        for (RunningService replica : replicas) {
            List<CircuitReservation> circuits = TestClients.advisor(replica).circuits(false, 1_000).stream()
                    .filter(one -> one.system().equals("Ring"))
                    .toList();
            assertThat(circuits).extracting(CircuitReservation::id).doesNotHaveDuplicates();
            assertThat(circuits.stream().filter(one -> one.path().size() == 2)).hasSizeLessThanOrEqualTo(3);
            assertThat(circuits.stream().filter(one -> one.path().size() == 3)).hasSizeLessThanOrEqualTo(10);
            assertThat(circuits).isNotEmpty();
        }
        assertThat(held).as("nobody got a circuit").isNotEmpty();
        assertThat(refused).as("there was room for all: this tested nothing").hasPositiveValue();
    }

    private static void missing(String why) {
        if (Boolean.getBoolean("waybill.test.servers.required")) {
            fail(why);
        }
        abort(why);
    }
}
