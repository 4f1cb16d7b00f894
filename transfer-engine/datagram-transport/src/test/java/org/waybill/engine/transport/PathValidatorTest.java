package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.wire.Frame;

/** RFC 9000, section 9: whom to believe that a peer's address has changed, and how much to say to it until then. */
class PathValidatorTest {
    private static final long MS = 1_000_000;
    private static final int HOME = 1;
    private static final int AWAY = 2;
    private static final int ELSEWHERE = 3;
    private static final Frame ANY = new Frame.Status(0);

    private final PathValidator paths = new PathValidator(41);

    @BeforeEach
    void beAtHome() {
        paths.establish(HOME);
    }

    /** The next challenge's token; it goes to {@code path}. */
    private long challenge(long nowNs, int path) {
        Frame frame = paths.poll(nowNs);
        assertThat(frame).isInstanceOf(Frame.PathChallenge.class);
        assertThat(paths.pollPath()).isEqualTo(path);
        return ((Frame.PathChallenge) frame).token();
    }

    @Test
    void aNewAddressIsAskedBeforeItIsBelieved() {
        paths.onFrame(0, AWAY, ANY, true);
        long token = challenge(0, AWAY);
        assertThat(paths.current()).isEqualTo(HOME);
        paths.onFrame(MS, AWAY, new Frame.PathResponse(token), true);
        assertThat(paths.current()).isEqualTo(AWAY);
        assertThat(paths.isMoving()).isFalse();
        assertThat(paths.timeoutNs()).isEqualTo(TransportEndpoint.NO_TIMEOUT);
    }

    /** RFC 9000, section 9.3.3: a copy of an old packet from elsewhere is not a move. */
    @Test
    void aPacketOlderThanOthersMakesNoAddressACandidate() {
        paths.onFrame(0, AWAY, ANY, false);
        assertThat(paths.poll(0)).isNull();
        assertThat(paths.isMoving()).isFalse();
    }

    @Test
    void anAnswerCountsOnlyFromTheAddressThatWasAskedAndWithItsToken() {
        paths.onFrame(0, AWAY, ANY, true);
        long token = challenge(0, AWAY);
        paths.onFrame(MS, AWAY, new Frame.PathResponse(token + 1), true);
        paths.onFrame(MS, ELSEWHERE, new Frame.PathResponse(token), false);
        assertThat(paths.current()).isEqualTo(HOME);
        paths.onFrame(2 * MS, AWAY, new Frame.PathResponse(token), false);
        assertThat(paths.current())
                .as("an answer need not be the newest packet")
                .isEqualTo(AWAY);
    }

    @Test
    void anotherCandidateHasAnotherToken() {
        paths.onFrame(0, AWAY, ANY, true);
        long token = challenge(0, AWAY);
        paths.onFrame(MS, ELSEWHERE, ANY, true);
        assertThat(challenge(MS, ELSEWHERE)).isNotEqualTo(token);
        paths.onFrame(2 * MS, AWAY, new Frame.PathResponse(token), false);
        assertThat(paths.current()).isEqualTo(HOME);
    }

    /** RFC 9000, section 9.3.2: the true peer continues to speak from where it is. */
    @Test
    void theNewestWordFromTheOldAddressEndsTheMove() {
        paths.onFrame(0, AWAY, ANY, true);
        long token = challenge(0, AWAY);
        paths.onFrame(MS, HOME, ANY, false);
        assertThat(paths.isMoving()).as("an older word says nothing").isTrue();
        paths.onFrame(2 * MS, HOME, ANY, true);
        assertThat(paths.isMoving()).isFalse();
        paths.onFrame(3 * MS, AWAY, new Frame.PathResponse(token), false);
        assertThat(paths.current()).isEqualTo(HOME);
    }

    /** RFC 9000, section 8.2.1: each datagram to an unproven address was earned by one from there. */
    @Test
    void aCandidateIsAskedAgainOnlyForWhatItHasSentAndFourTimesASecondAtMost() {
        paths.onFrame(0, AWAY, ANY, true);
        challenge(0, AWAY);
        assertThat(paths.poll(0)).isNull();
        paths.onTimeout(250 * MS);
        assertThat(paths.poll(250 * MS)).as("it has sent one, and got one").isNull();
        paths.onFrame(260 * MS, AWAY, ANY, true);
        paths.onTimeout(499 * MS);
        assertThat(paths.poll(499 * MS)).isNull();
        paths.onTimeout(500 * MS);
        challenge(500 * MS, AWAY);
    }

    @Test
    void aCandidateThatNeverAnswersIsForgottenAfterTwentyWaits() {
        paths.onFrame(0, AWAY, ANY, true);
        challenge(0, AWAY);
        long now = 0;
        int waits = 0;
        while (paths.timeoutNs() != TransportEndpoint.NO_TIMEOUT) {
            now = paths.timeoutNs();
            paths.onTimeout(now);
            waits++;
            assertThat(waits).isLessThan(100);
        }
        assertThat(now).isEqualTo(20 * 250 * MS);
        paths.onFrame(now, AWAY, ANY, true);
        challenge(now, AWAY);
    }

    @Test
    void dataIsHeldBackForASecondAtMostWhileThePeerMayHaveMoved() {
        paths.onFrame(0, AWAY, ANY, true);
        assertThat(paths.isMoving()).isTrue();
        paths.onTimeout(1_000 * MS - 1);
        assertThat(paths.isMoving()).isTrue();
        paths.onTimeout(1_000 * MS);
        assertThat(paths.isMoving()).isFalse();
    }

    @Test
    void aChallengeIsAnsweredOnceToWhereItCameFrom() {
        paths.onFrame(0, AWAY, new Frame.PathChallenge(7), false);
        assertThat(paths.poll(0)).isEqualTo(new Frame.PathResponse(7));
        assertThat(paths.pollPath()).isEqualTo(AWAY);
        assertThat(paths.poll(0)).isNull();
    }
}
