package org.waybill.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordTest {
    private final DataKeys keys = new DataKeys(new byte[32]);
    private final byte[] sealed = new byte[RecordFormat.MAX_RECORD];
    private final byte[] opened = new byte[RecordFormat.MAX_PAYLOAD];

    @Test
    void opensWhatWasSealedInOrder() throws Exception {
        RecordSealer sealer = keys.sealer(3);
        RecordOpener opener = keys.opener(3);
        for (int length : new int[] {0, 1, 1000, RecordFormat.MAX_PAYLOAD}) {
            byte[] payload = new byte[length];
            new Random(length).nextBytes(payload);

            int record = sealer.seal(payload, length, sealed);
            int back = opener.open(sealed, 4, ByteBuffer.wrap(sealed).getInt(), opened);

            assertThat(record).isEqualTo(length + 20);
            assertThat(Arrays.copyOf(opened, back)).isEqualTo(payload);
        }
    }

    @Test
    void refusesARecordWithAnyBitChanged() {
        for (int bit = 0; bit < 24 * 8; bit++) {
            byte[] copy = sealed.clone();
            keys.sealer(0).seal(new byte[] {1, 2, 3, 4}, 4, copy);
            copy[bit / 8] ^= (byte) (1 << bit % 8);
            int length = ByteBuffer.wrap(copy).getInt();
            assertThatThrownBy(() -> keys.opener(0).open(copy, 4, length, opened))
                    .isInstanceOf(WireException.class);
        }
    }

    @Test
    void refusesARecordOutOfItsPlace() {
        RecordSealer sealer = keys.sealer(0);
        sealer.seal(new byte[10], 10, sealed);
        sealer.seal(new byte[10], 10, sealed);
        assertThatThrownBy(() -> keys.opener(0).open(sealed, 4, 26, opened)).isInstanceOf(WireException.class);
        keys.sealer(1).seal(new byte[10], 10, sealed);
        assertThatThrownBy(() -> keys.opener(0).open(sealed, 4, 26, opened)).isInstanceOf(WireException.class);
    }

    @Test
    void refusesLengthsBeforeAnythingIsRead() {
        for (int length : new int[] {-1, 0, 15, RecordFormat.MAX_PAYLOAD + 17, Integer.MAX_VALUE}) {
            assertThatThrownBy(() -> RecordOpener.checkedLength(length)).isInstanceOf(WireException.class);
        }
    }

    @Test
    void provesAConnectionOfThisSessionOnly() {
        byte[] session = new byte[16];
        byte[] tag = keys.attachTag(session, 5);
        byte[] otherSecret = new byte[32];
        otherSecret[0] = 1;
        assertThat(keys.isAttachTag(tag, session, 5)).isTrue();
        assertThat(keys.isAttachTag(tag, session, 6)).isFalse();
        assertThat(new DataKeys(otherSecret).isAttachTag(tag, session, 5)).isFalse();
    }

    @Test
    void readsAPreambleAndNothingElse() throws Exception {
        byte[] bytes = new AttachPreamble(new byte[16], 7, new byte[32]).encode();
        assertThat(AttachPreamble.decode(bytes).connection()).isEqualTo(7);
        bytes[1] = 'x';
        assertThatThrownBy(() -> AttachPreamble.decode(bytes)).isInstanceOf(WireException.class);
    }

    @Test
    void refusesSegmentsThatLeaveTheirBlock() {
        byte[] block = new byte[100];
        BlockPayload.putSegmentHeader(block, 8, 0, 0, 1000);
        assertThatThrownBy(() -> BlockPayload.forEach(block, 100, (_, _, _, _) -> {}))
                .isInstanceOf(WireException.class);
        BlockPayload.putSegmentHeader(block, 8, 0, -1, 5);
        assertThatThrownBy(() -> BlockPayload.forEach(block, 100, (_, _, _, _) -> {}))
                .isInstanceOf(WireException.class);
        byte[] large = new byte[RecordFormat.MAX_PAYLOAD];
        BlockPayload.putSegmentHeader(large, 8, 0, 0, RecordFormat.MAX_CONTENT + 1);
        assertThatThrownBy(() -> BlockPayload.forEach(large, large.length, (_, _, _, _) -> {}))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("at most " + RecordFormat.MAX_CONTENT);
        assertThatThrownBy(() -> BlockPayload.forEach(block, 12, (_, _, _, _) -> {}))
                .isInstanceOf(WireException.class);
    }
}
