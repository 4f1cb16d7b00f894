package org.waybill.desktop.endpoint;

import java.io.File;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;
import javafx.application.Platform;
import javafx.beans.InvalidationListener;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.transformation.SortedList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.SelectionMode;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.desktop.BusyOverlay;
import org.waybill.desktop.Ui;
import org.waybill.desktop.endpoint.BrowserViewModel.Asking;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/**
 * A directory's entries. Enter opens or chooses, Backspace goes up, F2 renames, Delete asks and deletes, Escape closes.
 * Entries can be dragged out, and files of this machine dropped in.
 */
public final class BrowserView extends VBox {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final Comparator<Entry> DIRECTORIES_FIRST = Comparator.comparing(entry -> !entry.isDirectory());
    private static final Comparator<Entry> BY_NAME =
            Comparator.comparing(Entry::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Entry::name);

    private final BrowserViewModel model;
    private final TableView<Entry> table;

    /**
     * What a browser is opened for.
     *
     * @param chooses whether something is chosen, or files are only shown
     * @param several whether several entries of a directory may be chosen
     * @param onDrop takes files of this machine that were dropped on a directory
     */
    record Purpose(String title, boolean chooses, boolean several, BiConsumer<List<File>, Endpoint> onDrop) {}

    BrowserView(BrowserViewModel model, Purpose purpose, ZoneId zone, Runnable onClose) {
        this.model = model;
        this.table = table(model, zone);
        getStyleClass().addAll("modal", "browser");
        setFocusTraversable(true);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                if (model.asking().get() == Asking.NOTHING) {
                    onClose.run();
                } else {
                    model.dismiss();
                }
                event.consume();
            }
        });
        focusedProperty().addListener((property, before, now) -> {
            if (now) {
                table.requestFocus();
            }
        });
        Button up = Ui.id("browser-up", Ui.iconButton(Feather.CORNER_LEFT_UP, "Parent directory", model::up));
        ProgressIndicator busy = Ui.busy(16);
        busy.visibleProperty().bind(model.work.busy());
        HBox where = Ui.row(8, up, Ui.grow(Ui.label(model.title(), "mono")), busy);
        Button choose = Ui.id("browser-choose", Ui.button("Choose", () -> model.choose(chosen()), "accent"));
        choose.disableProperty()
                .bind(selected(() -> !BrowserViewModel.canName(chosen()) || !purpose.several() && chosen().size() > 1));
        Button here = Ui.id("browser-here", Ui.button("Choose this directory", () -> model.choose(List.of())));
        Ui.show(choose, purpose.chooses());
        Ui.show(here, purpose.chooses());
        getChildren()
                .addAll(
                        Ui.label(purpose.title(), "page-title"),
                        where,
                        tools(),
                        question(),
                        Ui.problem(model.problem()),
                        Ui.grow(table),
                        Ui.row(10, choose, here, Ui.gap(), Ui.button(purpose.chooses() ? "Cancel" : "Close", onClose)));
        model.asking().addListener((property, before, now) -> {
            if (now == Asking.NOTHING) {
                table.requestFocus();
            }
        });
        Drops.take(table, files -> {
            Endpoint directory = model.directory();
            if (directory != null && purpose.chooses()) {
                purpose.onDrop().accept(files, directory);
            }
        });
    }

    /** Shows a directory over the window; nothing is chosen. */
    public static void look(BusyOverlay veil, BrowserViewModel model, Endpoint end, ZoneId zone, Node next) {
        Node[] shown = new Node[1];
        shown[0] = new BrowserView(model, new Purpose("Destination", false, false, (files, at) -> {}), zone, () -> {
            model.cancel();
            veil.hide(shown[0], next);
        });
        model.open(end, chosen -> {});
        veil.show(shown[0]);
    }

    private List<Entry> chosen() {
        return chosen(table);
    }

    private BooleanBinding selected(Callable<Boolean> condition) {
        return Bindings.createBooleanBinding(
                condition, table.getSelectionModel().getSelectedItems());
    }

    private HBox tools() {
        CheckBox hidden = Ui.box("browser-hidden", "Hidden files", model.hidden);
        Button make = tool("New folder", "browser-new", Feather.FOLDER_PLUS, model::askNewDirectory);
        Button rename = tool("Rename", "browser-rename", Feather.EDIT_2, () -> rename(model, table));
        rename.disableProperty().bind(selected(() -> chosen().size() != 1 || !BrowserViewModel.canName(chosen())));
        Button delete = tool("Delete", "browser-delete", Feather.TRASH_2, () -> delete(model, table));
        delete.disableProperty().bind(selected(() -> !BrowserViewModel.canName(chosen())));
        HBox tools = Ui.row(8, make, rename, delete, Ui.gap(), hidden);
        tools.disableProperty().bind(model.asking().isNotEqualTo(Asking.NOTHING));
        return tools;
    }

    private static Button tool(String name, String id, Feather icon, Runnable action) {
        return Ui.id(id, Ui.button(icon, name, action, "small"));
    }

    /** The question is shown where it belongs, and takes no room otherwise. */
    private VBox question() {
        TextField name = Ui.field("browser-name", "Name", model.answer);
        name.setOnAction(event -> model.confirm());
        name.accessibleTextProperty().bind(model.question());
        Button yes = Ui.id("browser-yes", Ui.button("", model::confirm, "accent"));
        Button no = Ui.id("browser-no", Ui.button("", model::dismiss));
        VBox box = Ui.id(
                "browser-question",
                Ui.styled(
                        new VBox(8, Ui.label(model.question(), "strong"), Ui.row(8, Ui.grow(name), yes, no)),
                        "notice"));
        Ui.whenever(
                () -> {
                    Asking now = model.asking().get();
                    Ui.show(box, now != Asking.NOTHING);
                    name.setVisible(now != Asking.DELETION);
                    yes.setText(now == Asking.DELETION ? "Delete" : now == Asking.NEW_NAME ? "Rename" : "Create");
                    Ui.style(yes, "danger", now == Asking.DELETION);
                    Ui.style(yes, "accent", now != Asking.DELETION);
                    no.setText(now == Asking.DELETION ? "Keep" : "Cancel");
                    if (now == Asking.DELETION) {
                        no.requestFocus(); // Enter without reading deletes nothing
                    } else if (now != Asking.NOTHING) {
                        name.requestFocus();
                        name.selectAll();
                    }
                },
                model.asking());
        return box;
    }

    private static TableView<Entry> table(BrowserViewModel model, ZoneId zone) {
        SortedList<Entry> sorted = new SortedList<>(model.entries(), DIRECTORIES_FIRST.thenComparing(BY_NAME));
        TableView<Entry> table = Ui.table(
                "browser",
                "Entries of the directory",
                sorted,
                "Empty directory",
                column("Name", 380, BY_NAME, NameCell::new),
                column(
                        "Size",
                        110,
                        Comparator.comparingLong(Entry::sizeBytes),
                        () -> new TextCell(entry -> entry.isFile() && entry.sizeBytes() >= 0
                                ? HumanUnits.decimalSize(entry.sizeBytes())
                                : "")),
                column(
                        "Modified",
                        150,
                        Comparator.comparing(Entry::modified, Comparator.nullsFirst(Comparator.naturalOrder())),
                        () -> new TextCell(entry -> time(entry, zone))));
        table.getSelectionModel().setSelectionMode(SelectionMode.MULTIPLE);
        table.setSortPolicy(any -> {
            Comparator<Entry> wanted = table.getComparator();
            sorted.setComparator(
                    DIRECTORIES_FIRST.thenComparing(wanted == null ? BY_NAME : wanted.thenComparing(BY_NAME)));
            return true;
        });
        table.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
                open(model, table);
            }
        });
        table.setOnDragDetected(event -> {
            Drops.offer(
                    table,
                    chosen(table).stream().map(one -> model.at(one.path())).toList());
            event.consume();
        });
        // a filter: the table itself would take Enter for its own
        table.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            switch (event.getCode()) {
                case ENTER -> open(model, table);
                case BACK_SPACE -> model.up();
                case F2 -> rename(model, table);
                case DELETE -> delete(model, table);
                default -> {
                    return;
                }
            }
            event.consume();
        });
        // later: the table clears its selection at the same change
        Runnable chooseFirst = () -> {
            if (table.getSelectionModel().getSelectedItem() == null) {
                table.getSelectionModel().selectFirst();
            }
        };
        sorted.addListener((InvalidationListener) change -> Platform.runLater(chooseFirst));
        Platform.runLater(chooseFirst);
        return table;
    }

    private static void open(BrowserViewModel model, TableView<Entry> table) {
        List<Entry> chosen = chosen(table);
        if (chosen.size() == 1) {
            model.open(chosen.getFirst());
        }
    }

    private static void rename(BrowserViewModel model, TableView<Entry> table) {
        List<Entry> chosen = chosen(table);
        if (chosen.size() == 1 && BrowserViewModel.canName(chosen)) {
            model.askNewName(chosen.getFirst());
        }
    }

    private static void delete(BrowserViewModel model, TableView<Entry> table) {
        if (BrowserViewModel.canName(chosen(table))) {
            model.askDeletion(chosen(table));
        }
    }

    private static List<Entry> chosen(TableView<Entry> table) {
        return table.getSelectionModel().getSelectedItems().stream()
                .filter(Objects::nonNull) // while the table is sorted again
                .toList();
    }

    private static String time(Entry entry, ZoneId zone) {
        Instant modified = entry.modified();
        return modified == null ? "" : TIME.format(modified.atZone(zone));
    }

    private static TableColumn<Entry, Entry> column(
            String title,
            double width,
            Comparator<Entry> order,
            java.util.function.Supplier<TableCell<Entry, Entry>> cells) {
        TableColumn<Entry, Entry> column = new TableColumn<>(title);
        column.setPrefWidth(width);
        column.setComparator(order);
        column.setCellValueFactory(row -> new ReadOnlyObjectWrapper<>(row.getValue()));
        column.setCellFactory(any -> cells.get());
        return column;
    }

    private static final class TextCell extends TableCell<Entry, Entry> {
        private final Function<Entry, String> text;

        TextCell(Function<Entry, String> text) {
            this.text = text;
        }

        @Override
        protected void updateItem(@Nullable Entry entry, boolean empty) {
            super.updateItem(entry, empty);
            setText(entry == null || empty ? null : text.apply(entry));
        }
    }

    /** The name in one line, with any characters. */
    private static final class NameCell extends TableCell<Entry, Entry> {
        @Override
        protected void updateItem(@Nullable Entry entry, boolean empty) {
            super.updateItem(entry, empty);
            if (entry == null || empty) {
                setText(null);
                setGraphic(null);
                return;
            }
            String name = StorePath.shown(entry.name());
            setText(name);
            setGraphic(Ui.icon(
                    switch (entry.kind()) {
                        case DIRECTORY -> Feather.FOLDER;
                        case LINK -> Feather.CORNER_UP_RIGHT;
                        case FILE -> Feather.FILE;
                        case SPECIAL, UNNAMEABLE -> Feather.SLASH;
                    }));
            String kind =
                    switch (entry.kind()) {
                        case DIRECTORY -> "Directory ";
                        case LINK -> "Link ";
                        case FILE -> "File ";
                        case SPECIAL -> "Device ";
                        case UNNAMEABLE -> "Name that is not UTF-8 ";
                    };
            setAccessibleText(kind + name);
        }
    }
}
