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
 * Tomcat's listening port with a bounded number of places. Tomcat itself takes thousands of connections of anybody,
 * each of which may be silent for a time-out, and begins that time-out again with every byte. Here a connection without
 * a whole request is a stranger, one that waits for its next request is idle, and one whose request is answered works.
 */
final class AdmissionEndpoint extends NioEndpoint {
    private static final long TICK_MILLIS = 100;
    private static final ThreadLocal<@Nullable Guest> CURRENT = new ThreadLocal<>();

    private Admission admission;
    private final Map<SocketChannel, Guest> guests = new ConcurrentHashMap<>();
    private @Nullable ScheduledFuture<?> ticks;

    AdmissionEndpoint(AdmissionLimits limits) {
        this.admission = new Admission(limits, System.nanoTime());
    }

    void limit(AdmissionLimits limits) {
        admission = new Admission(limits, System.nanoTime());
    }

    /** A connection that has a place. */
    private static final class Guest {
        private final ConnectionSlot place;
        /** Whether a request of it is awaited or only begun. */
        private boolean owes = true;
        /** Whether it has been given a turn to exchange keys, or waits for it. */
        private volatile boolean exchanging;

        private boolean served;

        Guest(ConnectionSlot place) {
            this.place = place;
        }
    }

    /** The connection of this thread has sent what was awaited of its request. */
    static void requestIsHere() {
        Guest guest = CURRENT.get();
        if (guest != null) {
            guest.served = true;
            guest.place.works(System.nanoTime());
        }
    }

    /** The connection of this thread is to send more of its request. */
    static void restIsAwaited() {
        Guest guest = CURRENT.get();
        if (guest != null) {
            guest.place.owes(System.nanoTime());
        }
    }

    /** The connection of this thread belongs to somebody with an account. */
    static void secretWasRight() {
        Guest guest = CURRENT.get();
        if (guest != null) {
            guest.place.trusted();
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
        guests.put(channel, new Guest(place));
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
        Guest guest = channel == null ? null : guests.remove(channel);
        if (guest != null) {
            guest.place.leave();
        }
    }

    private @Nullable Guest guest(SocketWrapperBase<NioChannel> wrapper) {
        SocketChannel channel = wrapper.getSocket().getIOChannel();
        return channel == null ? null : guests.get(channel);
    }

    @Override
    public boolean processSocket(SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
        Guest guest = event == SocketEvent.OPEN_READ ? guest(wrapper) : null;
        if (guest != null) {
            guest.place.spoke(System.nanoTime());
            if (isSSLEnabled() && !guest.exchanging) {
                // nothing more of it is read until then
                guest.exchanging = true;
                guest.place.awaitTurn(() -> super.processSocket(wrapper, event, dispatch), System.nanoTime());
                return true;
            }
        }
        return super.processSocket(wrapper, event, dispatch);
    }

    @Override
    public void setHandler(Handler<NioChannel> handler) {
        super.setHandler(new Watched(handler));
    }

    /** What the container makes of a connection's bytes, and what that says of the connection. */
    private final class Watched implements Handler<NioChannel> {
        private final Handler<NioChannel> plain;

        Watched(Handler<NioChannel> plain) {
            this.plain = plain;
        }

        @Override
        public SocketState process(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
            Guest guest = guest(wrapper);
            if (guest == null) {
                return plain.process(wrapper, event);
            }
            guest.served = false;
            CURRENT.set(guest);
            try {
                SocketState state = plain.process(wrapper, event);
                note(guest, state);
                return state;
            } finally {
                CURRENT.remove();
            }
        }

        private void note(Guest guest, SocketState state) {
            if (state == SocketState.OPEN) {
                guest.owes = false;
                guest.place.idles(System.nanoTime());
            } else if (state == SocketState.LONG && (guest.served || !guest.owes)) {
                guest.owes = true;
                guest.place.owes(System.nanoTime());
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
