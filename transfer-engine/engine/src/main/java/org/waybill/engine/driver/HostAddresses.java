package org.waybill.engine.driver;

import java.io.IOException;
import java.io.Serial;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.waybill.engine.Causes;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * Where names become addresses. All of a host's addresses are the host: where one is dead the next one is tried, and
 * its key or certificate is checked by its name.
 */
public final class HostAddresses {
    /**
     * How long name servers are waited for: the system gives the first one 5 s before it asks the next (resolv.conf(5)),
     * and where all are gone it takes 20 s or more.
     */
    public static final Duration LOOK_UP = Duration.ofSeconds(7);
    /** An address with others behind it gets no more than this. */
    private static final int OTHERS_WAIT_MILLIS = 4_000;

    /** Those that answered where one before them did not. */
    private static final Set<InetSocketAddress> LIVE = ConcurrentHashMap.newKeySet();

    private HostAddresses() {}

    /** No name server has said whether there is such a host. */
    private static final class UnansweredException extends UnknownHostException {
        @Serial
        private static final long serialVersionUID = 1;

        UnansweredException(String message) {
            super(message);
        }
    }

    /** Makes a connection of any kind. */
    @FunctionalInterface
    public interface Attempt<T> {
        T connect(InetSocketAddress address, int patienceMillis) throws IOException;
    }

    /** All addresses in the order that the system prefers; never empty. */
    public static List<InetAddress> of(String host) throws UnknownHostException {
        return of(host, LOOK_UP);
    }

    /** The same, for a thread that is not interrupted. @param patience how long a name server is waited for */
    public static List<InetAddress> of(String host, Duration patience) throws UnknownHostException {
        if (Thread.currentThread().isInterrupted()) {
            throw new UnknownHostException(host + ": interrupted");
        }
        CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
        Thread.ofVirtual().name("resolve-" + host).start(() -> {
            try {
                found.complete(InetAddress.getAllByName(host));
            } catch (UnknownHostException e) {
                found.completeExceptionally(e);
            }
        });
        try {
            return List.of(found.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException(host + ": interrupted");
        } catch (ExecutionException e) {
            throw (UnknownHostException) new UnknownHostException(host).initCause(e.getCause());
        } catch (TimeoutException _) {
            throw new UnansweredException("no name server answered for '" + host + "' within " + patience.toMillis()
                    + " ms: check the network, or give its address");
        }
    }

    /** An address that answered, and not as the first of its host: from now on it is tried first. */
    public static void answered(InetSocketAddress address) {
        LIVE.add(address);
    }

    private static Iterator<InetAddress> inOrder(String host, int port) throws UnknownHostException {
        return of(host).stream()
                .sorted(Comparator.comparing(one -> !LIVE.contains(new InetSocketAddress(one, port))))
                .iterator();
    }

    /** What it means that a look-up failed; one that was broken off says nothing of the host. */
    public static TransferException unknown(String host, Throwable cause) {
        if (Thread.currentThread().isInterrupted()) {
            return new TransferException(Reason.INTERRUPTED, "interrupted", cause);
        }
        UnansweredException unanswered = Causes.find(UnansweredException.class, cause);
        if (unanswered != null) {
            return new TransferException(Reason.UNKNOWN_HOST, ErrorText.of(unanswered), cause);
        }
        return new TransferException(Reason.UNKNOWN_HOST, "unknown host " + host + "; check its name", cause);
    }

    /**
     * Connects to the first address that answers, beginning with one that did so before.
     *
     * @param patienceMillis for the last one; those before get less time
     */
    public static <T> T connect(String host, int port, int patienceMillis, Attempt<T> attempt) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Iterator<InetAddress> all = inOrder(host, port); ; ) {
            InetSocketAddress address = new InetSocketAddress(all.next(), port);
            try {
                T made = attempt.connect(
                        address, all.hasNext() ? Math.min(patienceMillis, OTHERS_WAIT_MILLIS) : patienceMillis);
                if (!dead.isEmpty()) {
                    answered(address);
                }
                return made;
            } catch (SocketException | SocketTimeoutException e) {
                if (isBrokenOff(e)) {
                    throw e;
                }
                LIVE.remove(address);
                if (dead.isEmpty() && !all.hasNext()) {
                    throw e;
                }
                dead.add(address.getAddress().getHostAddress() + ": " + ErrorText.of(e));
                if (!all.hasNext()) {
                    throw (ConnectException)
                            new ConnectException("none of its addresses answers (" + String.join("; ", dead) + ")")
                                    .initCause(e);
                }
            }
        }
    }

    /** This machine has closed the socket: the JDK says so in these words in each language. */
    private static boolean isBrokenOff(IOException failure) {
        return "Socket closed".equals(failure.getMessage()) || "Closed by interrupt".equals(failure.getMessage());
    }

    /** The same for a socket. @param socket not yet connected, of any class; closed if it fails */
    public static <S extends Socket> S connected(S socket, InetSocketAddress address, int patienceMillis)
            throws IOException {
        try {
            LargePackets.prepare(socket, address);
            socket.connect(address, patienceMillis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
