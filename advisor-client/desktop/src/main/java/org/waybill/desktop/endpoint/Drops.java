package org.waybill.desktop.endpoint;

import java.io.File;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.ClipboardContent;
import javafx.scene.input.TransferMode;
import org.waybill.client.endpoint.Endpoint;

/** Files that are dragged into the window and out of it. */
final class Drops {
    private Drops() {}

    /** Has {@code takes} take files of this machine that are dropped on a part. */
    static void take(Node part, Consumer<List<File>> takes) {
        part.setOnDragOver(event -> {
            if (event.getDragboard().hasFiles() && event.getGestureSource() != part) {
                event.acceptTransferModes(TransferMode.COPY);
            }
            event.consume();
        });
        part.setOnDragDropped(event -> {
            List<File> files = event.getDragboard().getFiles();
            if (!files.isEmpty()) {
                takes.accept(files);
            }
            event.setDropCompleted(!files.isEmpty());
            event.consume();
        });
    }

    /** Starts to drag: files of this machine as files, others by their URLs. */
    static void offer(Node part, List<Endpoint> ends) {
        if (!ends.isEmpty()) {
            part.startDragAndDrop(TransferMode.COPY).setContent(content(ends));
        }
    }

    static ClipboardContent content(List<Endpoint> ends) {
        ClipboardContent content = new ClipboardContent();
        if (ends.getFirst().isLocal()) {
            content.putFiles(
                    ends.stream().map(one -> new File(one.location().path())).toList());
        }
        content.putString(String.join("\n", ends.stream().map(Endpoint::format).toList()));
        return content;
    }
}
