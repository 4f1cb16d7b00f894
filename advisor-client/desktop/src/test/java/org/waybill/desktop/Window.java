package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.stage.WindowEvent;
import javax.imageio.ImageIO;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;

/** A window of the desktop on JavaFX's Headless platform, and a robot that uses it as a person would. */
final class Window implements AutoCloseable {
    private static final double WIDTH = 1_180;
    private static final double HEIGHT = 780;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static {
        // no display is needed, however the tests are started
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
        System.setProperty("testfx.robot", "glass");
    }

    private final FxRobot robot = new FxRobot();
    private final Background background = new Background(Platform::runLater);
    private final AdvisorFacade assistant;
    private final ShellViewModel model;
    private final Scene scene;
    private final javafx.stage.Stage stage;
    private final List<String> opened = new CopyOnWriteArrayList<>();

    private Window(
            AdvisorFacade assistant,
            InstantSource clock,
            LongSupplier nanoTime,
            Map<String, String> environment,
            Theme theme,
            double width,
            double height,
            boolean shown)
            throws Exception {
        this.assistant = assistant;
        FxToolkit.registerPrimaryStage();
        Platform.setImplicitExit(false);
        model = onFx(() -> {
            theme.apply();
            return new ShellViewModel(assistant, background, clock, ZoneOffset.UTC, nanoTime, environment);
        });
        stage = onFx(() -> {
            javafx.stage.Stage window = new javafx.stage.Stage();
            ShellView shell = new ShellView(model, ZoneOffset.UTC, opened::add);
            shell.guard(window);
            window.setScene(new Scene(shell, width, height));
            if (shown) {
                window.show();
            } else {
                window.getScene().snapshot(null); // which makes the controls' parts
            }
            return window;
        });
        scene = stage.getScene();
    }

    static Window open(AdvisorFacade assistant, Map<String, String> environment) throws Exception {
        return new Window(
                assistant, InstantSource.system(), System::nanoTime, environment, Theme.LIGHT, WIDTH, HEIGHT, true);
    }

    /** Gives the window another size. */
    void resize(double width, double height) throws Exception {
        onFx(() -> {
            stage.setWidth(width);
            stage.setHeight(height);
            return true;
        });
        await("the new size", () -> scene.getWidth() == width && scene.getHeight() == height);
    }

    /** The id of what has the keyboard's focus, empty if that has none. */
    String focused() throws Exception {
        return onFx(() -> {
            Node owner = scene.getFocusOwner();
            return owner == null || owner.getId() == null ? "" : owner.getId();
        });
    }

    /** With a clock that shows nothing but what the pictures need. */
    static Window open(AdvisorFacade assistant, InstantSource clock, LongSupplier nanoTime, Theme theme)
            throws Exception {
        return new Window(
                assistant, clock, nanoTime, Map.of("X509_USER_PROXY", "/nonexistent"), theme, WIDTH, HEIGHT, true);
    }

    /** Of any size, since nothing shows it: the Headless platform's display is a small one. */
    static Window unseen(SampleAssistant assistant, double width, double height) throws Exception {
        return new Window(
                assistant,
                SampleAssistant.CLOCK,
                assistant::nanoTime,
                Map.of("X509_USER_PROXY", "/nonexistent"),
                Theme.LIGHT,
                width,
                height,
                false);
    }

    /** What was given to the system to show. */
    List<String> opened() {
        return opened;
    }

    /** As the cross in the window's corner does. */
    void requestClose() throws Exception {
        onFx(() -> {
            stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST));
            return true;
        });
    }

    javafx.stage.Stage stage() {
        return stage;
    }

    ShellViewModel model() {
        return model;
    }

    FxRobot robot() {
        return robot;
    }

    Scene scene() {
        return scene;
    }

    static <T> T onFx(Callable<T> work) throws Exception {
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

    <T extends Node> T find(String id, Class<T> type) {
        return type.cast(scene.lookup("#" + id));
    }

    /** Clicks, with the mouse. */
    void click(String id) throws Exception {
        awaitEnabled(id);
        robot.clickOn("#" + id);
    }

    void awaitEnabled(String id) throws Exception {
        await(
                id + " is there and enabled",
                () -> scene.lookup("#" + id) != null
                        && !scene.lookup("#" + id).isDisabled()
                        && scene.lookup("#" + id).isVisible());
    }

    /** Types into a field, key by key. */
    void type(String id, String text) throws Exception {
        click(id);
        robot.write(text, 0);
        await(id + " holds the text", () -> find(id, TextField.class).getText().equals(text));
    }

    /** Puts a text into a field at once, as pasting does. */
    void paste(String id, String text) throws Exception {
        onFx(() -> {
            find(id, TextField.class).setText(text);
            return true;
        });
    }

    void await(String what, Supplier<Boolean> condition) throws Exception {
        long deadlineNs = System.nanoTime() + PATIENCE.toNanos();
        while (!onFx(condition::get)) {
            assertThat(System.nanoTime() - deadlineNs).as(what).isNegative();
            Thread.sleep(20);
        }
    }

    void picture(Path file) throws Exception {
        onFx(() -> {
            scene.getRoot().applyCss();
            scene.getRoot().layout();
            return true;
        });
        BufferedImage image = onFx(() -> SwingFXUtils.fromFXImage(scene.snapshot(null), null));
        Path parent = file.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        BufferedImage opaque = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
        opaque.createGraphics().drawImage(image, 0, 0, null);
        ImageIO.write(opaque, "png", file.toFile());
    }

    @Override
    public void close() throws Exception {
        onFx(() -> {
            stage.hide();
            model.wizard.mover().flush();
            return true;
        });
        background.close();
        assistant.close();
    }
}
