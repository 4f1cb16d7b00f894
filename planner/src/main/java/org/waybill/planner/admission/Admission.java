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
 * speak, the idle, the idle and trusted), the oldest. A connection that transfers data is never closed.
 *
 * <p>Times are those of any clock that only goes forward, in nanoseconds. It notifies those that it closes when its
 * lock is free again, in the calling thread. For any threads.
 */
public final class Admission {
    private static final int MOST_KNOWN = 1024;
    private static final int STRANGERS = Phase.IDLE.ordinal();
    private static final int EVICTABLE = Phase.WORKS.ordinal();

    private final AdmissionLimits limits;
    private final Map<Prefix, AddressConnections<Slot>> addresses = new HashMap<>();
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

    /** What a connection has phase. A REGULAR is idle and trusted; GONE has no place. */
    private enum Phase {
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
        List<Slot> gone = new ArrayList<>();
        Slot slot = new Slot(address, drop, nowNs);
        boolean admitted;
        synchronized (this) {
            admitted = makeRoom(slot, gone);
            if (admitted) {
                slot.enter(Phase.SILENT, nowNs);
            }
        }
        gone.forEach(left -> left.drop.run());
        return admitted ? Optional.of(slot) : Optional.empty();
    }

    private boolean makeRoom(Slot slot, List<Slot> gone) {
        boolean friend = slot.isKnown();
        AddressConnections<Slot> own = addresses.get(slot.address());
        int ownStrangers = own == null ? 0 : own.count(STRANGERS);
        int ownConnections = own == null ? 0 : own.connections();
        return room(friend || ownStrangers < limits.strangersPerAddress(), STRANGERS, slot.address(), gone)
                && room(ownConnections < limits.connectionsPerAddress(), EVICTABLE, slot.address(), gone)
                && room(
                        friend || strangersOf(slot.network()) < limits.strangersPerNetwork(),
                        STRANGERS,
                        slot.network(),
                        gone)
                && room(
                        friend || strangersOf(slot.region()) < 2 * limits.strangersPerNetwork(),
                        STRANGERS,
                        slot.region(),
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
     * @param kinds which may go: this number of the first
     * @param within of which address, network or region; null for any
     */
    private boolean room(boolean enough, int kinds, @Nullable Prefix within, List<Slot> gone) {
        if (enough) {
            return true;
        }
        Optional<AddressConnections<Slot>> most = (within == null
                        ? addresses.values().stream()
                        : heldBy(within).stream())
                .filter(held -> held.count(kinds) > 0)
                .min(Comparator.comparing((AddressConnections<Slot> held) ->
                                held.first(kinds).isKnown())
                        .thenComparing(held -> -held.count(kinds))
                        .thenComparing(
                                (one, other) -> Long.signum(one.first(kinds).sinceNs - other.first(kinds).sinceNs)));
        most.ifPresent(held -> {
            Slot slot = held.first(kinds);
            slot.enter(Phase.GONE, slot.sinceNs);
            gone.add(slot);
        });
        return most.isPresent();
    }

    private List<AddressConnections<Slot>> heldBy(Prefix within) {
        AddressConnections<Slot> one = addresses.get(within);
        return one != null
                ? List.of(one)
                : addresses.entrySet().stream()
                        .filter(entry -> within.includes(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
    }

    /**
     * Closes connections that have taken too long, and lets others begin their key exchange. Call it some times a
     * second.
     */
    public void tick(long nowNs) {
        List<Slot> late;
        List<Runnable> begun;
        synchronized (this) {
            late = addresses.values().stream()
                    .flatMap(held -> held.list(STRANGERS).stream())
                    .filter(slot -> slot.isLate(nowNs))
                    .toList();
            late.forEach(slot -> slot.enter(Phase.GONE, nowNs));
            begun = turns.take(nowNs);
        }
        late.forEach(slot -> slot.drop.run());
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

    /** A connection and what it has phase. */
    private final class Slot implements ConnectionSlot, HandshakeQueue.Waiting {
        private final List<Prefix> prefixes;
        private final Runnable drop;
        private long sinceNs;
        private Phase phase = Phase.GONE;
        private @Nullable Runnable begin;
        private boolean exchanging;
        private boolean trusted;

        Slot(byte[] address, Runnable drop, long nowNs) {
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
                                    : phase == Phase.SILENT
                                            ? limits.times().firstByte()
                                            : limits.times().proof())
                            .toNanos();
        }

        void enter(Phase next, long fromNs) {
            vacate();
            phase = next;
            sinceNs = fromNs;
            occupy();
            if (exchanging && (next == Phase.WORKS || next == Phase.IDLE || next == Phase.REGULAR)) {
                exchanging = false;
                turns.giveBack(address());
            }
        }

        private void occupy() {
            if (phase == Phase.GONE) {
                return;
            }
            connections++;
            AddressConnections<Slot> held =
                    addresses.computeIfAbsent(address(), _ -> new AddressConnections<>(EVICTABLE));
            held.enter();
            if (phase != Phase.WORKS) {
                held.add(phase.ordinal(), this);
            }
            countStranger(1);
        }

        private void vacate() {
            turns.remove(this);
            AddressConnections<Slot> held = addresses.get(address());
            if (phase == Phase.GONE || held == null) {
                return;
            }
            connections--;
            if (phase != Phase.WORKS) {
                held.remove(phase.ordinal(), this);
            }
            if (held.leave()) {
                addresses.remove(address());
            }
            countStranger(-1);
        }

        private void countStranger(int change) {
            if (phase.ordinal() < STRANGERS) {
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

        private void change(Phase next, long nowNs) {
            synchronized (Admission.this) {
                if (phase != Phase.GONE) {
                    enter(next, nowNs);
                }
            }
        }

        @Override
        public void spoke(long nowNs) {
            synchronized (Admission.this) {
                if (phase == Phase.SILENT) {
                    enter(Phase.SPEAKS, sinceNs);
                } else if (phase == Phase.IDLE || phase == Phase.REGULAR) {
                    enter(phase, nowNs);
                }
            }
        }

        @Override
        public void awaitTurn(Runnable ready, long nowNs) {
            List<Runnable> begun = List.of();
            synchronized (Admission.this) {
                if (phase != Phase.GONE) {
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
            change(Phase.WORKS, nowNs);
        }

        @Override
        public void idles(long nowNs) {
            change(trusted ? Phase.REGULAR : Phase.IDLE, nowNs);
        }

        @Override
        public void owes(long nowNs) {
            change(Phase.SPEAKS, nowNs);
        }

        @Override
        public void leave() {
            change(Phase.GONE, sinceNs);
        }
    }
}
