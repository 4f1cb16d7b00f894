package org.waybill.engine.session.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.wire.Message.Span;

class RetiredStreamTest {
    private final BlockPool pool = new BlockPool(4);
    private final BlockSendQueue queue = new BlockSendQueue(() -> 0);

    private Block block(long number) throws InterruptedException {
        Block block = pool.take().reset(number);
        block.addSegment(0, 100 * number, 100);
        return block;
    }

    @Test
    void getsNoMoreBlocksAndKeepsWhatItSent() throws Exception {
        queue.open(1 << 20);
        queue.add(block(0));
        queue.add(block(1));
        assertThat(queue.take(7)).isNotNull();
        queue.retire(7);
        assertThat(queue.take(7)).isNull();
        assertThat(queue.unacknowledgedBytes(7)).isEqualTo(100);
        assertThat(queue.take(8))
                .as("the others go on")
                .extracting(Block::number)
                .isEqualTo(1L);
        queue.acknowledge(List.of(new Span(0, 1)));
        assertThat(queue.acknowledgedBytes(7)).isEqualTo(100);
        assertThat(queue.unacknowledgedBytes(7)).isZero();
        assertThat(queue.unacknowledgedBytes()).isZero();
    }

    @Test
    void aLostStreamGivesBackWhatItSentAndGetsNoMore() throws Exception {
        queue.open(1 << 20);
        queue.add(block(0));
        queue.add(block(1));
        assertThat(queue.take(7)).isNotNull();
        assertThat(queue.lost(7)).extracting(Block.Segment::offset).containsExactly(0L);
        assertThat(queue.take(7)).isNull();
        assertThat(queue.unacknowledgedBytes()).isZero();
        assertThat(queue.lostBytes()).isEqualTo(100);
    }

    @Test
    void isWokenWhenItWaits() throws Exception {
        queue.open(1 << 20);
        Thread waiting = Thread.startVirtualThread(() -> {
            try {
                assertThat(queue.take(3)).isNull();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        queue.retire(3);
        assertThat(waiting.join(Duration.ofSeconds(10))).isTrue();
    }
}
