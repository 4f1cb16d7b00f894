package org.waybill.engine.transport.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Garbage and damaged datagrams: nothing but the typed exception, and no memory beyond bounds. */
class FuzzTest {
    private static final long MOST_BYTES_PER_INPUT = 16 * 1024;
    private static final long SEED = 20_261_121;

    private final FrameCodec codec = new FrameCodec(1 << 20);
    private final List<Frame> seeds = FrameCodecTest.frames().toList();

    @Test
    void survivesGarbage() {
        fuzz(100_000);
    }

    @Tag("nightly")
    @Test
    void survivesTenMillionInputs() {
        fuzz(10_000_000);
    }

    private void fuzz(int inputs) {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Random random = new Random(SEED);
        byte[] bytes = new byte[1_500];
        long refused = 0;
        long read = 0;
        for (int i = 0; i < inputs; i++) {
            ByteBuffer datagram = input(random, bytes);
            long before = memory.getCurrentThreadAllocatedBytes();
            try {
                PacketHeader header = PacketHeader.read(datagram);
                Frame frame = codec.read(header.type(), datagram);
                assertThat(frame.type() == header.type()).isTrue();
                read++;
            } catch (MalformedDatagramException e) {
                refused++;
            }
            long allocated = memory.getCurrentThreadAllocatedBytes() - before;
            if (allocated > MOST_BYTES_PER_INPUT && i > 1_000) {
                throw new AssertionError("input " + i + " of seed " + SEED + " took " + allocated + " bytes");
            }
        }
        // the inputs are worth something only if they get past the header, and not all of them through
        assertThat(read).isGreaterThan(inputs / 20);
        assertThat(refused).isGreaterThan(inputs / 20);
    }

    private ByteBuffer input(Random random, byte[] bytes) {
        ByteBuffer datagram = ByteBuffer.wrap(bytes);
        Frame frame = seeds.get(random.nextInt(seeds.size()));
        datagram.position(PacketHeader.BYTES);
        if (random.nextInt(3) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            datagram.put(noise);
        } else {
            codec.write(frame, datagram);
        }
        int length = datagram.position();
        PacketType type = random.nextInt(4) == 0 ? PacketType.values()[random.nextInt(11)] : frame.type();
        new PacketHeader(type, length, random.nextLong(), random.nextLong() >>> 1).write(datagram.position(0));
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            int at = random.nextInt(4) == 0
                    ? random.nextInt(length)
                    : Math.min(length - 1, PacketHeader.BYTES + random.nextInt(100));
            bytes[at] = (byte) random.nextInt();
        }
        int cut = random.nextInt(10) == 0 ? random.nextInt(length) : length;
        return ByteBuffer.wrap(bytes, 0, cut);
    }
}
