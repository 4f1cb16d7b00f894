package org.waybill.engine.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.protection.CookieJar;
import org.waybill.engine.transport.wire.Frame;

/**
 * How two ends that already share keys find each other's address. The initiator says HELLO; the responder answers with
 * a cookie and keeps nothing, until a HELLO comes back with that cookie from the same address; then WELCOME. A
 * responder may give its cookie over the control channel, which saves the round trip. One answer to a HELLO at most,
 * and never a longer one.
 */
public abstract sealed class Handshake {
    /** Puts a path's address into bytes, for the cookie. */
    public interface Addresses {
        byte[] bytesOf(int path);
    }

    private Handshake() {}

    /** Handles a frame; returns whether the connection is established by it. */
    abstract boolean onFrame(long nowNs, int path, Frame frame, int datagramBytes);

    abstract void onTimeout(long nowNs);

    abstract long timeoutNs();

    /** The next handshake frame to send, or null. */
    abstract @Nullable Frame poll(long nowNs);

    /** Where it goes. */
    abstract int path();

    /**
     * Speaks first.
     *
     * @param path where the responder is
     * @param cookie received over the control channel, or empty
     */
    public static Handshake initiator(int path, byte[] cookie) {
        return new Initiator(path, cookie);
    }

    /** Waits to be spoken to. */
    public static Handshake responder(CookieJar jar, Addresses addresses, long connectionId) {
        return new Responder(jar, addresses, connectionId);
    }

    private static final class Initiator extends Handshake {
        private static final long FIRST_RETRY_NS = 250_000_000;
        private static final long MAX_RETRY_NS = 2_000_000_000;

        private final int path;
        private byte[] cookie;
        private boolean due = true;
        private boolean done;
        private long retryNs = FIRST_RETRY_NS;
        private long retryDueNs = TransportEndpoint.NO_TIMEOUT;

        Initiator(int path, byte[] cookie) {
            this.path = path;
            this.cookie = cookie.clone();
        }

        @Override
        boolean onFrame(long nowNs, int from, Frame frame, int datagramBytes) {
            if (frame instanceof Frame.Cookie given) {
                due = !done && !Arrays.equals(cookie, given.cookie());
                cookie = given.cookie();
                return false;
            }
            // any other authentic word shows that the responder has accepted us, even if its WELCOME was lost
            done = true;
            return true;
        }

        @Override
        void onTimeout(long nowNs) {
            if (!done && retryDueNs - nowNs <= 0) {
                due = true;
            }
        }

        @Override
        long timeoutNs() {
            return retryDueNs;
        }

        @Override
        @Nullable Frame poll(long nowNs) {
            if (!due || done) {
                return null;
            }
            due = false;
            retryDueNs = nowNs + retryNs;
            retryNs = Math.min(2 * retryNs, MAX_RETRY_NS);
            return new Frame.Hello(cookie);
        }

        @Override
        int path() {
            return path;
        }
    }

    private static final class Responder extends Handshake {
        private final CookieJar jar;
        private final Addresses addresses;
        private final long connectionId;
        private @Nullable Frame answer;
        private int path;

        Responder(CookieJar jar, Addresses addresses, long connectionId) {
            this.jar = jar;
            this.addresses = addresses;
            this.connectionId = connectionId;
        }

        @Override
        boolean onFrame(long nowNs, int from, Frame frame, int datagramBytes) {
            if (!(frame instanceof Frame.Hello hello) || datagramBytes < PathMtuSearch.BASE_BYTES) {
                return false;
            }
            path = from;
            byte[] address = addresses.bytesOf(from);
            if (jar.isGood(nowNs, address, connectionId, hello.cookie())) {
                answer = new Frame.Welcome();
                return true;
            }
            answer = new Frame.Cookie(jar.bake(nowNs, address, connectionId));
            return false;
        }

        @Override
        void onTimeout(long nowNs) {
            // a responder repeats nothing by itself
        }

        @Override
        long timeoutNs() {
            return TransportEndpoint.NO_TIMEOUT;
        }

        @Override
        @Nullable Frame poll(long nowNs) {
            Frame next = answer;
            answer = null;
            return next;
        }

        @Override
        int path() {
            return path;
        }
    }
}
