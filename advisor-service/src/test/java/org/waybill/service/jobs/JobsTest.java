package org.waybill.service.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;

/** Several replicas' schedulers on one real MariaDB. */
class JobsTest {
    private static final int INSTANCES = 300;

    @Test
    void replicasOnOneDatabaseRunEachJobOnceAndNeverTwoAtATime() throws Exception {
        Optional<Path> binary = MariaDbServer.installed();
        if (binary.isEmpty()) {
            missing("no mariadbd here: install mariadb-server");
        }
        try (MariaDbServer server = MariaDbServer.start(binary.orElseThrow())) {
            DatabaseLocation location = server.location();
            Map<String, Object> properties = location.springProperties();
            DataSource database = new DriverManagerDataSource(
                    location.url(),
                    String.valueOf(properties.get("spring.datasource.username")),
                    String.valueOf(properties.get("spring.datasource.password")));
            Flyway.configure()
                    .dataSource(database)
                    .locations("classpath:db/migration")
                    .placeholders(Map.of("tableOptions", ""))
                    .load()
                    .migrate();
            runsEachOnce(database);
        }
    }

    private static void runsEachOnce(DataSource database) throws InterruptedException {
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        AtomicInteger recurring = new AtomicInteger();
        AtomicInteger atATime = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        OneTimeTask<Void> counted = Tasks.oneTime("counted")
                .execute((instance, context) -> runs.computeIfAbsent(instance.getId(), _ -> new AtomicInteger())
                        .incrementAndGet());
        List<Scheduler> replicas = new ArrayList<>();
        for (int replica = 0; replica < 3; replica++) {
            replicas.add(Jobs.scheduler(
                    database,
                    Duration.ofMillis(100),
                    List.of(Jobs.every(Duration.ofMillis(50), "push", () -> {
                        if (atATime.incrementAndGet() > 1) {
                            overlaps.incrementAndGet();
                        }
                        recurring.incrementAndGet();
                        sleep(20);
                        atATime.decrementAndGet();
                    })),
                    List.of(counted)));
        }
        replicas.forEach(Scheduler::start);
        for (int i = 0; i < INSTANCES; i++) {
            replicas.get(i % 3).schedule(counted.instance("job-" + i), Instant.now());
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while ((runs.size() < INSTANCES || recurring.get() < 10) && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        replicas.forEach(Scheduler::stop);
        assertThat(runs)
                .hasSize(INSTANCES)
                .allSatisfy((_, times) -> assertThat(times).hasValue(1));
        assertThat(recurring.get()).isGreaterThanOrEqualTo(10);
        assertThat(overlaps).hasValue(0);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void missing(String why) {
        if (Boolean.getBoolean("waybill.test.servers.required")) {
            fail(why);
        }
        abort(why);
    }
}
