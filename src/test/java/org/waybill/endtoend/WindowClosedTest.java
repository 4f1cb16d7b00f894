package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.Platform;
import javafx.collections.ListChangeListener;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import javafx.util.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.Journal;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.task.Task;
import org.waybill.desktop.Background;
import org.waybill.desktop.CoreAdvisorFacade;
import org.waybill.desktop.Page;
import org.waybill.desktop.ShellView;
import org.waybill.desktop.ShellViewModel;
import org.waybill.desktop.Theme;
import org.waybill.desktop.WizardStep;
import org.waybill.desktop.WizardViewModel;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.ActivityViewModel;
import org.waybill.desktop.activity.TaskItem;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.SshServer;

/** A window on JavaFX's Headless platform, whose transfer an agent's process goes on with after it is closed. */
@Timeout(400)
class WindowClosedTest {
    /** At {@link #LIMIT}, 10 s. */
    private static final int BYTES = 32_000_000;
    /** Less than 4 MiB of a file are not resumed. */
    private static final double ENOUGH = 0.35;

    private static final String LIMIT = "24";
    /** At {@link #SLOW} nothing ends before this test does. */
    private static final long ENDLESS_BYTES = 1L << 30;

    private static final String SLOW = "8";
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(90);

    @TempDir
    private Path directory;

    private Commands commands;
    private Path source;
    private Path served;

    @BeforeAll
    static void startToolkit() throws Exception {
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        Platform.startup(() -> ready.complete(true));
        ready.get(60, TimeUnit.SECONDS);
        Platform.setImplicitExit(false);
    }

    @BeforeEach
    void write() throws Exception {
        commands = new Commands(directory);
        CommandJvm.launcher(directory.resolve("bin/waybill"));
        byte[] content = new byte[BYTES];
        new Random(19).nextBytes(content);
        source = Files.write(directory.resolve("measurements.nc"), content);
        served = Files.createDirectory(directory.resolve("served"));
    }

