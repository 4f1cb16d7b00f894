package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.activity.ActivityItem;
import org.waybill.desktop.activity.TransferViewModel;
import org.waybill.engine.node.NodeSettings;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.SshServer;

/** The whole wizard, with mouse and keyboard, against real servers. */
@Timeout(150)
class WizardTest {
    @TempDir
    Path temp;

    private Path home;
    private Window window;

    @BeforeEach
    void openWindow() throws Exception {
        home = Files.createDirectory(
                temp.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Map<String, String> environment =
                Map.of("HOME", home.toString(), "WAYBILL_HOME", home + "/waybill", "X509_USER_PROXY", home + "/none");
        window = Window.open(SharedAdvisor.of(environment), environment);
    }

    @AfterEach
    void closeWindow() throws Exception {
        window.close();
    }

    private Path measurements() throws Exception {
        byte[] content = new byte[5_000_000];
        new Random(3).nextBytes(content);
        return Files.write(temp.resolve("measurements.nc"), content);
    }

    private void advise(String source, String destination) throws Exception {
        window.paste("source", source);
        window.paste("destination", destination);
        window.click("advise");
        WizardViewModel wizard = window.model().wizard;
        window.await(
                "advice",
                () -> wizard.stage.get() == WizardStep.OPTIONS
                        || !wizard.problem.get().isEmpty());
        assertThat(wizard.problem.get()).isEmpty();
        window.await(
                "the list of ways",
                () -> window.scene().lookup("#ways") instanceof ListView<?> options
                        && !options.getItems().isEmpty());
    }

    private void moveAndCheck(Path source, Path target) throws Exception {
        window.click("move");
        TransferViewModel moving = window.model().wizard.moving();
        window.await("the move's end", () -> !moving.state().get().isUnderWay());
        Window.onFx(() -> {
            assertThat(window.find("headline", Label.class).getText())
                    .as(moving.details.get())
                    .isEqualTo("Copied and verified");
            return true;
        });
        assertThat(target).satisfies(sameContentAs(source));
    }

    @Test
    void goesFromTwoEndsToAVerifiedFileOverSsh() throws Exception {
        Path source = measurements();
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.start(temp)) {
            Path ssh = Files.createDirectory(home.resolve(".ssh"));
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            advise(source.toString(), "sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "/");
            assertThat(window.model().wizard.looking.rows)
                    .isNotEmpty()
                    .allMatch(
                            row -> row.state().get() != org.waybill.client.livediscovery.ProbeTaskUpdate.State.RUNNING);
            moveAndCheck(source, served.resolve("measurements.nc"));
        }
        window.click("page-activity");
        window.await(
                "the move in the list",
                () -> window.scene().lookup("#activity") instanceof TableView<?> table
                        && table.getItems().stream()
                                .anyMatch(item -> ((ActivityItem) item).state() == JournalEntry.State.DONE));
        everythingIsNamed();
    }

    @Test
    void goesFromTwoEndsToAVerifiedFileOverTheEngine() throws Exception {
        Path source = measurements();
        Path data = Files.createDirectory(temp.resolve("data"));
        Path waybillHome = home.resolve("waybill");
        org.waybill.platform.PrivateFiles.createDirectory(waybillHome);
        try (WaybillNode node = WaybillNode.start(NodeSettings.onLoopback(waybillHome, data)
                .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))) {
            advise(source.toString(), "waybill://127.0.0.1:" + node.address().getPort() + "/incoming.nc");
            Workflow chosen = window.model().wizard.options.chosen.get();
            assertThat(chosen).isNotNull();
            assertThat(chosen.transport()).isEqualTo("tcp");
            moveAndCheck(source, data.resolve("incoming.nc"));
        }
    }

    @Test
    void saysWhatIsWrongInPlace() throws Exception {
        window.type("source", "gopher://h/f");
        window.type("destination", "/tmp");
        Window.onFx(() -> {
            assertThat(window.find("source-error", Label.class).getText()).contains("gopher");
            assertThat(window.scene().lookup("#advise").isDisabled()).isTrue();
            return true;
        });
        window.paste("source", temp.resolve("missing.nc").toString());
        window.await(
                "the size's answer",
                () -> window.find("source-error", Label.class).getText().contains("missing.nc"));
        window.click("advise");
        WizardViewModel wizard = window.model().wizard;
        window.await("the refusal", () -> !wizard.problem.get().isEmpty());
        assertThat(wizard.problem.get()).contains("missing.nc");
        assertThat(wizard.stage.get()).isEqualTo(WizardStep.WHERE);
        assertThat(window.scene().lookup("#problem").isVisible()).isTrue();
    }

