package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;

/** Whom a service waits for, and whom it does not. */
@Timeout(60)
class ServiceHostTest {
    private final LoopbackService embedded = new LoopbackService();
    private final BlockingQueue<String> waiting = new LinkedBlockingQueue<>();
    private WaybillHome home;

    @BeforeEach
    void nameHome(@TempDir Path directory) {
        home = new WaybillHome(directory.resolve("home"));
    }

    private ServiceHost start(EmbeddedService service) throws InterruptedException {
        return ServiceHost.start(home, service, ServiceSettings.embedded(home.root()), waiting::add);
    }

    private Leadership lead() throws Exception {
        return ((Leadership.Taken) Leadership.tryTake(home)).lead();
    }

    @Test
    void aSecondServiceOfAHomeReportsTheFirstAndExits() throws Exception {
        try (ServiceHost first = start(embedded)) {
            assertThatThrownBy(() -> start(embedded))
                    .isInstanceOfSatisfying(
                            ServiceException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ServiceException.UNAVAILABLE))
                    .hasMessage("the service of " + home.root() + " is running already, in process "
                            + ProcessHandle.current().pid() + " at "
                            + first.address().url()
                            + ": stop it first, or use another WAYBILL_HOME");
        }
        assertThat(waiting).isEmpty();
        start(embedded).close();
    }

    @Test
    void aCommandThatRunsTheServiceIsWaitedFor() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ServiceHost> starting;
            try (Leadership _ = lead()) {
                starting = threads.submit(() -> start(embedded));
                assertThat(waiting.poll(30, TimeUnit.SECONDS))
                        .isEqualTo("process " + ProcessHandle.current().pid());
                assertThat(embedded.starts).hasValue(0);
            }
            starting.get(30, TimeUnit.SECONDS).close();
        }
        assertThat(waiting).isEmpty();
    }

    @Test
    void whoCannotPublishItsServiceGivesTheLeadUpAlsoIfTheServiceDoesNotStop() throws Exception {
        Path inTheWay = home.serviceFile().resolve("directory");
        EmbeddedService stuck = settings -> {
            assertThat(inTheWay.toFile().mkdirs()).isTrue();
            RunningService started = embedded.start(settings);
            return (RunningService) Proxy.newProxyInstance(
                    RunningService.class.getClassLoader(),
                    new Class<?>[] {RunningService.class},
                    (proxy, method, arguments) -> {
                        Object answer = method.invoke(started, arguments);
                        if (method.getName().equals("close")) {
                            throw new IllegalStateException("it does not stop");
                        }
                        return answer;
                    });
        };
        assertThatThrownBy(() -> start(stuck)).hasMessage("it does not stop");
        assertThatThrownBy(() -> start(embedded)).hasMessageContaining("cannot use " + home.root());
        Files.delete(inTheWay);
        Files.delete(home.serviceFile());
        start(embedded).close();
        assertThat(waiting).isEmpty();
    }

    @Test
    void settingsThatCannotBeAreReportedWithoutWaiting() throws Exception {
        EmbeddedService strict = new EmbeddedService() {
            @Override
            public void check(ServiceSettings settings) {
                throw new ServiceException(ServiceException.BAD_REQUEST, "no key store");
            }

            @Override
            public RunningService start(ServiceSettings settings) {
                return embedded.start(settings);
            }
        };
        try (Leadership _ = lead()) {
            assertThatThrownBy(() -> start(strict)).hasMessage("no key store");
        }
        assertThat(List.copyOf(waiting)).isEmpty();
    }
}
