package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;
import org.waybill.platform.PrivateFiles;

@Timeout(60)
class SharedServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LoopbackService embedded = new LoopbackService();
    private final List<AutoCloseable> open = new ArrayList<>();
    private WaybillHome home;

    @BeforeEach
    void nameHome(@TempDir Path directory) {
        home = new WaybillHome(directory.resolve("home of a user"));
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        assertThat(embedded.running).hasValue(0);
    }

    @Test
    void theFirstLeadsAndTellsItsAddressToItsOwnerOnly() throws Exception {
        SharedService first = service(PATIENCE);
        ServiceAddress address = first.address(null);

        assertThat(first.isLeader()).isTrue();
        assertThat(Leadership.published(home)).contains(address);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.serviceFile())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.root())))
                .isEqualTo("rwx------");
    }

    @Test
    void theSecondFindsTheFirst() throws Exception {
        ServiceAddress address = service(PATIENCE).address(null);
        SharedService second = service(PATIENCE);

        assertThat(second.address(null)).isEqualTo(address);
        assertThat(second.isLeader()).isFalse();
        assertThat(embedded.starts).hasValue(1);
    }

    @Test
    void whenTheLeaderEndsTheNextOneThatAsksTakesOver() throws Exception {
        SharedService first = service(PATIENCE);
        SharedService second = service(PATIENCE);
        ServiceAddress before = first.address(null);
        assertThat(second.address(null)).isEqualTo(before);
        first.close();

        ServiceAddress after = second.address(before);

        assertThat(second.isLeader()).isTrue();
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void aLeaderInAnotherProcessIsFoundAndWhenItIsKilledItsPlaceIsTaken() throws Exception {
        Process leader = LeaderProcess.start(home, Duration.ZERO);
        ServiceAddress before;
        SharedService ours = service(PATIENCE);
        try (BufferedReader lines = leader.inputReader()) {
            assertThat(lines.readLine()).endsWith(" true");
            before = ours.address(null);
            assertThat(before.pid()).isEqualTo(leader.pid());
        } finally {
            leader.destroyForcibly().waitFor();
        }

        ServiceAddress after = ours.address(before);

        assertThat(ours.isLeader()).isTrue();
        assertThat(after.pid()).isEqualTo(ProcessHandle.current().pid());
    }

    @Test
    void aSecondAttemptInTheLeadersProcessDoesNotLoseTheLock() throws Exception {
        service(PATIENCE).address(null);
        service(PATIENCE).address(null);

        Process other = LeaderProcess.start(home, Duration.ZERO);
        try (BufferedReader lines = other.inputReader()) {
            assertThat(lines.readLine()).endsWith(" false");
        } finally {
            other.getOutputStream().close();
            assertThat(other.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void howeverManyAskAtOnceThereIsNeverMoreThanOneService() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                all.add(threads.submit(() -> {
                    for (int turn = 0; turn < 5; turn++) {
                        try (SharedService one =
                                new SharedService(home, embedded, ServiceSettings.embedded(home.root()), PATIENCE)) {
                            one.address(null);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertThat(embedded.most).hasValue(1);
        assertThat(embedded.starts.get()).isPositive();
    }

    @Test
    void aServiceThatCannotStartLeavesTheLeadToOthers() throws Exception {
        SharedService broken = new SharedService(
                home,
                settings -> {
                    throw new ServiceException("UNAVAILABLE", "no space left on device");
                },
                ServiceSettings.embedded(home.root()),
                PATIENCE);
        open.add(broken);

        assertThatThrownBy(() -> broken.address(null))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("no space left");
        assertThat(service(PATIENCE).address(null)).isNotNull();
    }

    @Test
    void whoHasItsAnswerDoesNotWaitForAServiceThatIsStarting() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        SharedService slow = new SharedService(
                home,
                settings -> {
                    starting.countDown();
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return embedded.start(settings);
                },
                ServiceSettings.embedded(home.root()),
                PATIENCE);
        open.add(slow);
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                slow.address(null);
            } catch (InterruptedException | ServiceException e) {
                // it is not needed any more
            }
        });
        starting.await();

        long startNanos = System.nanoTime();
        slow.close();

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(2));
        goOn.countDown();
        asking.join();
        assertThat(embedded.running).hasValue(0);
        assertThat(service(PATIENCE).address(null)).isNotNull();
    }

    @Test
    void aLeaderThatDoesNotAnswerIsGivenUpAfterAWhile() throws Exception {
        ServiceAddress silent = service(PATIENCE).address(null);
        SharedService second = service(Duration.ofMillis(200));

        assertThat(second.address(silent)).isEqualTo(silent);
    }

    @Test
    void whoWaitsGivesEachLeaderThatStartsItsOwnTime() throws Exception {
        Duration most = Duration.ofSeconds(1);
        SharedService waiting = service(most.dividedBy(5));
        Leadership lead = lead();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ServiceAddress> found = threads.submit(() -> waiting.address(null));
            for (int i = 0; i < 4 && !found.isDone(); i++) {
                Thread.sleep(most.multipliedBy(6).dividedBy(10));
                lead.close(); // as when its command ends before its service has started
                if (Leadership.tryTake(home) instanceof Leadership.Taken(Leadership next)) {
                    lead = next;
                }
            }
            lead.close();

            assertThat(found.get()).isNotNull();
        }
    }

    @Test
    void aLeaderThatNeverStartsIsNamed() throws Exception {
        try (Leadership _ = lead()) {
            SharedService waiting = service(Duration.ofMillis(40));

            assertThatThrownBy(() -> waiting.address(null))
                    .isInstanceOf(ServiceException.class)
                    .hasMessageContaining(
                            "belongs to process " + ProcessHandle.current().pid() + ", ")
                    .hasMessageContaining("stop that process")
                    .message()
                    .hasLineCount(1);
        }
    }

    private Leadership lead() throws Exception {
        return ((Leadership.Taken) Leadership.tryTake(home)).lead();
    }

    @Test
    void aLeaderIsNotFoundAnyMoreWhenItBeginsToStop() throws Exception {
        AtomicBoolean found = new AtomicBoolean(true);
        SharedService ending = new SharedService(
                home,
                settings -> {
                    RunningService real = embedded.start(settings);
                    return new RunningService() {
                        @Override
                        public URI url() {
                            return real.url();
                        }

                        @Override
                        public String token() {
                            return real.token();
                        }

                        @Override
                        public void awaitStop() throws InterruptedException {
                            real.awaitStop();
                        }

                        @Override
                        public void close() {
                            found.set(Files.exists(home.serviceFile()));
                            real.close();
                        }
                    };
                },
                ServiceSettings.embedded(home.root()),
                PATIENCE);
        ending.address(null);

        ending.close();

        assertThat(found).isFalse();
    }

    @Test
    void whatADeadLeaderLeftIsNotBelieved() throws Exception {
        ServiceAddress stale =
                new ServiceAddress(URI.create("http://127.0.0.1:1"), "stolen", 1, WaybillHome.thisMachine());
        PrivateFiles.replace(home.serviceFile(), RecordProperties.write(stale));

        assertThat(service(PATIENCE).address(null)).isNotEqualTo(stale);
    }

    @Test
    void aHomeThatAnotherMachineUsesIsRefusedWithTheRemedy() throws Exception {
        SharedService first = service(PATIENCE);
        ServiceAddress ours = first.address(null);
        ServiceAddress theirs = new ServiceAddress(ours.url(), ours.token(), ours.pid(), "dtn7.example.org");
        PrivateFiles.replace(home.serviceFile(), RecordProperties.write(theirs));

        assertThatThrownBy(() -> service(PATIENCE).address(null))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("dtn7.example.org")
                .hasMessageContaining("WAYBILL_HOME");
    }

    private SharedService service(Duration patience) {
        SharedService service = new SharedService(home, embedded, ServiceSettings.embedded(home.root()), patience);
        open.add(service);
        return service;
    }
}
