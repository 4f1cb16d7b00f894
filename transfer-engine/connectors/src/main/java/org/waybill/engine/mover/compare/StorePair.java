package org.waybill.engine.mover.compare;

import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;

/** The two connections of one thread. */
final class StorePair {
    private Store source;
    private Store destination;

    StorePair(Store source, Store destination) {
        this.source = source;
        this.destination = destination;
    }

    Store source() {
        return source;
    }

    Store destination() {
        return destination;
    }

    /** A fresh connection in place of one that may be broken. */
    void renew(boolean ofSource) throws TransferException, InterruptedException {
        if (ofSource) {
            source = source.renewed();
        } else {
            destination = destination.renewed();
        }
    }

    /** Two more connections to the same ends. */
    StorePair another() throws TransferException, InterruptedException {
        Store mine = source.another();
        try {
            return new StorePair(mine, destination.another());
        } catch (TransferException | InterruptedException e) {
            if (mine != source) {
                mine.close();
            }
            throw e;
        }
    }

    /** Closes what {@link #another} opened. */
    void closeUnless(StorePair first) {
        if (source != first.source) {
            source.close();
        }
        if (destination != first.destination) {
            destination.close();
        }
    }
}
