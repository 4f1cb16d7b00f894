package org.waybill.desktop;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.StringProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.stage.FileChooser;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.Ikon;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The small parts that all screens are made of. */
public final class Ui {
    private Ui() {}

    /** The part under a name, by which tests and the focus find it. */
    public static <T extends Node> T id(String id, T part) {
        part.setId(id);
        return part;
    }

    /** The part with these classes of the stylesheet. */
    public static <T extends Node> T styled(T part, String... styles) {
        part.getStyleClass().addAll(styles);
        return part;
    }

    /** Gives a part a class of the stylesheet, or takes it away. */
    public static void style(Node part, String style, boolean on) {
        part.getStyleClass().remove(style);
        if (on) {
            part.getStyleClass().add(style);
        }
    }

    public static Label label(String text, String... styles) {
        return styled(new Label(text), styles);
    }

    /** A label of a changing text that takes no room while it is empty. */
    public static Label label(ObservableValue<String> text, String... styles) {
        Label label = label("", styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        label.textProperty().bind(text);
        label.managedProperty().bind(label.textProperty().isNotEmpty());
        return label;
    }

    /** Words that break into lines. */
    public static Label paragraph(String text, String... styles) {
        Label label = label(text, styles);
        label.setWrapText(true);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    public static VBox card(Node... content) {
        return styled(new VBox(content), "card");
    }

    public static Button button(String text, Runnable action, String... styles) {
        Button button = styled(new Button(text), styles);
        button.setOnAction(event -> action.run());
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    /** A button of an icon alone; {@code name} is what it says to a screen reader, and its tooltip. */
    public static Button iconButton(Ikon icon, String name, Runnable action) {
        Button button = button("", action, "button-icon", "flat");
        button.setGraphic(new FontIcon(icon));
        button.setAccessibleText(name);
        button.setTooltip(new Tooltip(name));
        return button;
    }

    public static FontIcon icon(Ikon icon, String... styles) {
        return styled(new FontIcon(icon), styles);
    }

    public static Region gap() {
        Region gap = new Region();
        HBox.setHgrow(gap, Priority.ALWAYS);
        return gap;
    }

    public static HBox row(double spacing, Node... nodes) {
        HBox row = new HBox(spacing, nodes);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    public static <T extends Node> T grow(T node) {
        HBox.setHgrow(node, Priority.ALWAYS);
        VBox.setVgrow(node, Priority.ALWAYS);
        if (node instanceof Region region) {
            region.setMaxWidth(Double.MAX_VALUE);
        }
        return node;
    }

    /** Shows a part, or takes it and its room away. */
    public static void show(Node part, boolean shown) {
        part.setVisible(shown);
        part.setManaged(shown);
    }

    /** Shows a part while something is so, without room for it else. */
    public static void showWhile(Node part, ObservableValue<Boolean> shown) {
        part.visibleProperty().bind(shown);
        part.managedProperty().bind(shown);
    }

    /** A button with an icon before its words. */
    public static Button button(Ikon icon, String text, Runnable action, String... styles) {
        Button button = button(text, action, styles);
        button.setGraphic(icon(icon));
        return button;
    }

    /** A box to tick. */
    public static CheckBox box(String id, String text, BooleanProperty value) {
        CheckBox box = id(id, new CheckBox(text));
        box.selectedProperty().bindBidirectional(value);
        return box;
    }

    /** What turns while something is under way. */
    public static ProgressIndicator busy(double size) {
        ProgressIndicator busy = new ProgressIndicator();
        busy.setPrefSize(size, size);
        busy.setMinSize(size, size);
        busy.setMaxSize(size, size);
        return busy;
    }

    /** A text to be copied. */
    public static TextField command(String text, String name) {
        TextField field = styled(new TextField(text), "mono", "command");
        field.setEditable(false);
        field.setAccessibleText(name);
        return field;
    }

    /** Two columns of the same width. */
    public static GridPane halves(VBox left, VBox right) {
        GridPane both = new GridPane();
        both.setHgap(16);
        both.addRow(0, left, right);
        for (VBox each : List.of(left, right)) {
            GridPane.setHgrow(each, Priority.ALWAYS);
            GridPane.setVgrow(each, Priority.ALWAYS);
            each.setPrefWidth(300);
        }
        return both;
    }

    /** A dense table, whose last column takes what room is left. */
    @SafeVarargs
    public static <T> TableView<T> table(
            String id, String name, ObservableList<T> items, String empty, TableColumn<T, ?>... columns) {
        TableView<T> table = id(id, styled(new TableView<>(items), "dense"));
        table.setAccessibleText(name);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setPlaceholder(label(empty, "muted"));
        for (TableColumn<T, ?> column : columns) {
            table.getColumns().add(column);
        }
        return table;
    }

    public static <T> TableColumn<T, String> column(String title, double width, Function<T, String> value) {
        TableColumn<T, String> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(value.apply(cell.getValue())));
        return column;
    }

    /** A choice among items that are not typed. */
    public static <T> ChoiceBox<T> choice(ObservableList<T> items, String name, Function<T, String> title) {
        ChoiceBox<T> box = new ChoiceBox<>(items);
        box.setAccessibleText(name);
        box.setConverter(new StringConverter<>() {
            @Override
            public String toString(@Nullable T one) {
                return one == null ? "" : title.apply(one);
            }

            @Override
            public T fromString(String text) {
                throw new UnsupportedOperationException(text);
            }
        });
        return box;
    }

    public static TextField field(String id, String name, StringProperty text) {
        TextField field = new TextField();
        field.setId(id);
        field.setPromptText(name);
        field.setAccessibleText(name);
        field.textProperty().bindBidirectional(text);
        return field;
    }

    /** Asks where to save a file. */
    public static void save(Node above, String title, String name, Consumer<Path> saves) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(title);
        chooser.setInitialFileName(name);
        File file = chooser.showSaveDialog(above.getScene().getWindow());
        if (file != null) {
            saves.accept(file.toPath());
        }
    }

    /** Does something now and at each change of one of these. */
    public static void whenever(Runnable react, Observable... changes) {
        for (Observable each : changes) {
            if (each instanceof ObservableValue<?> value) {
                value.addListener((property, before, now) -> react.run());
            } else {
                each.addListener((InvalidationListener) change -> react.run());
            }
        }
        react.run();
    }

    /** Content that scrolls down when it does not fit. */
    public static ScrollPane scroll(Node content) {
        ScrollPane pane = styled(new ScrollPane(content), "bare", "edge-to-edge");
        pane.setFitToWidth(true);
        pane.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        pane.setFocusTraversable(false);
        return pane;
    }

    /** Whether a text ends in dots for lack of room. */
    static boolean isCut(Labeled labeled) {
        return labeled.getText() != null
                && labeled.getChildrenUnmodifiable().stream()
                        .anyMatch(part -> part instanceof Text shown
                                && shown.getStyleClass().contains("text") // icons are texts, too
                                && !shown.getText().equals(labeled.getText()));
    }

    /** Lets each text below {@code root} that is cut be read in full where the mouse rests on it. */
    static void tellWhatIsCut(Node root) {
        root.addEventFilter(MouseEvent.MOUSE_MOVED, event -> {
            Node node = event.getTarget() instanceof Node target ? target : null;
            if (node instanceof Text text) {
                node = text.getParent();
            }
            if (node instanceof Labeled labeled
                    && (labeled.getTooltip() == null || labeled.getTooltip() instanceof FullText)) {
                labeled.setTooltip(isCut(labeled) ? new FullText(labeled.getText()) : null);
            }
        });
    }

    private static final class FullText extends Tooltip {
        FullText(String text) {
            super(text);
            setWrapText(true);
            setMaxWidth(600);
        }
    }

    /** What went wrong, in place; takes no room while nothing did. */
    public static HBox problem(ObservableValue<String> text) {
        Label words = label(text);
        HBox box = styled(row(10, icon(Feather.ALERT_CIRCLE), words), "problem");
        HBox.setHgrow(words, Priority.ALWAYS);
        showWhile(box, words.textProperty().isNotEmpty());
        box.setAccessibleText("Problem");
        return box;
    }
}
