package org.waybill.engine.node;

import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message;

/** What a client has said of the request that it makes next. */
final class RequestCopyRules {
    private final List<String> words = new ArrayList<>();
    private PeerLimits limits = limits();
    private CopyRules rules = CopyRules.USUAL;

    private static PeerLimits limits() {
        return PeerLimits.listing("what is said of a request");
    }

    /** @throws TransferException for what this version does not know, or is too much */
    void add(Message.Rules part) throws TransferException {
        for (String word : part.words()) {
            limits.take(word.length());
            words.add(word);
        }
        if (part.last()) {
            rules = CopyRulesText.parse(words);
            words.clear();
            limits = limits();
        }
    }

    /** For the request, and for no other. */
    CopyRules take() {
        CopyRules taken = rules;
        rules = CopyRules.USUAL;
        return taken;
    }
}
