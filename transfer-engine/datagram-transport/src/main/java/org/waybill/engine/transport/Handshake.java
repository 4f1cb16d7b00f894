package org.waybill.engine.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.protection.CookieJar;
import org.waybill.engine.transport.wire.Frame;

/**
 * How two peers that already share keys find each other's address. The initiator says HELLO; the responder answers with
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

    /** How long a HELLO is made, so that the responder may answer it and the path is known to carry as much. */
    int helloBytes() {
        return PathMtuSearch.BASE_BYTES;
    }

    /** The next handshake frame to send, or null. */
    abstract @Nullable Frame poll(long nowNs);

    /** Where it goes. */
    abstract int path();

    /**
     * Whether the peer, known over the control channel, has received its own cookie: then data may follow at once. Not
     * when it has answered with another cookie, until it has received that one.
     */
    abstract boolean isTrusted();

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
        /** After this number without an answer every other one is as small as a path may require. */
        private static final int LARGE_HELLOS = 3;

        private final int path;
        private byte[] cookie;
        private int repetitions;
        private boolean told;
        private boolean due = true;
        private boolean done;
        private int rounds;
        private long retryNs = FIRST_RETRY_NS;
        private long retryDueNs = TransportEndpoint.NO_TIMEOUT;

        Initiator(int path, byte[] cookie) {
            this.path = path;
            this.cookie = cookie.clone();
            repetitions = repetitionsOf(cookie);
        }

        /** What follows a HELLO with a cookie at once is useless without it: it goes out three times. */
        private static int repetitionsOf(byte[] cookie) {
            return cookie.length > 0 ? 2 : 0;
        }

        @Override
        boolean onFrame(long nowNs, int from, Frame frame, int datagramBytes) {
            if (frame instanceof Frame.Cookie given) {
                if (!done && !Arrays.equals(cookie, given.cookie())) {
                    cookie = given.cookie();
                    repetitions = repetitionsOf(cookie);
                    told = false;
                    due = true;
                }
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
        @Nullable
        Frame poll(long nowNs) {
            if (!due || done) {
                return null;
            }
            due = repetitions-- > 0;
            told = !due && cookie.length > 0;
            if (!due) {
                rounds++;
                retryDueNs = nowNs + retryNs;
                retryNs = Math.min(2 * retryNs, MAX_RETRY_NS);
            }
            return new Frame.Hello(cookie);
        }

        @Override
        int helloBytes() {
            return rounds > LARGE_HELLOS && rounds % 2 == 0 ? PathMtuSearch.MIN_BYTES : PathMtuSearch.BASE_BYTES;
        }

        @Override
        int path() {
            return path;
        }

        @Override
        boolean isTrusted() {
            return told;
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
            if (!(frame instanceof Frame.Hello hello) || datagramBytes < PathMtuSearch.MIN_BYTES) {
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
        @Nullable
        Frame poll(long nowNs) {
            Frame next = answer;
            answer = null;
            return next;
        }

        @Override
        int path() {
            return path;
        }

        @Override
        boolean isTrusted() {
            return false;
        }
    }
}
