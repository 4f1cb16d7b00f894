package org.waybill.desktop.endpoint;

import java.time.ZoneId;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javafx.geometry.Side;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;
import org.waybill.client.HumanUnits;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.desktop.BusyOverlay;
import org.waybill.desktop.Ui;
import org.waybill.desktop.activity.Selection;
import org.waybill.engine.Location;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** The first screen: source and destination, how to find them, and the user's preferences. */
public final class EndpointsView extends BorderPane {
    private final EndpointsViewModel model;
    private final BrowserViewModel browser;
    private final BusyOverlay veil;
    private final ZoneId zone;

    public EndpointsView(
            EndpointsViewModel model,
            BrowserViewModel browser,
            SearchViewModel search,
            Runnable onNext,
            Consumer<JournalEntry> onResume,
            BusyOverlay veil,
            ZoneId zone) {
        this.model = model;
        this.zone = zone;
        this.veil = veil;
        this.browser = browser;
        VBox page = Ui.styled(
                new VBox(
                        Ui.label("What do you want to copy, and where to?", "page-title"),
                        unfinished(onResume),
                        ends(),
                        Ui.paragraph(
                                "A path, user@host:path, NAME:path of a remote or an SSH alias, or a URL: "
                                        + Protocols.movingFiles()
                                                .map(Protocol::scheme)
                                                .collect(Collectors.joining(", "))
                                        + ". You can drop files on both fields.",
                                "caption"),
                        constraints(),
                        finding(search)),
                "page");
        Button next = Ui.id("advise", Ui.button("Find the best option", onNext, "accent", "large"));
        next.setDefaultButton(true);
        next.disableProperty().bind(model.isComplete().not());
        HBox footer = Ui.styled(
                new HBox(next, Ui.label("Nothing is copied yet: both endpoints are checked first.", "muted")),
                "footer");
        // where there is room, the lists take it; where there is little, the page scrolls
        page.getChildren().forEach(part -> ((Region) part).setMinHeight(USE_PREF_SIZE));
        ScrollPane scroll = Ui.scroll(page);
        scroll.setFitToHeight(true);
        setCenter(scroll);
        setBottom(footer);
    }

    /** The transfer that was under way when the window was closed, or the machine went down. */
    private HBox unfinished(Consumer<JournalEntry> onResume) {
        Label what = Ui.id("unfinished", Ui.paragraph(""));
        Button resume = Ui.button(
                "Resume",
                () -> {
                    JournalEntry entry = model.unfinished().get();
                    if (entry != null) {
                        onResume.accept(entry);
                    }
                },
                "small");
        resume.setId("unfinished-resume");
        Button dismiss = Ui.iconButton(Feather.X, "Not now", model::dismissUnfinished);
        HBox notice = Ui.styled(Ui.row(10, Ui.icon(Feather.ALERT_CIRCLE), Ui.grow(what), resume, dismiss), "notice");
        Ui.whenever(
                () -> {
                    JournalEntry entry = model.unfinished().get();
                    int more = model.moreUnfinished().get();
                    what.setText(
                            entry == null
                                    ? ""
                                    : (entry.state() == JournalEntry.State.STOPPED ? "Stopped" : "Interrupted")
                                            + (entry.totalBytes() > 0
                                                    ? " at " + HumanUnits.decimalSize(entry.bytesDone()) + " of "
                                                            + HumanUnits.decimalSize(entry.totalBytes())
                                                    : "")
                                            + ": " + Selection.shown(entry.source())
                                            + " \u2192 " + StorePath.shown(entry.destination())
                                            + ". Partial data is kept."
                                            + (more == 0 ? "" : " Activity lists " + more + " more."));
                    Ui.show(notice, entry != null);
                },
                model.unfinished(),
                model.moreUnfinished());
        return notice;
    }

    private HBox ends() {
        VBox source = end("Source", "source", model.source, "File or directory to copy");
        VBox destination = end("Destination", "destination", model.destination, "Directory or file to copy to");
        Button swap = Ui.iconButton(Feather.REPEAT, "Swap source and destination", model::swap);
        StackPane middle = new StackPane(swap);
        middle.setMinWidth(36);
        HBox both = new HBox(10, Ui.grow(source), middle, Ui.grow(destination));
        source.setPrefWidth(300);
        destination.setPrefWidth(300);
        return both;
    }

    private VBox end(String name, String id, EndpointViewModel end, String prompt) {
        TextField field = Ui.field(id, prompt, end.text);
        field.setAccessibleText(name);
        field.setAccessibleHelp("A path, user@host:path, or a URL such as sftp://host/path");
        field.getStyleClass().add("ends-field");
        Drops.take(field, files -> model.drop(end, files));
        Label title = Ui.label(name, "section");
        title.setLabelFor(field);
        title.setMinWidth(USE_PREF_SIZE);
        Label wrong = Ui.id(id + "-error", Ui.label(end.error(), "error-text"));
        Label size = Ui.id(id + "-size", Ui.label(end.size(), "good-text"));
        ProgressIndicator counting = Ui.busy(14);
        counting.setAccessibleText("Counting");
        HBox busy = Ui.row(8, counting, Ui.label("Counting", "muted"));
        Ui.showWhile(busy, end.count.busy());
        return Ui.card(
                Ui.row(2, title, Ui.gap(), bookmark(end), bookmarks(end, name), browse(end, id, name)),
                field,
                wrong,
                size,
                busy);
    }