    @AfterEach
    void endAgent() throws Exception {
        System.clearProperty("waybill.launcher");
        Path published = commands.home().resolve("agent").resolve(WaybillHome.thisMachine());
        if (Files.exists(published)) {
            Properties address = new Properties();
            try (var in = Files.newInputStream(published)) {
                address.load(in);
            }
            Optional<ProcessHandle> agent = ProcessHandle.of(Long.parseLong(address.getProperty("pid")));
            List<ProcessHandle> tasks =
                    agent.stream().flatMap(ProcessHandle::descendants).toList();
            for (ProcessHandle task : tasks) { // what was cancelled may still write
                task.destroyForcibly();
                task.onExit().get(60, TimeUnit.SECONDS);
            }
            agent.ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void whatTheWindowCopiesGoesOnAsTasksEachOnce() throws Exception {
        try (SshServer ssh = SshServer.start(directory)) {
            String there = there(ssh);
            pauseRunAndClose(there + "paused.nc", there + "running.nc");

            assertThat(entries())
                    .extracting(JournalEntry::state)
                    .containsExactly(JournalEntry.State.BACKGROUND, JournalEntry.State.BACKGROUND);
            assertThat(commands.run("task", "list", "--json").json().get("tasks"))
                    .hasSize(2);
            Commands.Result waited = waited("running.nc");
            assertThat(waited.out()).contains("copy --transport sftp", "--rate 24000000");
            assertThat(served.resolve("running.nc")).satisfies(sameContentAs(source));
            assertThat(Files.readString(commands.home()
                            .resolve("tasks")
                            .resolve(id("running.nc"))
                            .resolve("events")))
                    .as("it resumes what the window has sent")
                    .containsPattern("\"resumedBytes\":[1-9]");
            assertThat(served.resolve("paused.nc")).doesNotExist();
            nextWindow(this::resume);
            assertThat(served.resolve("paused.nc")).satisfies(sameContentAs(source));
        }
    }

    @Test
    void alsoWhatWaitsBecomesATaskAndTheNextWindowPausesAndCancelsTasks() throws Exception {
        List<String> names = List.of("first.nc", "second.nc", "third.nc", "fourth.nc");
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.setLength(ENDLESS_BYTES);
        }
        try (SshServer ssh = SshServer.start(directory)) {
            String there = there(ssh);
            window((window, assistant) -> {
                for (String name : names) {
                    move(window.model(), there + name, SLOW);
                }
                assertThat(onFx(() -> window.model().wizard.moving().state().get()))
                        .isEqualTo(TransferViewModel.State.WAITING);
                goOnInBackground(window);
            });
            assertThat(entries())
                    .hasSize(names.size())
                    .allMatch(entry -> entry.state() == JournalEntry.State.BACKGROUND);
            nextWindow(WindowClosedTest::pauseAndCancel);
            assertThat(commands.run("task", "list", "--json").json().get("tasks"))
                    .hasSize(names.size())
                    .allMatch(one -> one.at("/task/state").asString().equals("CANCELLED"));
            for (String name : names) {
                assertThat(served.resolve(name)).doesNotExist();
            }
        }
    }

    /** A window, and what it shows. */
    private record Shown(ShellViewModel model, Stage stage) {}

    /** What is done in a window, whose facade is beside it. */
    private interface Steps {
        void in(Shown window, CoreAdvisorFacade assistant) throws Exception;
    }

    private void window(Steps steps) throws Exception {
        try (CoreAdvisorFacade assistant = CoreAdvisorFacade.of(environment());
                Background background = new Background(Platform::runLater)) {
            Shown window = onFx(() -> {
                Theme.LIGHT.apply();
                ShellViewModel model = new ShellViewModel(
                        assistant, background, InstantSource.system(), ZoneOffset.UTC, System::nanoTime, environment());
                Stage stage = new Stage();
                ShellView shell = new ShellView(model, ZoneOffset.UTC, url -> {}, (title, text) -> {}, Duration.ZERO);
                shell.guard(stage);
                stage.setScene(new Scene(shell, 1_180, 780));
                stage.show();
                return new Shown(model, stage);
            });
            assistant.prepare(); // as the application does
            steps.in(window, assistant);
            onFx(() -> {
                window.stage().hide();
                return true;
            });
        }
    }

    private void nextWindow(Steps steps) throws Exception {
        window((window, assistant) -> {
            onFx(() -> {
                window.model().page.set(Page.ACTIVITY);
                return true;
            });
            steps.in(window, assistant);
        });
    }

    private String there(SshServer ssh) throws Exception {
        Path keys = commands.userHome().resolve(".ssh");
        Files.copy(ssh.userKey(), keys.resolve("id_ed25519"));
        Files.copy(ssh.knownHosts(), keys.resolve("known_hosts"));
        return "sftp://" + ssh.user() + "@127.0.0.1:" + ssh.port() + served + "/";
    }

    private List<JournalEntry> entries() {
        return new Journal(new WaybillHome(commands.home()).activity()).entries();
    }

    private String id(String name) {
        return entries().stream()
                .filter(entry -> entry.destination().endsWith(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private Commands.Result waited(String name) throws Exception {
        Commands.Result waited = commands.run("task", "wait", id(name));
        assertThat(waited.code()).as(waited.out() + waited.err()).isZero();
        return waited;
    }

    private Map<String, String> environment() {
        return Map.of(
                "HOME",
                commands.userHome().toString(),
                "WAYBILL_HOME",
                commands.home().toString(),
                "X509_USER_PROXY",
                directory + "/none");
    }

    private void pauseRunAndClose(String paused, String running) throws Exception {
        window((window, assistant) -> {
            WizardViewModel wizard = window.model().wizard;
            move(window.model(), paused, LIMIT);
            onFx(() -> {
                wizard.mover().pause();
                return true;
            });
            move(window.model(), running, LIMIT);
            await(() -> onFx(() -> wizard.moving().fraction.get() > ENOUGH));
            goOnInBackground(window);
        });
    }

    private static void goOnInBackground(Shown window) throws Exception {
        Stage stage = window.stage();
        onFx(() -> {
            stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
        await(() -> onFx(
                () -> button(stage, "close-background").equals(stage.getScene().getFocusOwner())));
        press(window, "close-background");
        await(() -> onFx(() -> !stage.isShowing()));
    }

    private void move(ShellViewModel model, String destination, String limit) throws Exception {
        onFx(() -> {
            model.wizard.endpoints.source.text.set(source.toString());
            model.wizard.endpoints.destination.text.set(destination);
            model.wizard.advise();
            return true;
        });
        await(() -> onFx(() -> model.wizard.stage.get() == WizardStep.OPTIONS));
        onFx(() -> {
            model.wizard.options.chosen.set(model.wizard.options.options.stream()
                    .filter(one -> one.movable() && one.transport().equals("sftp"))
                    .findFirst()
                    .orElseThrow());
            model.wizard.move();
            model.wizard.moving().limit.set(limit);
            assertThat(model.wizard.mover().applyLimit()).isTrue();
            return true;
        });
    }

    private static Button button(Stage stage, String id) {
        return (Button) Objects.requireNonNull(stage.getScene().lookup("#" + id), id);
    }

    /** Presses a button as soon as it is there. */
    private static void press(Shown window, String id) throws Exception {
        await(() -> onFx(() -> window.stage().getScene().lookup("#" + id) != null));
        onFx(() -> {
            button(window.stage(), id).fire();
            return true;
        });
    }

    private void resume(Shown window, CoreAdvisorFacade assistant) throws Exception {
        press(window, "task-resume");
        waited("paused.nc");
        await(() -> copies(assistant) >= 2);
        assertThat(copies(assistant)).isEqualTo(2);
        ActivityViewModel activity = window.model().activity;
        await(() -> onFx(() -> activity.tasks.isEmpty()));
        AtomicInteger shown = new AtomicInteger();
        onFx(() -> {
            activity.shown().addListener((ListChangeListener<ActivityItem>) change -> shown.incrementAndGet());
            activity.load();
            return true;
        });
        await(() -> shown.get() >= 2); // with what the history has, too
        assertAll(activity, 2, JournalEntry.State.DONE);
    }

    private static void pauseAndCancel(Shown window, CoreAdvisorFacade assistant) throws Exception {
        ActivityViewModel activity = window.model().activity;
        await(() -> onFx(() -> states(activity).equals(Collections.nCopies(4, Task.State.RUNNING))));
        String paused = onFx(() -> activity.tasks.getFirst().task().id());
        press(window, "task-pause"); // of the first row
        await(() -> onFx(() -> window.stage().getScene().lookup("#task-resume") != null));
        assertThat(onFx(() -> paused(activity))).containsExactly(paused);
        for (int left = 3; left >= 0; left--) {
            int rest = left;
            press(window, "task-cancel");
            await(() -> onFx(() -> activity.tasks.size() == rest));
            assertThat(onFx(() -> paused(activity))).isEmpty();
        }
        await(() -> onFx(() -> activity.shown().size() == 4));
        assertAll(activity, 4, JournalEntry.State.STOPPED);
    }

    private static List<Task.State> states(ActivityViewModel activity) {
        return activity.tasks.stream().map(item -> item.task().state()).toList();
    }

    private static List<String> paused(ActivityViewModel activity) {
        return activity.tasks.stream()
                .map(TaskItem::task)
                .filter(task -> task.state() == Task.State.PAUSED)
                .map(Task::id)
                .toList();
    }

    private static void assertAll(ActivityViewModel activity, int count, JournalEntry.State state) throws Exception {
        assertThat(onFx(() -> List.copyOf(activity.shown()))).hasSize(count).allMatch(item -> item.state() == state);
    }

    private static long copies(CoreAdvisorFacade assistant) {
        return assistant.history("", "", 10).transfers().stream()
                .filter(past -> past.status().equals("OK"))
                .count();
    }

    private static <T> T onFx(Callable<T> work) throws Exception {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Platform.runLater(() -> {
            try {
                outcome.complete(work.call());
            } catch (Exception | AssertionError e) {
                outcome.completeExceptionally(e);
            }
        });
        return outcome.get(60, TimeUnit.SECONDS);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!condition.call()) {
            assertThat(System.nanoTime() - deadlineNs).isNegative();
            Thread.sleep(20);
        }
    }
}
