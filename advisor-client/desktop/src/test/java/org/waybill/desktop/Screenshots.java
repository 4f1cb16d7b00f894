package org.waybill.desktop;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javafx.scene.control.TitledPane;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.credentials.Account;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.ServerIdentity;
import org.waybill.engine.mover.trust.UnknownServerException;
import org.waybill.protocol.Protocol;

/**
 * Pictures of every screen in light and dark, for the documentation: {@code build-tools/desktop-screenshots}. No test
 * of the default build: its name does not end in Test.
 */
@Timeout(240)
class Screenshots {
    private static final Path DIRECTORY = Path.of(System.getProperty("waybill.root", "../.."), "docs/screenshots");

    private static final String PICTURES = System.getProperty("waybill.test.pictures");

    /** Several frames, so that what was changed is laid out and drawn. */
    private static final long SETTLED_MILLIS = 700;

    @TempDir
    Path temp;

    private SampleAssistant assistant;
    private Window window;
    private String theme = "";

    @ParameterizedTest
    @EnumSource(Theme.class)
    void ofEveryScreen(Theme shown) throws Exception {
        theme = shown.name().toLowerCase(Locale.ROOT);
        prepare();
        assistant = new SampleAssistant(temp);
        try (Window opened = Window.open(assistant, SampleAssistant.CLOCK, assistant::nanoTime, shown)) {
            window = opened;
            window.resize(1_280, 800);
            where();
            looking();
            options();
            moving();
            pages();
        }
    }

