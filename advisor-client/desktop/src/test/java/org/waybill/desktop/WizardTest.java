package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.SshServer;

/** The whole wizard, by its controls, against a real sshd; pictures of its screens are left in {@code target}. */
class WizardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path temp;

    private Background background;
    private CoreAssistant assistant;
    private WizardViewModel model;
    private Scene scene;

    @BeforeAll
    static void startPlatform() throws Exception {
        CompletableFuture<Void> started = new CompletableFuture<>();
        try {
            Platform.startup(() -> started.complete(null));
        } catch (IllegalStateException alreadyRunning) {
            started.complete(null);
        }
        started.get(30, TimeUnit.SECONDS);
        Platform.setImplicitExit(false);
    }

    @BeforeEach
    void openWindow() throws Exception {
        Path home = Files.createDirectory(temp.resolve("home"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        background = new Background();
        assistant = CoreAssistant.of(Map.of("HOME", home.toString(), "WAYBILL_HOME", home + "/waybill"));
        scene = onFx(() -> {
            Application.setUserAgentStylesheet(new atlantafx.base.theme.PrimerLight().getUserAgentStylesheet());
            model = new WizardViewModel(assistant, background, InstantSource.system(), System::nanoTime);
            javafx.stage.Stage window = new javafx.stage.Stage();
            window.setScene(new Scene(new WizardView(model), 1_100, 740));
            window.show();
            return window.getScene();
        });
    }

    @AfterEach
    void closeWindow() throws Exception {
        onFx(() -> {
            scene.getWindow().hide();
            return true;
        });
        background.close();
        assistant.close();
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
        return outcome.get(30, TimeUnit.SECONDS);
    }

    private <T extends Node> T find(String id, Class<T> type) {
        return type.cast(scene.lookup("#" + id));
    }

    private void type(String id, String text) throws Exception {
        onFx(() -> {
            find(id, TextField.class).setText(text);
            return true;
        });
    }

    private void press(String id) throws Exception {
        onFx(() -> {
            Button button = find(id, Button.class);
            assertThat(button.isDisabled()).as("%s can be pressed", id).isFalse();
            button.fire();
            return true;
        });
    }

    private void await(String what, Supplier<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!onFx(condition::get)) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
            Thread.sleep(50);
        }
    }

    private void picture(String name) throws Exception {
        BufferedImage image = onFx(() -> SwingFXUtils.fromFXImage(scene.snapshot(null), null));
        Path file = Files.createDirectories(Path.of("target/pictures")).resolve(name + ".png");
        ImageIO.write(image, "png", file.toFile());
        assertThat(file).isNotEmptyFile();
    }

    @Test
    void goesFromTwoEndsToAVerifiedFileOnARealServer() throws Exception {
        byte[] content = new byte[5_000_000];
        new Random(3).nextBytes(content);
        Path source = Files.write(temp.resolve("measurements.nc"), content);
        Path served = Files.createDirectory(temp.resolve("served"));
        try (SshServer server = SshServer.start(temp)) {
            Path ssh = Files.createDirectory(temp.resolve("home/.ssh"));
            Files.copy(server.userKey(), ssh.resolve("id_ed25519"));
            Files.copy(server.knownHosts(), ssh.resolve("known_hosts"));
            type("source", source.toString());
            type("destination", "sftp://" + server.user() + "@127.0.0.1:" + server.port() + served + "/");
            picture("1-where");
            press("advise");
            await("advice", () -> model.stage().get() == Stage.WAYS || !model.problem().get().isEmpty());
            assertThat(model.problem().get()).isEmpty();
            await("the list of ways", () -> scene.lookup("#ways") instanceof ListView<?> ways
                    && !ways.getItems().isEmpty());
            picture("3-ways");
            press("move");
            await("the move's end", () -> !model.moving().running().get());
            onFx(() -> {
                assertThat(find("headline", Label.class).getText()).as(find("details", Label.class).getText())
                        .isEqualTo("Moved and verified");
                return true;
            });
            picture("4-moving");
        }
        assertThat(served.resolve("measurements.nc")).hasBinaryContent(content);
    }

    @Test
    void saysWhatIsWrongWhileItIsTyped() throws Exception {
        type("source", "gopher://host/file");
        type("destination", "/tmp");
        onFx(() -> {
            assertThat(find("source-error", Label.class).getText()).contains("gopher");
            assertThat(find("advise", Button.class).isDisabled()).isTrue();
            return true;
        });
        type("source", temp.resolve("missing.nc").toString());
        press("advise");
        await("the refusal", () -> !model.problem().get().isEmpty());
        assertThat(model.problem().get()).contains("missing.nc");
        assertThat(model.stage().get()).isEqualTo(Stage.WHERE);
        picture("1-where-problem");
    }
}
