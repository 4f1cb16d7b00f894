package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.store.KeptExtras;
import org.waybill.engine.mover.store.Store;

/**
 * Remembers what of a transfer was to be kept on request, as owners, and is not; and that an older node does not report what
 * it left out.
 */
final class NotKept extends ForwardingListener {
    /** The first text of each event. */
    private final Map<String, String> texts = new LinkedHashMap<>();

    /** @param also hears everything too */
    NotKept(TransferListener also) {
        super(also);
    }

    @Override
    public void onEvent(String code, String text) {
        if (Extra.isNotKept(code) || code.equals(NodeQueries.LEFT_OUT_UNKNOWN)) {
            synchronized (texts) {
                texts.putIfAbsent(code, text);
            }
        }
        super.onEvent(code, text);
    }

    /** What a copy between these endpoints would not keep, known before it starts. */
    static Map<Extra, String> planned(OpenEndpoints open, CopyRules rules) throws TransferException {
        if (open.source() instanceof NodeStore && open.destination() instanceof NodeStore) {
            return EngineMover.lackingBetweenNodes(rules.extras());
        }
        for (Store store : List.of(open.source(), open.destination())) {
            if (store instanceof NodeStore node) {
                return node.lacking(rules.extras());
            }
        }
        return new KeptExtras(open.source(), open.destination())
                .lacking(rules.extras(), open.trees().here().isDirectory());
    }

    /** The same events as the copy would cause. */
    void tell(Map<Extra, String> planned) {
        planned.forEach((extra, text) -> onEvent(extra.event(), text));
    }

    List<String> texts() {
        synchronized (texts) {
            return new ArrayList<>(texts.values());
        }
    }
}
