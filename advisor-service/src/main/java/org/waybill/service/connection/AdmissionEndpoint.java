package org.waybill.service.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.admission.Admission;
import org.waybill.planner.admission.AdmissionLimits;
import org.waybill.planner.admission.ConnectionSlot;

/**
 * Tomcat's listening port with a bounded number of places. Tomcat itself takes thousands of connections of any client,
 * each of which may be silent for a time-out, and begins that time-out again with every byte. Here a connection without
 * a whole request is a stranger, one that waits for its next request is idle, and one whose request is answered works.
 */
final class AdmissionEndpoint extends NioEndpoint {
    private static final long TICK_MILLIS = 100;
    private static final ThreadLocal<@Nullable PendingConnection> CURRENT = new ThreadLocal<>();

    private Admission admission;
    private final Map<SocketChannel, PendingConnection> pendingBySocket = new ConcurrentHashMap<>();
    private @Nullable ScheduledFuture<?> ticks;

    AdmissionEndpoint(AdmissionLimits limits) {
        this.admission = new Admission(limits, System.nanoTime());
    }

    void limit(AdmissionLimits limits) {
        admission = new Admission(limits, System.nanoTime());
    }

    /** A connection that has a place. */
    private static final class PendingConnection {
        private final ConnectionSlot place;
        /** Whether a request of it is awaited or only started. */
        private boolean owes = true;
        /** Whether it has been given a turn to exchange keys, or waits for it. */
        private volatile boolean exchanging;

        private boolean served;

        PendingConnection(ConnectionSlot place) {
            this.place = place;
        }
    }

    /** The connection of this thread has sent what was awaited of its request. */
    static void requestIsHere() {
        PendingConnection pending = CURRENT.get();
        if (pending != null) {
            pending.served = true;
            pending.place.works(System.nanoTime());
        }
    }

    /** The connection of this thread is to send more of its request. */
    static void restIsAwaited() {
        PendingConnection pending = CURRENT.get();
        if (pending != null) {
            pending.place.owes(System.nanoTime());
        }
    }

    /** The connection of this thread belongs to a client with an account. */
    static void secretWasRight() {
        PendingConnection pending = CURRENT.get();
        if (pending != null) {
            pending.place.trusted();
        }
    }

    @Override
    public void startInternal() throws Exception {
        super.startInternal();
        ticks = getUtilityExecutor()
                .scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void stopInternal() {
        ScheduledFuture<?> running = ticks;
        if (running != null) {
            running.cancel(false);
        }
        super.stopInternal();
    }

    private void tick() {
        if (admission.hasStrangers()) {
            admission.tick(System.nanoTime());
        }
    }

    @Override
    protected boolean setSocketOptions(SocketChannel channel) {
        ConnectionSlot place = admission
                .enter(channel.socket().getInetAddress().getAddress(), () -> sendAway(channel), System.nanoTime())
                .orElse(null);
        if (place == null) {
            // the acceptor itself closes only what has been set up
            destroySocket(channel);
            return false;
        }
        pendingBySocket.put(channel, new PendingConnection(place));
        boolean served = super.setSocketOptions(channel);
        if (!served) {
            forget(channel);
        }
        return served;
    }

    private void sendAway(SocketChannel channel) {
        try {
            channel.socket().setSoLinger(true, 0);
            SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
            if (wrapper == null) {
                channel.close();
            } else {
                wrapper.close();
            }
        } catch (IOException e) {
            getLog().debug("closing a connection", e);
        }
    }

    private void forget(@Nullable SocketChannel channel) {
        PendingConnection pending = channel == null ? null : pendingBySocket.remove(channel);
        if (pending != null) {
            pending.place.leave();
        }
    }

    private @Nullable PendingConnection pending(SocketWrapperBase<NioChannel> wrapper) {
        SocketChannel channel = wrapper.getSocket().getIOChannel();
        return channel == null ? null : pendingBySocket.get(channel);
    }

    @Override
    public boolean processSocket(SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
        PendingConnection pending = event == SocketEvent.OPEN_READ ? pending(wrapper) : null;
        if (pending != null) {
            pending.place.spoke(System.nanoTime());
            if (isSSLEnabled() && !pending.exchanging) {
                // nothing more of it is read until then
                pending.exchanging = true;
                pending.place.awaitTurn(() -> super.processSocket(wrapper, event, dispatch), System.nanoTime());
                return true;
            }
        }
        return super.processSocket(wrapper, event, dispatch);
    }

    @Override
    public void setHandler(Handler<NioChannel> handler) {
        super.setHandler(new MonitoredHandler(handler));
    }

    /** What the container makes of a connection's bytes, and what that says of the connection. */
    private final class MonitoredHandler implements Handler<NioChannel> {
        private final Handler<NioChannel> plain;

        MonitoredHandler(Handler<NioChannel> plain) {
            this.plain = plain;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
            PendingConnection pending = pending(wrapper);
            if (pending == null) {
                return plain.process(wrapper, event);
            }
            pending.served = false;
            CURRENT.set(pending);
            try {
                SocketState state = plain.process(wrapper, event);
                note(pending, state);
                return state;
            } finally {
                CURRENT.remove();
            }
        }

        private void note(PendingConnection pending, SocketState state) {
            if (state == SocketState.OPEN) {
                pending.owes = false;
                pending.place.idles(System.nanoTime());
            } else if (state == SocketState.LONG && (pending.served || !pending.owes)) {
                pending.owes = true;
                pending.place.owes(System.nanoTime());
            }
        }

        @Override
        public Object getGlobal() {
            return plain.getGlobal();
        }

        @Override
        public void release(SocketWrapperBase<NioChannel> wrapper) {
            forget(wrapper.getSocket().getIOChannel());
            plain.release(wrapper);
        }

        @Override
        public void pause() {
            plain.pause();
        }

        @Override
        public void recycle() {
            plain.recycle();
        }
    }
}