    private Button browse(EndpointViewModel end, String id, String name) {
        Button browse =
                Ui.id(id + "-browse", Ui.button(Feather.FOLDER, "Browse", () -> openBrowser(end, id, name), "small"));
        browse.setAccessibleText("Browse for the " + name.toLowerCase(Locale.ROOT));
        return browse;
    }

    private void openBrowser(EndpointViewModel end, String id, String name) {
        Endpoint start = end.endpoint()
                .filter(one -> !one.isStream())
                .orElse(new Endpoint(Location.local(System.getProperty("user.home", "/") + "/"), true));
        Node[] view = new Node[1];
        Runnable close = () -> {
            browser.cancel();
            veil.hide(view[0], lookup("#" + id));
        };
        view[0] = new BrowserView(
                browser,
                new BrowserView.Purpose(
                        "Choose the " + name.toLowerCase(Locale.ROOT), true, end == model.source, (files, at) -> {
                            model.choose(model.destination, at);
                            model.drop(model.source, files);
                            close.run();
                        }),
                zone,
                close);
        browser.open(start, chosen -> {
            if (chosen.names().isEmpty()) {
                model.choose(end, chosen.end());
            } else {
                model.choose(chosen.end(), chosen.names());
            }
            close.run();
        });
        veil.show(view[0]);
    }

    private Button bookmark(EndpointViewModel end) {
        Button star = Ui.iconButton(Feather.STAR, "Add or remove bookmark", () -> model.toggleBookmark(end));
        Ui.whenever(
                () -> {
                    Ui.style(star, "accent", model.isBookmarked(end));
                    star.setDisable(end.endpoint().isEmpty());
                },
                end.text,
                model.bookmarks);
        return star;
    }

    private Button bookmarks(EndpointViewModel end, String name) {
        ContextMenu menu = new ContextMenu();
        Button open = Ui.iconButton(Feather.BOOKMARK, "Bookmarks for the " + name.toLowerCase(Locale.ROOT), () -> {});
        open.setOnAction(event -> {
            menu.getItems()
                    .setAll(model.bookmarks.stream()
                            .map(text -> {
                                MenuItem item = new MenuItem(text);
                                item.setMnemonicParsing(false);
                                item.setOnAction(chosen -> end.text.set(text));
                                return item;
                            })
                            .toList());
            if (menu.getItems().isEmpty()) {
                MenuItem none = new MenuItem("No bookmarks yet: click the star to save an endpoint");
                none.setDisable(true);
                menu.getItems().add(none);
            }
            menu.show(open, Side.BOTTOM, 0, 0);
        });
        return open;
    }

    private VBox constraints() {
        CheckBox secure = Ui.box("secure", "Only options that encrypt the data", model.secure);
        CheckBox dedicated = Ui.box("dedicated", "Dedicated path (no other traffic)", model.dedicated);
        dedicated.setTooltip(new Tooltip("Allows UDP transports without congestion control, up to a maximum rate."));
        DatePicker date = Ui.id("deadline", new DatePicker());
        date.setPromptText("no deadline");
        date.setPrefWidth(140);
        date.setAccessibleText("Deadline, date");
        date.valueProperty().bindBidirectional(model.deadlineDate);
        TextField time = Ui.field("deadline-time", "Deadline, time of day", model.deadlineTime);
        time.setPrefColumnCount(4);
        time.disableProperty().bind(model.deadlineDate.isNull());
        FlowPane choices = new FlowPane(
                18,
                8,
                secure,
                dedicated,
                Ui.row(6, Ui.label("Deadline", "muted"), date, time),
                Ui.row(6, Ui.label("Prefer", "muted"), prefer()));
        return Ui.card(
                Ui.label("Preferences", "section"),
                choices,
                Ui.label(model.deadlineError(), "error-text"),
                new FilterView(model.filters));
    }

    private MenuButton prefer() {
        MenuButton menu = new MenuButton(model.preferText());
        menu.setAccessibleText("Preferred protocols");
        for (Protocol protocol : EndpointsViewModel.PREFERABLE) {
            CheckMenuItem item = new CheckMenuItem(protocol.scheme());
            item.setOnAction(event -> {
                if (item.isSelected()) {
                    model.prefer.add(protocol);
                } else {
                    model.prefer.remove(protocol);
                }
                menu.setText(model.preferText());
            });
            menu.getItems().add(item);
        }
        return menu;
    }

    private GridPane finding(SearchViewModel search) {
        SearchView discovery = new SearchView(search, replica -> model.source.text.set(replica.url()));
        return Ui.grow(Ui.halves(new RecentView(model), discovery));
    }
}
