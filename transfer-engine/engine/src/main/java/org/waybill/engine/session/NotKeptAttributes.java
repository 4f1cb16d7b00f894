package org.waybill.engine.session;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/**
 * What a session does not keep of owners, extended attributes, access control lists and hard links that it was to keep:
 * each kind is reported once, to the listener of this side and to the peer. For many threads.
 */
public final class NotKeptAttributes {
    private final PeerLink link;
    private final SessionSettings settings;
    private final Set<Extra> told = EnumSet.noneOf(Extra.class);
    private final Set<Extra> heard = EnumSet.noneOf(Extra.class);

    public NotKeptAttributes(PeerLink link, SessionSettings settings) {
        this.link = link;
        this.settings = settings;
    }

    /** This side could not. @param why by what it was */
    public void add(String path, Map<Extra, String> why) throws IOException {
        for (Map.Entry<Extra, String> one : why.entrySet()) {
            if (isNew(told, one.getKey())) {
                String text = EntryNames.printable(path.isEmpty() ? settings.name() : path) + ": " + one.getValue();
                settings.event(one.getKey().event(), one.getKey().notKept(text));
                link.send(new Message.NotKept(one.getKey(), text));
            }
        }
    }

    /** The peer could not. */
    public void heard(Message.NotKept news) throws WireException {
        if (!settings.rules().keeps(news.extra()) || !isNew(heard, news.extra())) {
            throw new WireException("it does not keep what was not requested, or says so twice");
        }
        settings.event(news.extra().event(), news.extra().notKept(news.why()));
    }

    private static boolean isNew(Set<Extra> known, Extra extra) {
        synchronized (known) {
            return known.add(extra);
        }
    }
}
