package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** View models without any toolkit: one plain thread replaces the user interface's. */
public final class Models implements AutoCloseable {
    private final ExecutorService ui = Executors.newSingleThreadExecutor();
    private final Background background = new Background(ui);
    private final AtomicLong nanos = new AtomicLong();
    private final SampleAssistant assistant;
    private final ShellViewModel shell;

    public Models(Path directory) throws Exception {
        assistant = new SampleAssistant(directory);
        shell = on(() -> new ShellViewModel(
                assistant,
                background,
                SampleAssistant.CLOCK,
                ZoneOffset.UTC,
                nanos::get,
                Map.of("X509_USER_PROXY", directory.resolve("proxy").toString())));
    }

    public <T> T on(Callable<T> work) throws Exception {
        return ui.submit(work).get(30, TimeUnit.SECONDS);
    }

    public void run(Runnable work) throws Exception {
        ui.submit(work).get(30, TimeUnit.SECONDS);
    }

    public void await(String what, Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!on(condition)) {
            assertThat(System.nanoTime() - deadlineNs).as(what).isNegative();
            Thread.sleep(5);
        }
    }

    public SampleAssistant assistant() {
        return assistant;
    }

    public ShellViewModel shell() {
        return shell;
    }

    public WizardViewModel wizard() {
        return shell.wizard;
    }

    /** Lets time pass for the view models. */
    public void pass(double seconds) {
        nanos.addAndGet((long) (seconds * 1e9));
    }

    /** Goes as far as the ways. */
    public void advise() throws Exception {
        assistant.seePath();
        run(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.destination.text.set(SampleAssistant.DESTINATION);
            wizard().advise();
        });
        await(
                "the ways",
                () -> wizard().stage.get() == WizardStep.OPTIONS
                        && wizard().options.history.get() != null);
    }

    @Override
    public void close() throws Exception {
        background.close();
        ui.shutdownNow();
        assertThat(ui.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
}
