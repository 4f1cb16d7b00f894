package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.embed.swing.SwingFXUtils;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.robot.Robot;
import javafx.stage.WindowEvent;
import javafx.util.Duration;
import javax.imageio.ImageIO;

/**
 * A window of the desktop on JavaFX's Headless platform, with mouse and keyboard as a person uses them. Parts are laid
 * out before they are looked for, since the tests' frames are far apart.
 */
final class Window implements AutoCloseable {
    private static final double WIDTH = 1_180;
    private static final double HEIGHT = 780;
    private static final Map<String, String> NO_PROXY = Map.of("X509_USER_PROXY", "/nonexistent");
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    static {
        // no display is needed, however the tests are started
        System.setProperty("glass.platform", "Headless");
        System.setProperty("prism.order", "sw");
    }

    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private final Background background = new Background(Platform::runLater);
    private final AdvisorFacade assistant;
    private final ShellViewModel model;
    private final Scene scene;
    private final Robot robot;
    private final javafx.stage.Stage stage;
    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final List<String> messages = new CopyOnWriteArrayList<>();

    private Window(
            AdvisorFacade assistant,
            InstantSource clock,
            LongSupplier nanoTime,
            Map<String, String> environment,
            Theme theme,
            double width,
            double height,
            Duration settling,
            boolean shown)
            throws Exception {
        this.assistant = assistant;
        startToolkit();
        model = onFx(() -> {
            theme.apply();
            return new ShellViewModel(assistant, background, clock, ZoneOffset.UTC, nanoTime, environment);
        });
        stage = onFx(() -> {
            javafx.stage.Stage window = new javafx.stage.Stage();
            ShellView shell = new ShellView(
                    model, ZoneOffset.UTC, opened::add, (title, text) -> messages.add(title + ": " + text), settling);
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
        robot = onFx(Robot::new);
    }

    private static void startToolkit() throws InterruptedException {
        if (STARTED.compareAndSet(false, true)) {
            CountDownLatch ready = new CountDownLatch(1);
            Platform.startup(ready::countDown);
            ready.await();
            Platform.setImplicitExit(false);
        }
    }

    /** Whose buttons can be pressed as soon as they are there. */
    static Window open(AdvisorFacade assistant, Map<String, String> environment) throws Exception {
        return new Window(
                assistant,
                InstantSource.system(),
                System::nanoTime,
                environment,
                Theme.LIGHT,
                WIDTH,
                HEIGHT,
                Duration.ZERO,
                true);
    }

    /** As a person has it: a second click that comes too soon presses nothing. */
    static Window settling(SampleAssistant assistant) throws Exception {
        return new Window(
                assistant,
                SampleAssistant.CLOCK,
                assistant::nanoTime,
                NO_PROXY,
                Theme.LIGHT,
                WIDTH,
                HEIGHT,
                WizardView.SETTLING,
                true);
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
        return new Window(assistant, clock, nanoTime, NO_PROXY, theme, WIDTH, HEIGHT, Duration.ZERO, true);
    }

    /** Of any size, since nothing shows it: the Headless platform's display is a small one. */
    static Window unseen(SampleAssistant assistant, double width, double height) throws Exception {
        return new Window(
                assistant,
                SampleAssistant.CLOCK,
                assistant::nanoTime,
                NO_PROXY,
                Theme.LIGHT,
                width,
                height,
                Duration.ZERO,
                false);
    }

    /** What was given to the system to show. */
    List<String> opened() {
        return opened;
    }

    /** What the system was asked to show while the window was not in front. */
    List<String> messages() {
        return messages;
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
        click(find(id, Node.class), 1);
    }

    void doubleClick(String id) throws Exception {
        awaitEnabled(id);
        click(find(id, Node.class), 2);
    }

    private void click(Node node, int times) throws Exception {
        pointAt(node);
        for (int i = 0; i < times; i++) {
            onFx(() -> {
                robot.mouseClick(MouseButton.PRIMARY);
                return true;
            });
            onFx(() -> {
                layOut(); // a second click may meet what has taken the first one's place
                robot.mouseMove(robot.getMouseX() + 1, robot.getMouseY()); // no hand keeps quite still
                return true;
            });
        }
    }

    /** Moves the mouse to the middle of a part. */
    void pointAt(Node node) throws Exception {
        onFx(() -> {
            layOut();
            Bounds at = Objects.requireNonNull(node.localToScreen(node.getLayoutBounds()), "it is in a window");
            robot.mouseMove(at.getCenterX(), at.getCenterY());
            return true;
        });
    }

    /** Presses keys, one after the other. */
    void press(KeyCode... keys) throws Exception {
        for (KeyCode key : keys) {
            onFx(() -> {
                robot.keyPress(key);
                robot.keyRelease(key);
                layOut();
                return true;
            });
        }
    }

    void pressWithControl(KeyCode key) throws Exception {
        onFx(() -> {
            robot.keyPress(KeyCode.CONTROL);
            return true;
        });
        press(key);
        onFx(() -> {
            robot.keyRelease(KeyCode.CONTROL);
            return true;
        });
    }

    /** Types into what has the focus, key by key. */
    void write(String text) throws Exception {
        for (String character : text.split("")) {
            onFx(() -> {
                Event.fireEvent(
                        scene.getFocusOwner(),
                        new KeyEvent(KeyEvent.KEY_TYPED, character, "", KeyCode.UNDEFINED, false, false, false, false));
                return true;
            });
        }
    }

    /** As the next frame will, on the UI thread. */
    void layOut() {
        scene.getRoot().applyCss();
        scene.getRoot().layout();
    }

    void awaitEnabled(String id) throws Exception {
        await(id + " is there and enabled", () -> {
            Node node = scene.lookup("#" + id);
            return node != null && !node.isDisabled() && isShown(node);
        });
    }

    private static boolean isShown(Node node) {
        return node.isVisible() && (node.getParent() == null || isShown(node.getParent()));
    }

    /** Types into a field, key by key. */
    void type(String id, String text) throws Exception {
        click(id);
        write(text);
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
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!onFx(() -> {
            layOut();
            return condition.get();
        })) {
            assertThat(System.nanoTime() - deadlineNs).as(what).isNegative();
            Thread.sleep(10);
        }
    }

    void picture(Path file) throws Exception {
        onFx(() -> {
            layOut();
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
