package org.waybill.engine.transport.simulation;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.waybill.engine.transport.TransportEndpoint;

/**
 * Runs two endpoints over a simulated path, single-threaded, so that one seed is one exactly repeatable run. Each end
 * has a clock of its own that may be stepped; each may change its address, after which what is sent to the old one is
 * lost.
 */
final class Simulation {
    private static final int LARGEST_DATAGRAM = 1472;
    /** A driver looks at the clock this often, independent of what it heard before the clock was stepped. */
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;

    /** A host: an endpoint that may be replaced, its address and its clock. */
    static final class Host {
        private final SimulatedLink out;
        private TransportEndpoint endpoint;
        private int address = 1;
        private long clockOffsetNs;
        private long flippedArrived;

        Host(SimulatedLink out, TransportEndpoint endpoint, long clockOffsetNs) {
            this.out = out;
            this.endpoint = endpoint;
            this.clockOffsetNs = clockOffsetNs;
        }

        void endpoint(TransportEndpoint next) {
            endpoint = next;
        }

        void changeAddress() {
            address++;
        }

        int address() {
            return address;
        }

        void stepClock(long byNs) {
            clockOffsetNs += byNs;
        }

        /** Datagrams with a wrong bit that reached a live endpoint. */
        long flippedArrived() {
            return flippedArrived;
        }
    }

    private record Delivery(
            long atNs, long order, Host to, int toAddress, int fromAddress, byte[] datagram, boolean flipped) {}

    private final PriorityQueue<Delivery> inFlight =
            new PriorityQueue<>(Comparator.comparingLong(Delivery::atNs).thenComparingLong(Delivery::order));
    private final Host one;
    private final Host two;
    private final ByteBuffer buffer = ByteBuffer.allocate(LARGEST_DATAGRAM);
    private long nowNs;
    private long order;
    private long steps;

    Simulation(Host one, Host two) {
        this.one = one;
        this.two = two;
    }

    long nowNs() {
        return nowNs;
    }

    long steps() {
        return steps;
    }

    /** Runs until a moment, or until both ends are done; returns whether they are. */
    boolean runUntil(long endNs, long maxSteps) {
        while (true) {
            if (one.endpoint.isDone() && two.endpoint.isDone()) {
                return true;
            }
            transmit(one, two);
            transmit(two, one);
            long nextNs = Math.min(dueNs(one), dueNs(two));
            if (!inFlight.isEmpty()) {
                nextNs = Math.min(nextNs, inFlight.peek().atNs());
            }
            if (nextNs >= endNs || steps >= maxSteps) {
                nowNs = Math.max(nowNs, Math.min(nextNs, endNs));
                return one.endpoint.isDone() && two.endpoint.isDone();
            }
            steps++;
            nowNs = Math.max(nowNs, nextNs);
            deliver();
            one.endpoint.onTimeout(nowNs + one.clockOffsetNs);
            two.endpoint.onTimeout(nowNs + two.clockOffsetNs);
        }
    }

    private long dueNs(Host host) {
        long due = host.endpoint.timeoutNs();
        if (due == TransportEndpoint.NO_TIMEOUT) {
            return Long.MAX_VALUE;
        }
        return Math.clamp(due - host.clockOffsetNs, nowNs, nowNs + LONGEST_SLEEP_NS);
    }

    private void deliver() {
        while (!inFlight.isEmpty() && inFlight.peek().atNs() <= nowNs) {
            Delivery next = inFlight.poll();
            if (next.toAddress() == next.to().address) {
                next.to().flippedArrived +=
                        next.flipped() && !next.to().endpoint.isDone() ? 1 : 0;
                next.to()
                        .endpoint
                        .onDatagram(
                                nowNs + next.to().clockOffsetNs, next.fromAddress(), ByteBuffer.wrap(next.datagram()));
            }
        }
    }

    private void transmit(Host from, Host to) {
        buffer.clear();
        while (from.endpoint.pollTransmit(nowNs + from.clockOffsetNs, buffer)) {
            byte[] datagram = new byte[buffer.position()];
            buffer.flip().get(datagram);
            buffer.clear();
            int toAddress = from.endpoint.transmitPath();
            from.out.send(
                    nowNs,
                    datagram,
                    (atNs, bytes, flipped) ->
                            inFlight.add(new Delivery(atNs, order++, to, toAddress, from.address, bytes, flipped)));
        }
    }
}
