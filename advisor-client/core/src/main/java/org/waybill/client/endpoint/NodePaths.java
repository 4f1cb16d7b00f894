package org.waybill.client.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;

/** Where a node may show a place of its machine: it serves a directory under paths of its own (decision 0302). */
public final class NodePaths {
    private NodePaths() {}

    /** What of a path may be its name at a node that serves a directory above it: the whole path first. */
    public static List<String> ends(String path, String real) {
        List<String> ends = new ArrayList<>();
        for (String one : List.of(path, real)) {
            for (int slash = 0; slash >= 0; slash = one.indexOf('/', slash + 1)) {
                ends.add(one.substring(slash));
            }
            ends.add("/");
        }
        return ends.stream().distinct().toList();
    }

    /** What the node shows there; what is not this client's to see is not the same place either. */
    public static Optional<Entry> look(Store node, String path) throws TransferException, InterruptedException {
        try {
            return node.stat(path);
        } catch (TransferException e) {
            if (e.reason() == Reason.PERMISSION || e.reason() == Reason.BAD_INPUT || e.reason() == Reason.UNSAFE) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
