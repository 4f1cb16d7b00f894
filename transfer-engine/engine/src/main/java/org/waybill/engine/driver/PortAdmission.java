package org.waybill.engine.driver;

import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.waybill.planner.admission.Admission;
import org.waybill.planner.admission.AdmissionLimits;

/** The places at a listening port, with the real clock: closes in time connections that show too little. */
public final class PortAdmission implements AutoCloseable {
    /** How exactly it keeps the limits' times. */
    private static final long TICK_NANOS = 50_000_000;

    private final Admission admission;
    private final Thread watch;
    private volatile boolean closed;

    /** @param name of what listens there, for its thread */
    public PortAdmission(String name, AdmissionLimits limits) {
        this.admission = new Admission(limits, System.nanoTime());
        this.watch = Thread.ofVirtual().name(name + " door").start(this::watch);
    }

    /** Takes a connection that has just been accepted, if there is a place for it. */
    public Optional<AdmittedConnection> enter(Socket socket) {
        AdmittedConnection visitor = new AdmittedConnection(socket);
        boolean admitted = visitor.at(admission
                .enter(socket.getInetAddress().getAddress(), visitor::sendAway, System.nanoTime())
                .orElse(null));
        LockSupport.unpark(watch);
        return admitted ? Optional.of(visitor) : Optional.empty();
    }

    /** Connections that have a place. */
    public int connections() {
        return admission.connections();
    }

    private void watch() {
        while (!closed) {
            if (admission.hasStrangers()) {
                LockSupport.parkNanos(TICK_NANOS);
            } else {
                LockSupport.park(this);
            }
            admission.tick(System.nanoTime());
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watch);
    }
}
