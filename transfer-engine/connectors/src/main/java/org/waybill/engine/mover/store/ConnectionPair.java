package org.waybill.engine.mover.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The two connections of one thread. */
public final class ConnectionPair implements AutoCloseable {
    private volatile Store source;
    private volatile Store target;
    private final boolean ownsSource;
    private final boolean ownsTarget;
    private final Set<ConnectionPair> more = ConcurrentHashMap.newKeySet();

    public ConnectionPair(Store source, Store target) {
        this(source, target, true, true);
    }

    private ConnectionPair(Store source, Store target, boolean ownsSource, boolean ownsTarget) {
        this.source = source;
        this.target = target;
        this.ownsSource = ownsSource;
        this.ownsTarget = ownsTarget;
    }

    public Store source() {
        return source;
    }

    public Store target() {
        return target;
    }

    /** Whether a copy that failed can be started again. */
    boolean canRepeat() {
        return source.canReadAgain() && target.canWriteAgain();
    }

    /** Two more connections to the same ends; any thread may ask. */
    public ConnectionPair more() throws TransferException, InterruptedException {
        Store mine = source;
        Store anotherSource = mine.another();
        try {
            Store mineToo = target;
            Store anotherTarget = mineToo.another();
            // a store that serves several threads is closed by its first owner alone
            ConnectionPair opened =
                    new ConnectionPair(anotherSource, anotherTarget, anotherSource != mine, anotherTarget != mineToo);
            more.add(opened);
            return opened;
        } catch (TransferException | InterruptedException e) {
            if (anotherSource != mine) {
                anotherSource.close();
            }
            throw e;
        }
    }

    /** Fresh connections in place of ones that may be broken. */
    void renew() throws TransferException, InterruptedException {
        renew(true);
        renew(false);
    }

    /** A fresh connection in place of one that may be broken. */
    public void renew(boolean ofSource) throws TransferException, InterruptedException {
        if (ofSource) {
            source = source.renewed();
        } else {
            target = target.renewed();
        }
    }

    /**
     * What a failure means where the server answers other questions: that its trouble is with one file alone.
     *
     * @param from what was read
     * @param to what was to be written
     */
    TransferException judged(TransferException failure, String from, String to) throws InterruptedException {
        if (failure.reason() != Reason.CONNECTION_LOST
                || !(source.isServersTrouble(failure) || target.isServersTrouble(failure))) {
            return failure;
        }
        try {
            renew();
            source.stat(StorePath.parent(from));
            target.stat(StorePath.parent(to));
        } catch (TransferException e) {
            if (e.isRetriable()) {
                return failure;
            }
        }
        return failure.briefly();
    }

    /** Closes these connections and those made from them, even if they are in use. */
    void cut() {
        closeBoth();
        more.forEach(ConnectionPair::closeBoth);
    }

    private void closeBoth() {
        source.close();
        target.close();
    }

    @Override
    public void close() {
        if (ownsSource) {
            source.close();
        }
        if (ownsTarget) {
            target.close();
        }
    }
}