    /** The states that the documentation does not show, to be looked at: in {@code -Dwaybill.test.pictures}. */
    @ParameterizedTest
    @CsvSource({"LIGHT,1280,800", "DARK,1280,800", "LIGHT,800,600"})
    void ofEveryState(Theme shown, int width, int height) throws Exception {
        Assumptions.assumeTrue(PICTURES != null, "-Dwaybill.test.pictures names a directory");
        theme = shown.name().toLowerCase(Locale.ROOT) + "-" + width;
        assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window opened = Window.open(assistant, SampleAssistant.CLOCK, assistant::nanoTime, shown)) {
            window = opened;
            window.resize(width, height);
            state("empty");
            set(() -> window.model().page.set(Page.ACTIVITY));
            state("activity-empty");
            set(() -> window.model().page.set(Page.MOVE));
            questions();
            filters();
            transfers();
            closing();
        }
        failing(shown, width, height);
    }

    private void questions() throws Exception {
        Questions questions = assistant.questions();
        ServerIdentity unknown = new ServerIdentity(
                "host key",
                SampleAssistant.ARCHIVE,
                "SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8",
                "/home/user/.ssh/known_hosts",
                SampleAssistant.ARCHIVE + " ssh-ed25519 AAAA");
        Thread.startVirtualThread(() -> {
            try {
                questions.settling(() -> {
                    throw new TransferException(
                            Reason.HOST_KEY, "unknown", new UnknownServerException(unknown, new Exception()));
                });
            } catch (TransferException | InterruptedException e) {
                // declined
            }
        });
        window.awaitEnabled("question-cancel");
        state("trust");
        window.press(javafx.scene.input.KeyCode.ESCAPE);
        window.await("the end of the question", () -> window.scene().lookup("#question") == null);
        Thread.startVirtualThread(() -> questions.ask("Password of user@" + SampleAssistant.ARCHIVE, true, true));
        window.awaitEnabled("question-field");
        state("password");
        window.press(javafx.scene.input.KeyCode.ESCAPE);
        window.await("the end of the question", () -> window.scene().lookup("#question") == null);
    }

    private void ways(String destination) throws Exception {
        set(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.destination.text.set(destination);
            wizard().advise();
        });
        window.await("ways", () -> wizard().stage.get() == WizardStep.OPTIONS);
    }

    private void filters() throws Exception {
        set(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.filters.include.set("*.h5");
            wizard().endpoints.filters.exclude.set("/scratch/\n*.tmp");
            wizard().endpoints.filters.maxAge.set("2 days");
        });
        window.await("the error", () -> window.find("filters", TitledPane.class).isExpanded());
        state("filters");
        set(() -> wizard().endpoints.filters.maxAge.set(""));
    }

    private void transfers() throws Exception {
        ways(SampleAssistant.DESTINATION);
        state("options");
        set(() -> wizard().move());
        window.await("the middle", () -> wizard().moving().fraction.get() >= 0.62);
        state("copying");
        set(() -> wizard().mover().pause());
        state("paused");
        set(() -> wizard().mover().resume());
        for (int i = 2; i < 5; i++) {
            ways(SampleAssistant.DESTINATION.replace("2417", "241" + i));
            set(() -> wizard().move());
        }
        state("waiting");
        set(() -> window.model().page.set(Page.ACTIVITY));
        window.await("the list", () -> !window.model().activity.shown().isEmpty());
        state("activity-several");
    }

    private void closing() throws Exception {
        window.requestClose();
        window.awaitEnabled("close-stay");
        state("closing");
        window.click("close-stay");
        set(() -> wizard().transfers.underWay.getLast().runner().stop());
        set(() -> window.model().page.set(Page.MOVE));
        state("stopped");
        set(() -> window.model().page.set(Page.MAP));
        assistant.finish();
        window.await("a notification", () -> window.scene().lookup("#toast") != null);
        state("toast");
        set(() -> {
            wizard().startAgain();
            window.model().page.set(Page.MOVE);
        });
        window.click("source-browse");
        state("browse");
        window.click("browser-new");
        state("browse-new");
    }

    private void failing(Theme shown, int width, int height) throws Exception {
        assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window opened = Window.open(assistant, SampleAssistant.CLOCK, assistant::nanoTime, shown)) {
            window = opened;
            window.resize(width, height);
            ways(SampleAssistant.DESTINATION);
            set(() -> wizard().move());
            window.await("the middle", () -> wizard().moving().fraction.get() >= 0.62);
            set(() -> wizard().mover().stop());
            set(() -> wizard().startAgain());
            state("resume-offer");
            set(() -> wizard().endpoints.source.text.set("gopher://x/y"));
            state("error");
            ways(SampleAssistant.DESTINATION);
            set(() -> wizard().move());
            assistant.fail();
            window.await("the failure", () -> wizard().moving().state().get() == TransferViewModel.State.FAILED);
            state("failed");
        }
    }

    private void state(String name) throws Exception {
        Thread.sleep(SETTLED_MILLIS);
        window.picture(Path.of(String.valueOf(PICTURES), name + "-" + theme + ".png"));
    }

    private void prepare() throws Exception {
        SampleAssistant world = new SampleAssistant(temp);
        world.bookmarks().add(org.waybill.client.endpoint.EndpointParser.parse(SampleAssistant.DESTINATION));
        for (int i = 0; i < 4; i++) {
            JournalEntry begun = JournalEntry.started(
                            new UUID(7, i).toString(),
                            "/data/run-" + (2416 - i) + "/",
                            "user@" + SampleAssistant.ARCHIVE + ":/incoming/run-" + (2416 - i) + "/",
                            "Waybill's engine over TCP",
                            "tcp",
                            SampleAssistant.NOW.minusSeconds(7_200L * (i + 1)),
                            610.0,
                            740.0)
                    .at(JournalEntry.State.RUNNING, 400_000_000_000L, 400_000_000_000L);
            JournalEntry failed = begun.ended(
                    JournalEntry.State.FAILED,
                    SampleAssistant.NOW,
                    null,
                    null,
                    "DISK_FULL",
                    "the destination's disk is full: /incoming has 2.1 GB free, 400 GB are needed");
            JournalEntry done = begun.ended(
                    JournalEntry.State.DONE,
                    SampleAssistant.NOW.minusSeconds(7_200L * i),
                    655.0,
                    "ab12",
                    "WINDOW",
                    "the receiver's window held the sender back 61 % of the time");
            world.journal()
                    .put(
                            i == 0
                                    ? begun.at(JournalEntry.State.RUNNING, 212_000_000_000L, 400_000_000_000L)
                                    : i == 2 ? failed : done);
        }
        profile(world);
    }

    private void profile(SampleAssistant world) throws Exception {
        Path ssh = Files.createDirectories(temp.resolve("user/.ssh"));
        Files.writeString(ssh.resolve("id_ed25519"), "not a key", StandardCharsets.UTF_8);
        Files.setPosixFilePermissions(ssh.resolve("id_ed25519"), PosixFilePermissions.fromString("rw-------"));
        Files.writeString(
                ssh.resolve("id_ed25519.pub"),
                "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGmmdD3VbXEPoSm0xN0oQ0tRJ5N5ZlK0eXv0vJm0Zb1P"
                        + " user@lab.example.edu\n");
        Files.writeString(
                ssh.resolve("known_hosts"),
                SampleAssistant.ARCHIVE + " ssh-ed25519 "
                        + "AAAAC3NzaC1lZDI1NTE5AAAAILq2kFvUe3cQmqk1B4yWc0r3m6G3VvB3p8Jt0d2Zf4nQ\n"
                        + "dtn2.west.example.org ssh-ed25519 "
                        + "AAAAC3NzaC1lZDI1NTE5AAAAIOx0n7U4y3z3dZxJ1wKX4ZBq1l0e9o2p5C8kB7rT6uWd\n");
        world.keychain().unlock("correct horse".toCharArray());
        world.keychain()
                .put(
                        new Account("sftp", SampleAssistant.ARCHIVE, 22, "user", SampleAssistant.NOW),
                        "secret".toCharArray());
        world.keychain()
                .put(
                        new Account("ftps", "mirror.example.net", 990, "reader", SampleAssistant.NOW),
                        "secret".toCharArray());
    }

    private WizardViewModel wizard() {
        return window.model().wizard;
    }

    private void set(Runnable change) throws Exception {
        Window.onFx(() -> {
            change.run();
            return true;
        });
    }

    private void where() throws Exception {
        set(() -> {
            wizard().endpoints.source.text.set(SampleAssistant.SOURCE);
            wizard().endpoints.destination.text.set(SampleAssistant.DESTINATION);
            wizard().endpoints.prefer.add(Protocol.WAYBILL);
            wizard().search.query.set("cmip6 tas daily");
            wizard().search.search();
        });
        window.await(
                "size, replicas, history",
                () -> !wizard().endpoints.source.size().get().isEmpty()
                        && !wizard().search.replicas.isEmpty()
                        && !wizard().endpoints.recent.isEmpty());
        shoot("1-where");
        window.click("source-browse");
        window.await("entries", () -> !wizard().browser.entries().isEmpty());
        shoot("1-where-browse");
        window.press(javafx.scene.input.KeyCode.ESCAPE);
        window.await("the dialog's end", () -> window.scene().lookup("#browser") == null);
    }

    private void looking() throws Exception {
        set(() -> wizard().advise());
        window.await(
                "all but the path",
                () -> wizard().looking.rows.stream()
                                        .filter(row -> row.state().get()
                                                == org.waybill.client.livediscovery.ProbeTaskUpdate.State.RUNNING)
                                        .count()
                                == 1
                        && wizard().looking.rows.size() >= 8);
        shoot("2-looking");
        assistant.seePath();
        window.await("ways", () -> wizard().stage.get() == WizardStep.OPTIONS);
    }

    private void options() throws Exception {
        window.await(
                "history and circuits",
                () -> wizard().options.history.get() != null
                        && wizard().options.circuits.size() == 2);
        shoot("3-options");
        window.resize(1_024, 700);
        shoot("3-options-small");
        window.resize(1_280, 800);
        List<Workflow> all = List.copyOf(wizard().options.options);
        set(() -> {
            wizard().options.toggleCompared(all.get(0));
            wizard().options.toggleCompared(all.get(2));
        });
        shoot("3-options-compare");
        tab(3);
        set(() -> {
            wizard().options.whatIf.streams.set(8);
            wizard().options.whatIf.start.set("22:00");
            wizard().options.whatIf.circuit.set(true);
            wizard().options.whatIf.predict();
        });
        window.await("the prediction", () -> !wizard().options.whatIf.changes.isEmpty());
        shoot("3-options-what-if");
        tab(1);
        shoot("3-options-steps");
        tab(4);
        shoot("3-options-nearby");
        tab(5);
        shoot("3-options-circuits");
    }

    private void tab(int index) throws Exception {
        set(() -> window.find("details-tabs", javafx.scene.control.TabPane.class)
                .getSelectionModel()
                .select(index));
    }

    private void moving() throws Exception {
        set(() -> {
            wizard().options
                    .chosen
                    .set(wizard().options.options.stream()
                            .filter(option -> option.transport().equals("tcp"))
                            .findFirst()
                            .orElseThrow());
            wizard().move();
        });
        TransferViewModel moving = wizard().moving();
        window.await("the middle", () -> moving.fraction.get() >= 0.62);
        shoot("4-copying");
        assistant.finish();
        window.await("the end", () -> moving.state().get() == TransferViewModel.State.DONE);
        shoot("4-copied");
    }

    private void pages() throws Exception {
        set(() -> window.model().page.set(Page.MAP));
        Thread.sleep(300);
        set(() -> wizard().map.fit());
        shoot("5-map");
        set(() -> window.model().page.set(Page.PROFILE));
        window.await("the profile", () -> window.model().profile.knownHosts.size() == 2);
        char[] passphrase = "correct horse".toCharArray();
        window.await("the vault", () -> !window.model().profile.vault.busy().get());
        set(() -> window.model().profile.unlock(passphrase));
        window.await("accounts", () -> window.model().profile.accounts.size() == 2);
        shoot("6-profile");
        set(() -> window.model().page.set(Page.ACTIVITY));
        window.await("the list", () -> window.model().activity.shown().size() > 8);
        set(() -> window.find("activity", javafx.scene.control.TableView.class)
                .getSelectionModel()
                .select(3));
        shoot("7-activity");
    }

    private void shoot(String name) throws Exception {
        Thread.sleep(SETTLED_MILLIS);
        Path file = DIRECTORY.resolve("desktop-" + name + "-" + theme + ".png");
        window.picture(file);
    }
}
