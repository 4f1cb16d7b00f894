package org.waybill.engine.link;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongConsumer;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.wire.Message;

/** What a rate test sends in either direction: bytes that no link can compress, and that are not kept. */
public final class RateTestData {
    /** Small, so that both sides see how a test continues over slow paths too. */
    private static final int BLOCK_BYTES = 1 << 16;

    private RateTestData() {}

    /**
     * Sends a number of them, with the congestion control that a transfer over the same path has.
     *
     * @param sent hears how many have been handed to the connection
     */
    public static void send(ControlLink link, long bytes, LongConsumer sent) throws IOException {
        KernelSocket.of(link.channel()).ifPresent(KernelSocket::setSuitableCongestionControl);
        byte[] block = new byte[BLOCK_BYTES];
        new Random(bytes).nextBytes(block);
        for (long left = bytes; left > 0; left -= block.length) {
            link.send(new Message.InlineBlock(left >= block.length ? block : Arrays.copyOf(block, (int) left)));
            sent.accept(bytes - Math.max(0, left - block.length));
        }
    }
}
