package org.waybill.planner.admission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The places at one port. Where there is none for a newcomer, another connection makes room for it: of an address that
 * nothing good is known of, of the one that holds most, of the kind that it holds most of (the silent, those that
 * speak, the idle, the idle and trusted), the oldest. Whoever is at work is never sent away.
 *
 * <p>Times are those of any clock that only goes forward, in nanoseconds. Whom it sends away it tells when its lock is
 * free again, in the calling thread. For any threads.
 */
public final class Admission {
    private static final int MOST_KNOWN = 1024;
    private static final int STRANGERS = Shown.IDLE.ordinal();
    private static final int EVICTABLE = Shown.WORKS.ordinal();

    private final AdmissionLimits limits;
    private final Map<Prefix, AddressConnections<Seat>> addresses = new HashMap<>();
    /** Strangers of networks and regions. */
    private final Map<Prefix, Integer> wider = new HashMap<>();
    /** Addresses of connections that were trusted; the longest known first. */
    private final Set<Prefix> known = new LinkedHashSet<>();

    private final HandshakeQueue turns;
    private int connections;
    private int strangers;

    public Admission(AdmissionLimits limits, long nowNs) {
        this.limits = limits;
        this.turns = new HandshakeQueue(limits.proofsPerSecond(), nowNs);
    }

    /** What a connection has shown. A REGULAR is idle and trusted; GONE has no place. */
    private enum Shown {
        SILENT,
        SPEAKS,
        IDLE,
        REGULAR,
        WORKS,
        GONE
    }

    /**
     * A place for a newcomer, if there is one.
     *
     * @param address 4 or 16 bytes
     * @param drop closes the connection, without waiting; never called after {@link ConnectionSlot#leave}
     */
    public Optional<ConnectionSlot> enter(byte[] address, Runnable drop, long nowNs) {
        List<Seat> gone = new ArrayList<>();
        Seat seat = new Seat(address, drop, nowNs);
        boolean admitted;
        synchronized (this) {
            admitted = makeRoom(seat, gone);
            if (admitted) {
                seat.show(Shown.SILENT, nowNs);
            }
        }
        gone.forEach(left -> left.drop.run());
        return admitted ? Optional.of(seat) : Optional.empty();
    }

    private boolean makeRoom(Seat seat, List<Seat> gone) {
        boolean friend = seat.isKnown();
        AddressConnections<Seat> own = addresses.get(seat.address());
        int ownStrangers = own == null ? 0 : own.count(STRANGERS);
        int ownConnections = own == null ? 0 : own.connections();
        return room(friend || ownStrangers < limits.strangersPerAddress(), STRANGERS, seat.address(), gone)
                && room(ownConnections < limits.connectionsPerAddress(), EVICTABLE, seat.address(), gone)
                && room(
                        friend || strangersOf(seat.network()) < limits.strangersPerNetwork(),
                        STRANGERS,
                        seat.network(),
                        gone)
                && room(
                        friend || strangersOf(seat.region()) < 2 * limits.strangersPerNetwork(),
                        STRANGERS,
                        seat.region(),
                        gone)
                && room(strangers < limits.strangers(), STRANGERS, null, gone)
                && room(connections < limits.connections(), EVICTABLE, null, gone);
    }

    private int strangersOf(Prefix prefix) {
        return wider.getOrDefault(prefix, 0);
    }

    /**
     * Sends one away where there is no room.
     *
     * @param kinds which may go: so many of the first
     * @param within of which address, network or region; null for any
     */
    private boolean room(boolean enough, int kinds, @Nullable Prefix within, List<Seat> gone) {
        if (enough) {
            return true;
        }
        Optional<AddressConnections<Seat>> most = (within == null
                        ? addresses.values().stream()
                        : heldBy(within).stream())
                .filter(held -> held.count(kinds) > 0)
                .min(Comparator.comparing((AddressConnections<Seat> held) ->
                                held.first(kinds).isKnown())
                        .thenComparing(held -> -held.count(kinds))
                        .thenComparing(
                                (one, other) -> Long.signum(one.first(kinds).sinceNs - other.first(kinds).sinceNs)));
        most.ifPresent(held -> {
            Seat seat = held.first(kinds);
            seat.show(Shown.GONE, seat.sinceNs);
            gone.add(seat);
        });
        return most.isPresent();
    }

