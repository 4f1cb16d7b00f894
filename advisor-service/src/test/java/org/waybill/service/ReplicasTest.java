package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
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
        }
    }

    private RunningService start(String name, DatabaseLocation database) throws IOException {
        Path home = Files.createDirectory(directory.resolve(name));
        Path password = Files.writeString(home.resolve("db-password"),
                String.valueOf(database.springProperties().get("spring.datasource.password")));
        return EmbeddedService.load().start(new ServiceSettings(home, "127.0.0.1", 0, plainUrl(database),
                String.valueOf(database.springProperties().get("spring.datasource.username")), password, null, null,
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

    /** Everybody counts in one row: whoever read an old number is told so, and counts again. */
    private static void noUpdateIsLost(List<RunningService> replicas) throws Exception {
        CatalogService first = TestClients.catalogue(replicas.getFirst());
        long id = first.save(new Organisation(0, 0, "Counter", "CH", "https://example.org/0")).id();
        AtomicInteger conflicts = new AtomicInteger();
        fromBothSides(replicas, (replica, _) -> {
            CatalogService catalogue = TestClients.catalogue(replica);
            for (int done = 0; done < CHANGES;) {
                Organisation now = (Organisation) catalogue.get(CatalogKind.ORGANISATION, id);
                int count = Integer.parseInt(now.url().substring("https://example.org/".length()));
                try {
                    catalogue.save(new Organisation(id, now.version(), "Counter", "CH",
                            "https://example.org/" + (count + 1)));
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
            outcomes.add(new TransferOutcome(UUID.randomUUID().toString(), "a.example", "b.example", "tcp", "", 1,
                    StorageClass.DISK, 1_000 + i, 1, Instant.parse("2026-01-01T00:00:00Z").plusSeconds(i), 1, 0, 0,
                    "OK", null, null, null, ""));
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
            assertThat(TestClients.advisor(replica).history("a.example", "b.example", 1_000).transfers())
                    .containsExactlyElementsOf(outcomes.reversed());
        }
    }

    private static void missing(String why) {
        if (Boolean.getBoolean("waybill.test.servers.required")) {
            fail(why);
        }
        abort(why);
    }
}