    @Test
    void theKeyboardAloneChoosesAFileByBrowsing() throws Exception {
        Files.createDirectories(temp.resolve("tree/deep"));
        Files.write(temp.resolve("tree/deep/data.bin"), new byte[2_000]);
        window.paste("source", temp.resolve("tree") + "/");
        window.press(KeyCode.TAB, KeyCode.TAB); // not the mouse: the way there is by keys
        Window.onFx(() -> {
            window.scene().lookup("#source-browse").requestFocus();
            return true;
        });
        window.press(KeyCode.SPACE);
        window.await(
                "the directory",
                () -> window.scene().lookup("#browser") instanceof TableView<?> list
                        && list.getItems().size() == 1);
        Window.onFx(() -> {
            window.scene().lookup("#browser").requestFocus();
            return true;
        });
        window.press(KeyCode.ENTER);
        window.await(
                "the file",
                () -> window.scene().lookup("#browser") instanceof TableView<?> list
                        && list.getItems().toString().contains("data.bin"));
        window.press(KeyCode.ENTER);
        window.await(
                "the choice",
                () -> window.model().wizard.endpoints.source.text.get().endsWith("tree/deep/data.bin"));
        window.await(
                "its size",
                () -> window.find("source-size", Label.class).getText().equals("2.00 kB"));
        awaitFocus("source");
        tabTo("destination-browse");
        window.press(KeyCode.SPACE);
        awaitFocus("browser");
        window.press(KeyCode.ESCAPE);
        window.await("the dialog's end", () -> window.scene().lookup("#browser") == null);
        awaitFocus("destination");
        window.pressWithControl(KeyCode.DIGIT4);
        window.await("the profile page", () -> window.model().page.get() == Page.PROFILE);
        everythingIsNamed();
    }

    /** No mouse, no help from the test: only what a keyboard can do. */
    @Test
    void theKeyboardAloneGoesFromTwoEndsToAVerifiedFile() throws Exception {
        Path source = measurements();
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.start(temp)) {
            Path ssh = Files.createDirectory(home.resolve(".ssh"));
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            awaitFocus("source");
            window.write(source.toString());
            tabTo("destination");
            window.write("sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "/");
            window.press(KeyCode.ENTER);
            awaitFocus("ways");
            window.awaitEnabled("move");
            window.press(KeyCode.DOWN, KeyCode.UP, KeyCode.ENTER);
            awaitFocus("again");
            assertThat(Window.onFx(() -> window.find("headline", Label.class).getText()))
                    .isEqualTo("Copied and verified");
            assertThat(served.resolve("measurements.nc")).satisfies(sameContentAs(source));
            window.press(KeyCode.SPACE);
            awaitFocus("source");
        }
    }

    private void tabTo(String id) throws Exception {
        for (int i = 0; i < 12 && !window.focused().equals(id); i++) {
            window.press(KeyCode.TAB);
        }
        assertThat(window.focused()).isEqualTo(id);
    }

    private void awaitFocus(String id) throws Exception {
        window.await(
                "the focus on " + id,
                () -> window.scene().getFocusOwner() != null
                        && id.equals(window.scene().getFocusOwner().getId()));
    }

    /** Everything that can have the focus says a name to a screen reader. */
    private void everythingIsNamed() throws Exception {
        List<String> unnamed = Window.onFx(() -> {
            List<String> found = new ArrayList<>();
            collect(window.scene().getRoot(), found);
            return found;
        });
        assertThat(unnamed).isEmpty();
    }

    private static void collect(Node node, List<String> unnamed) {
        Object text = node.queryAccessibleAttribute(javafx.scene.AccessibleAttribute.TEXT);
        boolean named = node.getAccessibleText() != null || (text instanceof String words && !words.isBlank());
        boolean part = node.getStyleClass().contains("increment-arrow-button")
                || node.getStyleClass().contains("arrow-button");
        if (node.isFocusTraversable() && node.isVisible() && !named && !part) {
            unnamed.add(node.toString());
        }
        if (node instanceof Parent parent && node.isVisible()) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, unnamed));
        }
    }
}
