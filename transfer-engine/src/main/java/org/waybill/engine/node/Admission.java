package org.waybill.engine.node;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** Counts what peers hold open, against the node's limits. */
final class Admission {
    private final NodeLimits limits;
    private final Map<InetAddress, Integer> connections = new HashMap<>();
    private int handshakes;
    private int sessions;

    Admission(NodeLimits limits) {
        this.limits = limits;
    }

    /** A new connection; false if there are too many. Each one counts as a handshake until it proved who it is. */
    synchronized boolean enter(InetAddress address) {
        int held = connections.getOrDefault(address, 0);
        if (handshakes >= limits.handshakes() || held >= limits.connectionsPerAddress()) {
            return false;
        }
        handshakes++;
        connections.put(address, held + 1);
        return true;
    }

    synchronized void handshakeOver() {
        handshakes--;
    }

    synchronized void leave(InetAddress address) {
        connections.computeIfPresent(address, (_, held) -> held == 1 ? null : held - 1);
    }

    synchronized boolean beginSession() {
        if (sessions >= limits.sessions()) {
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
