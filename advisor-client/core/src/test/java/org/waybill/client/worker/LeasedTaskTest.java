package org.waybill.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.task.TaskStore;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.Umask;

/** What a worker does when its service or its disk fails it. */
@Timeout(60)
class LeasedTaskTest {
    @TempDir
    private Path directory;

    private final List<LeaseEnd> ends = new ArrayList<>();
    private final List<LeaseRequest> requests = new ArrayList<>();

    private Worker.Setting setting(Function<String, Object> answers, List<String> launcher) throws Exception {
        AdvisorService service = (AdvisorService) Proxy.newProxyInstance(
                AdvisorService.class.getClassLoader(), new Class<?>[] {AdvisorService.class}, (_, method, values) -> {
                    if (values[0] instanceof LeaseEnd end) {
                        ends.add(end);
                        return null;
                    } else if (values[0] instanceof LeaseRequest request) {
                        requests.add(request);
                    }
                    return answers.apply(method.getName());
                });
        WorkerPlaces places = WorkerPlaces.of(List.of(), new EndpointNames(Map.of(), SshConfig.NONE), List.of());
        return new Worker.Setting(
                service, "http://127.0.0.1", "w1", "1", 4, places, store(), launcher, Map.of("PATH", "/usr/bin:/bin"));
    }

    private TaskStore store() {
        return new TaskStore(directory.resolve("tasks"));
    }

    private static TaskLease lease(Instant startedAt) {
        return new TaskLease(
                7,
                "lease",
                TaskKind.COPY,
                List.of("sftp://127.0.0.1/a"),
                "sftp://127.0.0.1/b",
                List.of(),
                1,
                0,
                startedAt,
                startedAt,
                30,
                List.of("127.0.0.1"),
                null);
    }

    private static List<String> stubborn(Path pid) {
        return List.of("sh", "-c", "trap '' TERM; echo $$ > " + pid + "; exec sleep 120");
    }

    @Test
    void aCopyWhoseLeaseCannotBeWrittenIsStoppedBeforeThatIsReported() throws Exception {
        Path pid = directory.resolve("pid");
        List<Long> alive = new ArrayList<>();
        Worker.Setting setting = setting(
                _ -> {
                    try {
                        PrivateFiles.removeTree(directory.resolve("tasks"));
                        Files.writeString(directory.resolve("tasks"), "");
                        alive.add(Long.parseLong(Files.readString(pid).strip()));
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return LeaseOrder.CONTINUE;
                },
                stubborn(pid));
        Instant start = Instant.now();
        new LeasedTask(setting, lease(start), start).run();
        assertThat(alive).hasSize(1);
        assertThat(ProcessHandle.of(alive.getFirst())).isEmpty();
        assertThat(ends).singleElement().satisfies(end -> {
            assertThat(end.message()).contains("the worker cannot run it");
            assertThat(end.retrySeconds()).isEqualTo(60);
        });
        assertThat(Duration.between(start, Instant.now()))
                .as("less than a command has after an interruption")
                .isLessThan(Duration.ofSeconds(2 + 10));
    }

    @Test
    void aCopyHasTheUmaskOfTheWorkersUserAndTheHostsOfItsLease() throws Exception {
        Path said = directory.resolve("said");
        Worker.Setting setting = setting(
                _ -> LeaseOrder.CONTINUE,
                List.of("sh", "-c", "echo $WAYBILL_UMASK > " + said + "; cat $WAYBILL_TASK_HOSTS >> " + said));
        Instant now = Instant.now();
        new LeasedTask(setting, lease(now), now).run();
        assertThat(said).hasContent(Umask.octal() + "\n127.0.0.1");
    }

    @Test
    void whatTheWorkerCannotRunIsTriedForThreeDays() throws Exception {
        Worker.Setting setting = setting(_ -> LeaseOrder.CONTINUE, List.of("/no/such/program"));
        Instant now = Instant.now();
        new LeasedTask(setting, lease(now.minus(Duration.ofHours(71))), now).run();
        new LeasedTask(setting, lease(now.minus(Duration.ofHours(73))), now).run();
        assertThat(ends).extracting(LeaseEnd::retrySeconds).containsExactly(60L, null);
    }

    @Test
    void tasksThatAreTooLargeTogetherAreAskedForOneByOneAndOldOnesAreRemoved() throws Exception {
        Path old = Files.createDirectories(directory.resolve("tasks/task-1"));
        Path recent = Files.createDirectories(directory.resolve("tasks/task-2"));
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
        Files.setLastModifiedTime(recent, FileTime.from(Instant.now().minus(Duration.ofDays(29))));
        Worker.Setting setting = setting(
                _ -> {
                    throw new ServiceException(
                            requests.size() < 2 ? ServiceException.TOO_LARGE : ServiceException.FORBIDDEN, "no");
                },
                List.of("true"));
        assertThatThrownBy(() -> new Worker(setting, _ -> {}).run()).isInstanceOf(ServiceException.class);
        assertThat(requests).extracting(LeaseRequest::free).containsExactly(4, 1);
        assertThat(old).doesNotExist();
        assertThat(recent).exists();
    }
}
