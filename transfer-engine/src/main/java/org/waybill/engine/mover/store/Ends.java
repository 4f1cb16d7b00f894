package org.waybill.engine.mover.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.engine.TransferException;

/** The two connections of one thread. */
final class Ends implements AutoCloseable {
    private volatile Store source;
    private volatile Store target;
    private final Set<Ends> more = ConcurrentHashMap.newKeySet();

    Ends(Store source, Store target) {
        this.source = source;
        this.target = target;
    }

    Store source() {
        return source;
    }

    Store target() {
        return target;
    }

    /** Two more connections to the same ends; any thread may ask. */
    Ends more() throws TransferException, InterruptedException {
        Store anotherSource = source.another();
        try {
            Ends opened = new Ends(anotherSource, target.another());
            more.add(opened);
            return opened;
        } catch (TransferException | InterruptedException e) {
            anotherSource.close();
            throw e;
        }
    }

    /** Fresh connections in place of ones that may be broken. */
    void renew() throws TransferException, InterruptedException {
        source = renewed(source);
        target = renewed(target);
    }

    private static Store renewed(Store old) throws TransferException, InterruptedException {
        Store fresh = old.another();
        if (fresh != old) {
            old.close();
        }
        return fresh;
    }

    /** Closes these connections and those made from them, whoever uses them now. */
    void cut() {
        close();
        more.forEach(Ends::close);
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
