package org.waybill.engine.mover.ftp;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.engine.mover.store.StoreProvider;

/** The servers that have failed to send straight to one, which then is not tried again in a run. For many threads. */
public final class DirectWays {
    private final Set<Object> closed = ConcurrentHashMap.newKeySet();

    /** @param sender the account of a server, the same for all its connections */
    public boolean isClosedTo(Object sender) {
        return closed.contains(sender);
    }

    /** Notes that there is no way, and says so once. */
    public void close(Object sender, StoreProvider.Events events, String from, String to, String why) {
        if (closed.add(sender)) {
            events.tell(
                    "THROUGH_THIS_MACHINE",
                    from + " cannot send straight to " + to + " (" + why + "): the data pass through this machine");
        }
    }
}
