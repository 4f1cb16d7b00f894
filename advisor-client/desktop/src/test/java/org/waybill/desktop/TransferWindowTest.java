package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.Journal;
import org.waybill.client.activity.JournalEntry;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.engine.testserver.SshServer;
import org.waybill.platform.PrivateFiles;

/** Transfers that are closed, killed, resumed and clicked at twice, in the window. */
@Timeout(150)
class TransferWindowTest {
    @TempDir
    Path temp;

    private static Window sample(SampleAssistant assistant) throws Exception {
        return Window.open(assistant, SampleAssistant.CLOCK, assistant::nanoTime, Theme.LIGHT);
    }

    private static void ends(Window window) throws Exception {
        window.paste("source", SampleAssistant.SOURCE);
        window.paste("destination", SampleAssistant.DESTINATION);
    }

    private static void moveByTcp(Window window) throws Exception {
        ends(window);
        window.click("advise");
        window.await("the options", () -> window.model().wizard.stage.get() == WizardStep.OPTIONS);
        Window.onFx(() -> {
            window.model()
                    .wizard
                    .options
                    .chosen
                    .set(window.model().wizard.options.options.stream()
                            .filter(one -> one.transport().equals("tcp"))
                            .findFirst()
                            .orElseThrow());
            return true;
        });
        window.click("move");
        window.await("the middle", () -> window.model().wizard.moving().fraction.get() >= 0.62);
    }

