package org.waybill.client.discovery;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.driver.HostAddresses;

/**
 * Connects to a host that may have several addresses, some of them dead: the next address is tried when the one before
 * has failed or has not answered within 250 ms, families taking turns, and the first connection wins (RFC 8305,
 * "Happy Eyeballs"; sections 4, 5 and 8).
 */
final class Connector {
    private static final Duration ATTEMPT_DELAY = Duration.ofMillis(250);
    /** A thread that starts or wakes so late was kept off the processors. */
    private static final Duration BUSY = Duration.ofMillis(300);

    private Connector() {}

    /** What came of it: a socket, or why there is none. */
    sealed interface Outcome {
        record Connected(Socket socket, double millis) implements Outcome {}

        record Refused(PortState state) implements Outcome {}
    }

    /**
     * Tries the addresses for at most {@code patience}; sockets that lose are closed. Silence while this machine was
     * too busy to listen says nothing of the network: then they are tried once more.
     */
    static Outcome connect(List<InetAddress> addresses, int port, Duration patience) throws InterruptedException {
        return againIfBusy(patience, latestNs -> connect(addresses, port, patience, latestNs));
    }

    /** A try that also says by how much an attempt began, or it ended, later than it should have. */
    @FunctionalInterface
    interface Try {
        Outcome run(AtomicLong latestNs) throws InterruptedException;
    }

    /** What a try gives, or a second one where the first heard nothing and was kept off the processors. */
    static Outcome againIfBusy(Duration patience, Try once) throws InterruptedException {
        AtomicLong latestNs = new AtomicLong();
        Outcome first = once.run(latestNs);
        boolean busy = latestNs.get() > Math.min(BUSY.toNanos(), patience.toNanos() / 4);
        return busy && first instanceof Outcome.Refused refused && refused.state() == PortState.FILTERED
                ? once.run(latestNs)
                : first;
    }

    private static Outcome connect(List<InetAddress> addresses, int port, Duration patience, AtomicLong latestNs)
            throws InterruptedException {
        List<InetAddress> order = alternate(addresses);
        BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        List<Thread> attempts = new ArrayList<>();
        long endNs = System.nanoTime() + patience.toNanos();
        Outcome.@Nullable Refused worst = null;
        int pending = 0;
        int next = 0;
        try {
            while (true) {
                if (next < order.size()) {
                    InetAddress address = order.get(next++);
                    long dueNs = System.nanoTime();
                    attempts.add(Thread.ofVirtual().start(() -> {
                        latestNs.accumulateAndGet(System.nanoTime() - dueNs, Math::max);
                        outcomes.add(attempt(address, port, endNs));
                    }));
                    pending++;
                }
                long waitNs = next < order.size() ? ATTEMPT_DELAY.toNanos() : endNs - System.nanoTime();
                Outcome outcome = outcomes.poll(Math.max(1, waitNs), TimeUnit.NANOSECONDS);
                if (outcome instanceof Outcome.Connected connected) {
                    if (!order.getFirst().equals(connected.socket().getInetAddress())) {
                        HostAddresses.answered(
                                new InetSocketAddress(connected.socket().getInetAddress(), port));
                    }
                    return connected;
                }
                if (outcome instanceof Outcome.Refused refused) {
                    pending--;
                    worst = moreTelling(worst, refused);
                }
                boolean late = endNs - System.nanoTime() <= 0;
                if (late) {
                    latestNs.accumulateAndGet(System.nanoTime() - endNs, Math::max);
                }
                if (next >= order.size() && (pending == 0 || late)) {
                    return worst == null ? new Outcome.Refused(PortState.FILTERED) : worst;
                }
            }
        } finally {
            attempts.forEach(Thread::interrupt);
            closeLosers(attempts, outcomes);
        }
    }

    /** Attempts still under way may yet succeed: late connections are closed. */
    private static void closeLosers(List<Thread> attempts, BlockingQueue<Outcome> outcomes) {
        if (attempts.size() < 2) {
            return;
        }
        Thread.ofVirtual().start(() -> {
            try {
                for (Thread attempt : attempts) {
                    attempt.join();
                }
                for (Outcome outcome : outcomes) {
                    if (outcome instanceof Outcome.Connected connected) {
                        connected.socket().close();
                    }
                }
            } catch (InterruptedException | IOException ignored) {
                // no one waits for it
            }
        });
    }

    private static Outcome attempt(InetAddress address, int port, long endNs) {
        long startNs = System.nanoTime();
        int millis = (int) Math.max(1, (endNs - startNs) / 1_000_000);
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, port), millis);
            socket.setTcpNoDelay(true);
            return new Outcome.Connected(socket, (System.nanoTime() - startNs) / 1e6);
        } catch (IOException e) {
            close(socket);
            return new Outcome.Refused(stateOf(e));
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // it was never open
        }
    }

    private static PortState stateOf(IOException failure) {
        if (failure instanceof SocketTimeoutException) {
            return PortState.FILTERED;
        }
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof ConnectException && message.contains("refused")) {
            return PortState.CLOSED;
        }
        return message.contains("timed out") || message.contains("reset") ? PortState.FILTERED : PortState.UNREACHABLE;
    }

    /** A refusal says that the host lives; silence says more than an address that the network does not know. */
    private static Outcome.Refused moreTelling(Outcome.@Nullable Refused one, Outcome.Refused other) {
        return one != null && one.state().compareTo(other.state()) <= 0 ? one : other;
    }

    /** The families in turn, beginning with the one that the system put first (RFC 8305, section 4). */
    static List<InetAddress> alternate(List<InetAddress> addresses) {
        if (addresses.isEmpty()) {
            return addresses;
        }
        boolean sixFirst = addresses.getFirst() instanceof Inet6Address;
        List<InetAddress> first = new ArrayList<>();
        List<InetAddress> second = new ArrayList<>();
        for (InetAddress address : addresses) {
            (address instanceof Inet6Address == sixFirst ? first : second).add(address);
        }
        List<InetAddress> turns = new ArrayList<>();
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            if (i < first.size()) {
                turns.add(first.get(i));
            }
            if (i < second.size()) {
                turns.add(second.get(i));
            }
        }
        return turns;
    }
}
