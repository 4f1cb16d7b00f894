package org.waybill.engine.transport;

import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.wire.Frame;

/**
 * Follows a peer whose address changes (RFC 9000, section 9). Only an authentic packet newer than all others makes an
 * address a candidate; only its answer to our challenge, from that address, makes it the peer's. Until then data goes
 * where it went before, and the candidate gets no more small datagrams than it sent authentic ones, at most one a
 * quarter second.
 */
final class PathValidator {
    private static final long RETRY_NS = 250_000_000;
    private static final int MOST_WAITS = 20;
    /** A peer that has moved answers within a round trip; so long nothing is poured into its old address. */
    private static final long HOLD_NS = 1_000_000_000;

    private long tokenState;
    private int current;
    private int candidate = -1;
    private long token;
    private boolean challengeDue;
    private long retryNs = TransportEndpoint.NO_TIMEOUT;
    private long heldUntilNs = TransportEndpoint.NO_TIMEOUT;
    private int waits;
    private int heard;
    private int challenges;
    private @Nullable Frame response;
    private int responsePath;
    private int pollPath;

    /** @param seed the start of the challenge tokens; they travel sealed, so that they need not be secret */
    PathValidator(long seed) {
        tokenState = seed;
    }

    void establish(int path) {
        current = path;
    }

    int current() {
        return current;
    }

    void onFrame(long nowNs, int path, Frame frame, boolean newest) {
        if (frame instanceof Frame.PathChallenge challenge) {
            response = new Frame.PathResponse(challenge.token());
            responsePath = path;
        }
        if (frame instanceof Frame.PathResponse answer && path == candidate && answer.token() == token) {
            current = path;
            forget();
        } else if (path == current) {
            if (newest) {
                forget();
            }
        } else if (path == candidate) {
            heard++;
        } else if (newest) {
            candidate = path;
            heard = 1;
            token = ++tokenState;
            waits = 0;
            challenges = 0;
            challengeDue = true;
            heldUntilNs = nowNs + HOLD_NS;
        }
    }

    private void forget() {
        candidate = -1;
        challengeDue = false;
        retryNs = TransportEndpoint.NO_TIMEOUT;
        heldUntilNs = TransportEndpoint.NO_TIMEOUT;
    }

    /**
     * Whether the peer seems to have moved, which is not certain yet: what is sent to where it was is lost if so. Its
     * next word from there says that it has not.
     */
    boolean isMoving() {
        return heldUntilNs != TransportEndpoint.NO_TIMEOUT;
    }

    void onTimeout(long nowNs) {
        if (isMoving() && heldUntilNs - nowNs <= 0) {
            heldUntilNs = TransportEndpoint.NO_TIMEOUT;
        }
        if (candidate >= 0 && retryNs - nowNs <= 0) {
            retryNs = TransportEndpoint.NO_TIMEOUT;
            if (++waits >= MOST_WAITS) {
                forget();
            } else if (heard > challenges) {
                challengeDue = true;
            } else {
                retryNs = nowNs + RETRY_NS;
            }
        }
    }

    long timeoutNs() {
        return Math.min(retryNs, heldUntilNs);
    }

    /** A challenge or a response to send, or null. */
    @Nullable
    Frame poll(long nowNs) {
        if (response != null) {
            Frame next = response;
            response = null;
            pollPath = responsePath;
            return next;
        }
        if (!challengeDue) {
            return null;
        }
        challengeDue = false;
        challenges++;
        retryNs = nowNs + RETRY_NS;
        pollPath = candidate;
        return new Frame.PathChallenge(token);
    }

    /** Where the frame of the last {@link #poll} goes. */
    int pollPath() {
        return pollPath;
    }
}
