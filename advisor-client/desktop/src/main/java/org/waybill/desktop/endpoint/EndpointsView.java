package org.waybill.desktop.endpoint;

import java.io.File;
import java.util.List;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.StringProperty;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;

/** The first screen: two ends and what matters to the user. */
public final class EndpointsView extends VBox {
    private static final String FORMS = "a path, user@host:path, or a URL: sftp, ftp, ftps, gsiftp, http, https, dav, "
            + "davs, waybill";

    public EndpointsView(EndpointsViewModel model, Runnable onNext) {
        setSpacing(18);
        setPadding(new Insets(28));
        Label title = new Label("What should be moved, and where to?");
        title.getStyleClass().add("title-2");
        Label forms = new Label("Each end is " + FORMS + ".");
        forms.setWrapText(true);
        forms.getStyleClass().add("text-muted");

        GridPane ends = new GridPane();
        ends.setHgap(10);
        ends.setVgap(6);
        addEnd(ends, 0, "Source", "source", model.source(), model.sourceError());
        addEnd(ends, 2, "Destination", "destination", model.destination(), model.destinationError());

        CheckBox secure = new CheckBox("Only ways that encrypt the data");
        secure.setId("secure");
        secure.selectedProperty().bindBidirectional(model.secure());
        CheckBox dedicated = new CheckBox("The path is dedicated: nobody else uses it");
        dedicated.setId("dedicated");
        dedicated.selectedProperty().bindBidirectional(model.dedicated());

        Button swap = new Button("Swap ends");
        swap.setOnAction(event -> model.swap());
        Button next = new Button("Find the best way");
        next.setId("advise");
        next.setDefaultButton(true);
        next.disableProperty().bind(model.isComplete().not());
        next.setOnAction(event -> onNext.run());
        HBox buttons = new HBox(10, next, swap);
        getChildren().addAll(title, forms, ends, secure, dedicated, buttons);
    }

    private void addEnd(GridPane ends, int row, String name, String id, StringProperty text,
            ReadOnlyStringProperty error) {
        TextField field = new TextField();
        field.setId(id);
        field.setAccessibleText(name);
        field.setPromptText(FORMS);
        field.textProperty().bindBidirectional(text);
        acceptDroppedFile(field);
        Label label = new Label(name);
        label.setLabelFor(field);
        Label wrong = new Label();
        wrong.setId(id + "-error");
        wrong.setWrapText(true);
        wrong.getStyleClass().add("danger");
        wrong.textProperty().bind(error);
        Button file = new Button("File ...");
        file.setAccessibleText("Choose a file as " + name);
        file.setOnAction(event -> set(text, new FileChooser().showOpenDialog(getScene().getWindow())));
        Button folder = new Button("Folder ...");
        folder.setAccessibleText("Choose a folder as " + name);
        folder.setOnAction(event -> set(text, new DirectoryChooser().showDialog(getScene().getWindow())));
        GridPane.setHgrow(field, Priority.ALWAYS);
        ends.addRow(row, label, field, file, folder);
        ends.add(wrong, 1, row + 1, 3, 1);
    }

    private static void acceptDroppedFile(TextField field) {
        field.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles()) {
                event.acceptTransferModes(TransferMode.COPY);
            }
            event.consume();
        });
        field.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                field.setText(files.getFirst().getPath());
            }
            event.setDropCompleted(!files.isEmpty());
            event.consume();
        });
    }

    private static void set(StringProperty text, @org.jspecify.annotations.Nullable File chosen) {
        if (chosen != null) {
            text.set(chosen.getPath());
        }
    }
}
