package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.ForwardingListener;
import org.waybill.engine.TransferListener;

/** Remembers what of a transfer was to be kept on request, as owners, and is not. */
final class NotKept extends ForwardingListener {
    /** The first text of each event. */
    private final Map<String, String> texts = new LinkedHashMap<>();

    /** @param also hears everything too */
    NotKept(TransferListener also) {
        super(also);
    }

    @Override
    public void onEvent(String code, String text) {
        if (Extra.isNotKept(code)) {
            synchronized (texts) {
                texts.putIfAbsent(code, text);
            }
        }
        super.onEvent(code, text);
    }

    List<String> texts() {
        synchronized (texts) {
            return new ArrayList<>(texts.values());
        }
    }
}