    @Test
    void closingAsksAndTheNextStartOffersToResume() throws Exception {
        SampleAssistant assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window window = sample(assistant)) {
            moveByTcp(window);
            assertThat(Window.onFx(() -> window.stage().getTitle())).matches("6\\d % - Waybill");
            window.requestClose();
            window.click("close-stay");
            assertThat(Window.onFx(() -> window.stage().isShowing())).isTrue();
            assertThat(Window.onFx(() -> window.model().wizard.moving().state().get()))
                    .isEqualTo(TransferViewModel.State.RUNNING);
            window.requestClose();
            window.awaitEnabled("close-stop");
            assertThat(window.focused()).isEqualTo("close-stay");
            assertThat(Window.onFx(
                            () -> window.find("close-background", Button.class).isVisible()))
                    .as("no script started this window, so that nothing can start an agent")
                    .isFalse();
            window.click("close-stop");
            window.await("the window's end", () -> !window.stage().isShowing());
            assertThat(assistant.journal().entries().getFirst().state()).isEqualTo(JournalEntry.State.STOPPED);
        }
        SampleAssistant next = new SampleAssistant(temp);
        next.seePath();
        next.finish();
        try (Window window = sample(next)) {
            window.awaitEnabled("unfinished-resume");
            assertThat(Window.onFx(() -> window.find("unfinished", Label.class).getText()))
                    .contains("Stopped", "412 GB", "/data/run-2417/");
            window.click("unfinished-resume");
            window.await("the end", () -> window.model().wizard.moving().state().get() == TransferViewModel.State.DONE);
            window.requestClose();
            window.await("the window's end, unasked", () -> !window.stage().isShowing());
        }
        assertThat(next.journal().entries()).singleElement().satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(JournalEntry.State.DONE);
            assertThat(entry.transport()).isEqualTo("tcp");
        });
    }

    /** Its agent never answers. */
    @Test
    void theWindowCanBeClosedWhileItWaitsForTheBackground() throws Exception {
        Path launcher = Files.writeString(temp.resolve("waybill-script"), "#!/bin/sh\nexec sleep 30\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        System.setProperty("waybill.launcher", launcher.toString());
        SampleAssistant assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window window = sample(assistant)) {
            moveByTcp(window);
            window.requestClose();
            window.await(
                    "the offer",
                    () -> window.scene().getFocusOwner() instanceof Button offered
                            && offered.getId().equals("close-background"));
            window.click("close-background");
            window.await(
                    "the other way out",
                    () -> window.find("close-stop", Button.class).getText().equals("Close now"));
            window.click("close-stop");
            window.await("the window's end", () -> !window.stage().isShowing());
        } finally {
            System.clearProperty("waybill.launcher");
        }
        assertThat(assistant.journal().entries().getFirst().state()).isEqualTo(JournalEntry.State.PAUSED);
    }

    @Test
    void aSecondClickDoesNotPressTheNextScreensButton() throws Exception {
        SampleAssistant assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window window = Window.settling(assistant)) {
            ends(window);
            window.awaitEnabled("advise");
            WizardViewModel wizard = window.model().wizard;
            Window.onFx(() -> {
                // as soon as the next screen is there, quicker than any hand
                wizard.stage.addListener((property, before, now) -> Platform.runLater(() -> {
                    if (now == WizardStep.OPTIONS) {
                        window.find("move", Button.class).fire();
                        window.scene()
                                .lookup("#ways")
                                .fireEvent(new KeyEvent(
                                        KeyEvent.KEY_PRESSED, "", "", KeyCode.ENTER, false, false, false, false));
                    }
                }));
                return true;
            });
            window.doubleClick("advise");
            window.await("the options", () -> wizard.stage.get().compareTo(WizardStep.OPTIONS) >= 0);
            Thread.sleep(200);
            assertThat(Window.onFx(() -> wizard.stage.get())).isEqualTo(WizardStep.OPTIONS);
            assertThat(Window.onFx(() -> wizard.moving().state().get())).isEqualTo(TransferViewModel.State.IDLE);
            window.awaitEnabled("move");
            window.doubleClick("move");
            Thread.sleep(300);
            assertThat(Window.onFx(() -> wizard.moving().state().get())).isEqualTo(TransferViewModel.State.RUNNING);
            window.awaitEnabled("pause");
            assertThat(window.focused()).isEqualTo("pause");
            window.doubleClick("pause");
            assertThat(Window.onFx(() -> wizard.moving().state().get()))
                    .as("Resume stands where Pause was")
                    .isEqualTo(TransferViewModel.State.PAUSED);
            window.click("resume");
            assertThat(Window.onFx(() -> wizard.moving().state().get())).isEqualTo(TransferViewModel.State.RUNNING);
        }
    }

    @Test
    void whatACrashInterruptedIsCalledSoAndResumesOverSsh() throws Exception {
        Path home = Files.createDirectory(
                temp.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "WAYBILL_HOME", home + "/waybill", "X509_USER_PROXY", home + "/none");
        byte[] content = new byte[6_000_000];
        new Random(5).nextBytes(content);
        Path source = Files.write(temp.resolve("measurements.nc"), content);
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.start(temp)) {
            Path ssh = Files.createDirectory(home.resolve(".ssh"));
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            PrivateFiles.createDirectory(home.resolve("waybill"));
            Files.writeString(
                    home.resolve("waybill/config"),
                    "[remotes]\nstore = sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "\n",
                    StandardCharsets.UTF_8);
            Journal journal = new Journal(new WaybillHome(home.resolve("waybill")).activity());
            try (Window window = Window.open(SharedAdvisor.of(environment), environment)) {
                window.paste("source", source.toString());
                window.paste("destination", "store:incoming.nc");
                window.click("advise");
                window.await("the options", () -> window.model().wizard.stage.get() == WizardStep.OPTIONS);
                Window.onFx(() -> {
                    window.model().wizard.moving().limit.set("8");
                    return true;
                });
                window.click("move");
                window.await(
                        "some progress",
                        () -> window.model().wizard.moving().fraction.get() > 0.2);
                window.requestClose();
                window.click("close-stop");
                window.await("the window's end", () -> !window.stage().isShowing());
            }
            assertThat(served.resolve("incoming.nc")).doesNotExist();
            crash(journal);
            try (Window window = Window.open(SharedAdvisor.of(environment), environment)) {
                window.awaitEnabled("unfinished-resume");
                assertThat(Window.onFx(
                                () -> window.find("unfinished", Label.class).getText()))
                        .startsWith("Interrupted");
                window.click("page-activity");
                window.await(
                        "the transfer",
                        () -> window.scene().lookup("#activity") instanceof TableView<?> table
                                && !table.getItems().isEmpty());
                Window.onFx(() -> {
                    window.find("activity", TableView.class).getSelectionModel().select(0);
                    return true;
                });
                assertThat(Window.onFx(
                                () -> window.find("explanation", Label.class).getText()))
                        .contains("stopped before the transfer finished")
                        .doesNotContain("You stopped", "INTERRUPTED");
                assertThat(Window.onFx(() -> window.find("repeat", Button.class).getText()))
                        .isEqualTo("Resume");
                window.click("repeat");
                TransferViewModel moving = window.model().wizard.moving();
                window.await(
                        "the end",
                        () -> moving.state().get() == TransferViewModel.State.DONE
                                || moving.state().get() == TransferViewModel.State.FAILED);
                assertThat(Window.onFx(() -> moving.headline.get()))
                        .as(moving.details.get())
                        .isEqualTo("Copied and verified");
            }
            assertThat(served.resolve("incoming.nc")).satisfies(sameContentAs(source));
            assertThat(journal.entries())
                    .singleElement()
                    .extracting(JournalEntry::state)
                    .isEqualTo(JournalEntry.State.DONE);
        }
    }

    /** What a killed window leaves: an entry of a transfer that runs, by a process that no longer exists. */
    private static void crash(Journal journal) throws Exception {
        JournalEntry now = journal.entries().getFirst();
        journal.put(new JournalEntry(
                now.id(),
                now.source(),
                now.destination(),
                now.way(),
                now.transport(),
                now.startedAt(),
                null,
                JournalEntry.State.RUNNING,
                now.bytesDone(),
                now.totalBytes(),
                ProcessHandle.current().pid(),
                ProcessHandle.current().info().startInstant().orElseThrow().minus(Duration.ofDays(1)),
                null,
                null,
                null,
                null,
                "",
                ""));
    }

    @Test
    void theEndIsNotifiedOnAnotherPageAndAnotherTransferCanStartMeanwhile() throws Exception {
        SampleAssistant assistant = new SampleAssistant(temp);
        assistant.seePath();
        try (Window window = sample(assistant)) {
            moveByTcp(window);
            window.click("again");
            window.paste("destination", SampleAssistant.DESTINATION + "more/");
            window.click("advise");
            window.awaitEnabled("move");
            window.click("move");
            window.await("two transfers", () -> window.stage().getTitle().equals("2 transfers - Waybill"));
            window.click("page-activity");
            window.requestClose();
            window.awaitEnabled("close-stay");
            assertThat(Window.onFx(() -> window.scene()
                            .lookup("#close-stay")
                            .getParent()
                            .getParent()
                            .lookup(".page-title")))
                    .isInstanceOfSatisfying(
                            Label.class, title -> assertThat(title.getText()).startsWith("2 transfers"));
            window.click("close-stay");
            Window.onFx(() -> {
                window.stage().setIconified(true);
                return true;
            });
            assistant.finish();
            window.await("the system's messages", () -> window.messages().size() == 2);
            assertThat(window.messages()).allMatch(text -> text.startsWith("Copied and verified: /data/run-2417"));
            Window.onFx(() -> {
                window.stage().setIconified(false);
                window.stage().requestFocus();
                return true;
            });
            window.click("toast-open");
            window.await("the transfer", () -> window.model().page.get() == Page.MOVE);
            assertThat(Window.onFx(() -> window.find("headline", Label.class).getText()))
                    .isEqualTo("Copied and verified");
            // of another host: a browser instead of the system's file manager
            window.click("show");
            window.await(
                    "the destination",
                    () -> window.scene().lookup("#browser") instanceof TableView<?> table
                            && !table.getItems().isEmpty());
            assertThat(window.opened()).isEmpty();
            assertThat(Window.onFx(
                            () -> window.find("browser-here", Button.class).isVisible()))
                    .isFalse();
        }
    }

    @Test
    void aFilteredDirectoryIsCopiedAndItsLocalDestinationIsShown() throws Exception {
        Map<String, String> environment =
                Map.of("HOME", temp.toString(), "WAYBILL_HOME", temp + "/waybill", "X509_USER_PROXY", temp + "/none");
        Path source = Files.createDirectory(temp.resolve("run"));
        Files.write(source.resolve("data.bin"), new byte[1_000]);
        Files.write(source.resolve("junk.tmp"), new byte[500]);
        Path target = Files.createDirectory(temp.resolve("out"));
        try (Window window = Window.open(SharedAdvisor.of(environment), environment)) {
            window.paste("source", source + "/");
            window.paste("destination", target + "/");
            Window.onFx(() -> {
                window.find("filters", TitledPane.class).setExpanded(true);
                window.find("exclude", TextArea.class).setText("*.tmp");
                return true;
            });
            window.await(
                    "the size of what is copied",
                    () -> window.find("source-size", Label.class).getText().equals("1.00 kB in 1 file"));
            window.click("advise");
            window.click("move");
            window.click("show");
            assertThat(window.opened()).containsExactly(target.toUri().toString());
            assertThat(target.resolve("data.bin")).satisfies(sameContentAs(source.resolve("data.bin")));
            assertThat(target.resolve("junk.tmp")).doesNotExist();
        }
    }
}
