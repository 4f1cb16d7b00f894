package org.waybill.engine.node;

/** Counts the sessions of peers that proved who they are, against the node's limit. */
final class SessionCount {
    private final int limit;
    private int sessions;

    SessionCount(int limit) {
        this.limit = limit;
    }

    synchronized boolean beginSession() {
        if (sessions >= limit) {
            return false;
        }
        sessions++;
        return true;
    }

    synchronized void endSession() {
        sessions--;
    }

    synchronized int sessions() {
        return sessions;
    }
}
