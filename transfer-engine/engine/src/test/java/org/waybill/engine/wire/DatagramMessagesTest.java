package org.waybill.engine.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.waybill.engine.driver.udp.DatagramTerms;

class DatagramMessagesTest {
    private static byte[] content(Message message) {
        byte[] frame = MessageCodec.encode(message);
        return Arrays.copyOfRange(frame, 4, frame.length);
    }

    @Test
    void theWishForADatagramStreamAndItsAnswerSurviveTheWire() throws Exception {
        Message wish = new Message.OpenDatagrams(3, DatagramTerms.Transport.TSP, 7_000_000, -5, 60_000_000, true, 4711);
        Message answer = new Message.DatagramsOpen(3, 65_535, "sixteen bytes ok".getBytes(StandardCharsets.US_ASCII));
        assertThat(MessageCodec.decode(content(wish))).isEqualTo(wish);
        assertThat(MessageCodec.decode(content(answer)))
                .usingRecursiveComparison()
                .isEqualTo(answer);
    }

    @Test
    void anUnknownTransportIsRefused() {
        byte[] wish = content(new Message.OpenDatagrams(3, DatagramTerms.Transport.PLUT, 0, 1, 1, false, 0));
        wish[5] = 9;
        assertThatThrownBy(() -> MessageCodec.decode(wish))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("unknown transport");
    }

    @Test
    void everyStreamHasASecretOfItsOwn() {
        DataKeys keys = new DataKeys(new byte[DataKeys.SECRET_BYTES]);
        assertThat(keys.datagramSecret(1))
                .hasSize(32)
                .isEqualTo(keys.datagramSecret(1))
                .isNotEqualTo(keys.datagramSecret(2));
    }
}