    private List<AddressConnections<Seat>> heldBy(Prefix within) {
        AddressConnections<Seat> one = addresses.get(within);
        return one != null
                ? List.of(one)
                : addresses.entrySet().stream()
                        .filter(entry -> within.includes(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /** Sends away whoever has taken too long, and lets others begin their key exchange. Call it some times a second. */
    public void tick(long nowNs) {
        List<Seat> late;
        List<Runnable> begun;
        synchronized (this) {
            late = addresses.values().stream()
                    .flatMap(held -> held.list(STRANGERS).stream())
                    .filter(seat -> seat.isLate(nowNs))
                    .toList();
            late.forEach(seat -> seat.show(Shown.GONE, nowNs));
            begun = turns.take(nowNs);
        }
        late.forEach(seat -> seat.drop.run());
        begun.forEach(Runnable::run);
    }

    /** Whether {@link #tick} has anything to wait for. */
    public synchronized boolean hasStrangers() {
        return strangers > 0;
    }

    /** Connections that have a place. */
    public synchronized int connections() {
        return connections;
    }

    private void remember(Prefix address) {
        known.remove(address);
        known.add(address);
        if (known.size() > MOST_KNOWN) {
            known.remove(known.iterator().next());
        }
    }

    /** A connection and what it has shown. */
    private final class Seat implements ConnectionSlot, HandshakeQueue.Waiting {
        private final List<Prefix> prefixes;
        private final Runnable drop;
        private long sinceNs;
        private Shown shown = Shown.GONE;
        private @Nullable Runnable begin;
        private boolean exchanging;
        private boolean trusted;

        Seat(byte[] address, Runnable drop, long nowNs) {
            this.prefixes = Prefix.of(address);
            this.drop = drop;
            this.sinceNs = nowNs;
        }

        Prefix network() {
            return prefixes.get(1);
        }

        Prefix region() {
            return prefixes.get(2);
        }

        boolean isLate(long nowNs) {
            return nowNs - sinceNs
                    > (strangers <= limits.times().unhurried()
                                    ? limits.times().patience()
                                    : shown == Shown.SILENT
                                            ? limits.times().firstByte()
                                            : limits.times().proof())
                            .toNanos();
        }

        void show(Shown next, long fromNs) {
            leaveSeat();
            shown = next;
            sinceNs = fromNs;
            takeSeat();
            if (exchanging && (next == Shown.WORKS || next == Shown.IDLE || next == Shown.REGULAR)) {
                exchanging = false;
                turns.giveBack(address());
            }
        }

        private void takeSeat() {
            if (shown == Shown.GONE) {
                return;
            }
            connections++;
            AddressConnections<Seat> held =
                    addresses.computeIfAbsent(address(), _ -> new AddressConnections<>(EVICTABLE));
            held.enter();
            if (shown != Shown.WORKS) {
                held.add(shown.ordinal(), this);
            }
            countStranger(1);
        }

        private void leaveSeat() {
            turns.remove(this);
            AddressConnections<Seat> held = addresses.get(address());
            if (shown == Shown.GONE || held == null) {
                return;
            }
            connections--;
            if (shown != Shown.WORKS) {
                held.remove(shown.ordinal(), this);
            }
            if (held.leave()) {
                addresses.remove(address());
            }
            countStranger(-1);
        }

        private void countStranger(int change) {
            if (shown.ordinal() < STRANGERS) {
                strangers += change;
                for (Prefix prefix : prefixes.subList(1, prefixes.size())) {
                    wider.merge(prefix, change, (now, more) -> now + more == 0 ? null : now + more);
                }
            }
        }

        @Override
        public Prefix address() {
            return prefixes.getFirst();
        }

        @Override
        public boolean isKnown() {
            return known.contains(address());
        }

        @Override
        public long sinceNs() {
            return sinceNs;
        }

        @Override
        public Runnable take() {
            exchanging = true;
            Runnable ready = begin;
            begin = null;
            return ready == null ? () -> {} : ready;
        }

        private void change(Shown next, long nowNs) {
            synchronized (Admission.this) {
                if (shown != Shown.GONE) {
                    show(next, nowNs);
                }
            }
        }

        @Override
        public void spoke(long nowNs) {
            synchronized (Admission.this) {
                if (shown == Shown.SILENT) {
                    show(Shown.SPEAKS, sinceNs);
                } else if (shown == Shown.IDLE || shown == Shown.REGULAR) {
                    show(shown, nowNs);
                }
            }
        }

        @Override
        public void awaitTurn(Runnable ready, long nowNs) {
            List<Runnable> begun = List.of();
            synchronized (Admission.this) {
                if (shown != Shown.GONE) {
                    begin = ready;
                    turns.add(this);
                    begun = turns.take(nowNs);
                }
            }
            begun.forEach(Runnable::run);
        }

        @Override
        public void trusted() {
            synchronized (Admission.this) {
                trusted = true;
                remember(address());
            }
        }

        @Override
        public void works(long nowNs) {
            change(Shown.WORKS, nowNs);
        }

        @Override
        public void idles(long nowNs) {
            change(trusted ? Shown.REGULAR : Shown.IDLE, nowNs);
        }

        @Override
        public void owes(long nowNs) {
            change(Shown.SPEAKS, nowNs);
        }

        @Override
        public void leave() {
            change(Shown.GONE, sinceNs);
        }
    }
}
