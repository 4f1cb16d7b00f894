package org.waybill.engine.transport.protection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.engine.transport.wire.PacketHeader;
import org.waybill.engine.transport.wire.PacketType;

class ProtectionTest {
    private static final long CONNECTION = 77;
    private final byte[] secret = new byte[32];
    private final Protection initiator = new AeadProtection(secret, CONNECTION, true);
    private final Protection responder = new AeadProtection(secret, CONNECTION, false);

    private static byte[] datagram(Protection by, long number, String text) {
        byte[] payload = text.getBytes();
        ByteBuffer buffer = ByteBuffer.allocate(PacketHeader.BYTES + payload.length + by.overheadBytes());
        new PacketHeader(PacketType.PROBE, buffer.capacity(), CONNECTION, number).write(buffer);
        buffer.put(payload);
        by.seal(number, buffer.array(), 0, payload.length);
        return buffer.array();
    }

    private static String open(Protection by, long number, byte[] datagram) {
        byte[] payload = new byte[datagram.length];
        int length = by.open(number, datagram, 0, datagram.length, payload);
        return length == Protection.REFUSED ? null : new String(payload, 0, length);
    }

    @Test
    void opensWhatTheOtherEndSealed() {
        assertThat(open(responder, 5, datagram(initiator, 5, "hello"))).isEqualTo("hello");
        assertThat(open(initiator, 5, datagram(responder, 5, "and back"))).isEqualTo("and back");
    }

    @Test
    void anyFlippedBitIsFound() {
        Protection[] cipher = {initiator, responder};
        Protection[] checksum = {new ChecksumProtection(), new ChecksumProtection()};
        for (Protection[] pair : List.of(cipher, checksum)) {
            byte[] sealed = datagram(pair[0], 9, "some data");
            for (int bit = 0; bit < 8 * sealed.length; bit++) {
                byte[] damaged = sealed.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                assertThat(open(pair[1], 9, damaged)).as("bit %d", bit).isNull();
            }
            assertThat(open(pair[1], 9, sealed))
                    .as("the real one is still welcome")
                    .isEqualTo("some data");
        }
    }

    @Test
    void nothingIsAcceptedTwice() {
        byte[] sealed = datagram(initiator, 3, "once");
        assertThat(open(responder, 3, sealed)).isEqualTo("once");
        assertThat(open(responder, 3, sealed)).isNull();
    }

    @Test
    void aReflectedDatagramIsNotAccepted() {
        assertThat(open(initiator, 1, datagram(initiator, 1, "mirror"))).isNull();
    }

    @Test
    void anotherConnectionOrSecretCannotOpenIt() {
        byte[] sealed = datagram(initiator, 1, "private");
        byte[] other = new byte[32];
        other[31] = 1;
        assertThat(open(new AeadProtection(other, CONNECTION, false), 1, sealed))
                .isNull();
        assertThat(open(new AeadProtection(secret, CONNECTION + 1, false), 1, sealed))
                .isNull();
    }

    @Test
    void keysChangeWithThePacketNumberAndDatagramsOfBothEpochsOpen() {
        long edge = AeadProtection.PACKETS_PER_EPOCH;
        assertThat(edge).isLessThanOrEqualTo(1L << 23);
        byte[] before = datagram(initiator, edge - 2, "late one");
        byte[] last = datagram(initiator, edge - 1, "last");
        byte[] first = datagram(initiator, edge, "first");
        assertThat(open(responder, edge - 1, last)).isEqualTo("last");
        assertThat(open(responder, edge, first)).isEqualTo("first");
        assertThat(open(responder, edge - 2, before)).isEqualTo("late one");
        byte[] later = datagram(initiator, 2 * edge, "next epoch");
        assertThat(open(responder, 2 * edge, later)).isEqualTo("next epoch");
    }

    @Test
    void aForgedNumberFarAheadDoesNotMoveTheKeys() {
        byte[] forged = datagram(initiator, 1, "x");
        long far = 40 * AeadProtection.PACKETS_PER_EPOCH;
        ByteBuffer.wrap(forged).putLong(12, far);
        assertThat(open(responder, far, forged)).isNull();
        assertThat(open(responder, 2, datagram(initiator, 2, "go on"))).isNotNull();
    }

    @Test
    void theReplayWindowIsEightThousandPacketsWide() {
        Random random = new Random(1);
        ReplayWindow window = new ReplayWindow();
        Set<Long> seen = new HashSet<>();
        long largest = -1;
        for (int i = 0; i < 200_000; i++) {
            long number = Math.max(0, largest + random.nextInt(12_000) - (random.nextInt(3) > 0 ? 11_000 : 8_000));
            boolean expected = number > largest || largest - number < ReplayWindow.PACKETS && !seen.contains(number);
            assertThat(window.isFresh(number)).as("%d of %d", number, largest).isEqualTo(expected);
            if (expected) {
                window.accept(number);
                seen.add(number);
                largest = Math.max(largest, number);
            }
        }
    }

    @Test
    void aCookieIsGoodForItsAddressAndAWhileOnly() {
        CookieJar jar = new CookieJar(new byte[32]);
        byte[] address = {10, 0, 0, 1, 0x1B, 0x58};
        byte[] other = {10, 0, 0, 1, 0x1B, 0x59};
        long now = 10 * CookieJar.SLOT_NS + 5;
        byte[] cookie = jar.bake(now, address, CONNECTION);
        assertThat(jar.isGood(now, address, CONNECTION, cookie)).isTrue();
        assertThat(jar.isGood(now + CookieJar.SLOT_NS, address, CONNECTION, cookie))
                .isTrue();
        assertThat(jar.isGood(now + 2 * CookieJar.SLOT_NS, address, CONNECTION, cookie))
                .isFalse();
        assertThat(jar.isGood(now, other, CONNECTION, cookie)).isFalse();
        assertThat(jar.isGood(now, address, CONNECTION + 1, cookie)).isFalse();
        assertThat(jar.isGood(now, address, CONNECTION, new byte[0])).isFalse();
        byte[] wrong = Arrays.copyOf(cookie, cookie.length);
        wrong[0] ^= 1;
        assertThat(jar.isGood(now, address, CONNECTION, wrong)).isFalse();
    }
}
