package org.waybill.engine.session.sink;

import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * The order in which a source lists a tree: a directory, its files by name, then, one after the other by name, what is
 * in its directories. So that nothing is listed twice, below a file, or below what is not listed. For one thread.
 */
final class ManifestOrderCheck {
    private List<String> directory = List.of();
    private String lastFile = "";

    /**
     * The next entry.
     *
     * @param number of the entry; the first one is the root
     * @param isTree whether the root is a directory
     * @throws WireException if it cannot come after those before it
     */
    TreeEntry checked(Message.Entry sent, int number, boolean isTree) throws TransferException, WireException {
        TreeEntry entry = SinkNames.checked(sent, number, isTree);
        if (number > 0 && !(entry.directory() ? followsAsDirectory(entry.names()) : followsAsFile(entry.names()))) {
            throw new WireException("the manifest's entry " + number + " is listed twice, or not in its place");
        }
        if (entry.directory()) {
            directory = entry.names();
            lastFile = "";
        } else if (number > 0) {
            lastFile = entry.names().getLast();
        }
        return entry;
    }

    private boolean followsAsFile(List<String> names) {
        return names.subList(0, names.size() - 1).equals(directory)
                && names.getLast().compareTo(lastFile) > 0;
    }

    private boolean followsAsDirectory(List<String> names) {
        int above = names.size() - 1;
        return above <= directory.size()
                && names.subList(0, above).equals(directory.subList(0, above))
                && (above == directory.size() || names.getLast().compareTo(directory.get(above)) > 0);
    }
}
