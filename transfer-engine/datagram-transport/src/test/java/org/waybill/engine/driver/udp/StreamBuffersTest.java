package org.waybill.engine.driver.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.Storing;

/** The two buffers between a stream and its connection: one thread at each side, both copying at once. */
@Timeout(60)
class StreamBuffersTest {
    private static final int CAPACITY = 1 << 20;
    private static final int TOTAL = 24 << 20;
    private static final int DATAGRAM = 1_428;

    private final AtomicInteger freed = new AtomicInteger();

    private StreamBuffer buffer() {
        return new StreamBuffer(CAPACITY, freed::incrementAndGet);
    }

    private static byte at(long offset) {
        return (byte) (offset * 31 + (offset >>> 11));
    }

    private static void check(ByteBuffer bytes, long offset) {
        for (long i = offset; bytes.hasRemaining(); i++) {
            if (bytes.get() != at(i)) {
                throw new AssertionError("byte " + i + " is another one");
            }
        }
    }

    @Test
    void whatIsWrittenIsSentByteForByte() throws Exception {
        StreamSource source = new StreamSource(buffer());
        Random random = new Random(1);
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(
                    () -> {
                        try {
                            for (int written = 0; written < TOTAL; ) {
                                ByteBuffer piece =
                                        ByteBuffer.allocate(Math.min(TOTAL - written, 1 + random.nextInt(300_000)));
                                for (int i = 0; i < piece.capacity(); i++) {
                                    piece.put(i, at(written + i));
                                }
                                written += source.write(piece);
                            }
                            source.end();
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    },
                    threads);
            long sent = 0;
            while (source.totalBytes() < 0 || sent < source.totalBytes()) {
                int length = (int) Math.min(DATAGRAM, source.availableBytes() - sent);
                if (length > 0) {
                    ByteBuffer datagram = ByteBuffer.allocate(length);
                    source.read(sent, datagram);
                    check(datagram.flip(), sent);
                    sent += length;
                    // acknowledged a quarter of the buffer later
                    source.release(Math.max(0, sent - CAPACITY / 4));
                }
            }
            writer.get(30, TimeUnit.SECONDS);
            assertThat(sent).isEqualTo(TOTAL);
        }
    }

    @Test
    void whatArrivesInAnyOrderIsReadInSequence() throws Exception {
        StreamSink sink = new StreamSink(buffer());
        ReceivedData data = new ReceivedData(sink, List.of());
        sink.bookkeeping(data);
        try (var threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            CompletableFuture<Long> reader = CompletableFuture.supplyAsync(
                    () -> {
                        long read = 0;
                        ByteBuffer into = ByteBuffer.allocate(200_000);
                        try {
                            for (int count = sink.read(into.clear()); count >= 0; count = sink.read(into.clear())) {
                                check(into.flip(), read);
                                read += count;
                            }
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                        return read;
                    },
                    threads);
            Random random = new Random(2);
            data.end(TOTAL);
            for (long next = 0; next < TOTAL; ) {
                List<Long> window = new ArrayList<>();
                for (; window.size() < 60 && next < TOTAL; next += DATAGRAM) {
                    window.add(next);
                }
                Collections.shuffle(window, random);
                for (long offset : window) {
                    while (!arrive(data, offset)) {
                        sink.onProgress(false);
                        Thread.onSpinWait();
                    }
                }
                sink.onProgress(random.nextBoolean());
            }
            sink.onProgress(true);
            assertThat(reader.get(30, TimeUnit.SECONDS)).isEqualTo(TOTAL);
        }
    }

    private static boolean arrive(ReceivedData data, long offset) throws IOException {
        byte[] bytes = new byte[(int) Math.min(DATAGRAM, TOTAL - offset)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = at(offset + i);
        }
        return Storing.arrived(data, offset, ByteBuffer.wrap(bytes));
    }

    @Test
    void aReaderIsToldWhenTheConnectionEndsWithinTheStream() {
        StreamSink sink = new StreamSink(buffer());
        sink.bookkeeping(new ReceivedData(sink, List.of()));
        sink.fail();
        assertThatThrownBy(() -> sink.read(ByteBuffer.allocate(1))).hasMessageContaining("within the stream");
    }

    @Test
    void aWriterThatWaitsIsToldWhenTheConnectionEnds() {
        StreamSource source = new StreamSource(buffer());
        Thread.ofVirtual().start(() -> {
            while (source.availableBytes() < 512 * 1024) {
                Thread.onSpinWait();
            }
            source.fail();
        });
        assertThatThrownBy(() -> source.write(ByteBuffer.allocate(CAPACITY))).hasMessageContaining("gone");
    }

    @Test
    void memoryIsGivenBackOnceTheConnectionHasEndedAndTheStreamIsClosed() {
        StreamSource source = new StreamSource(buffer());
        source.end();
        assertThat(freed).as("what was written is still to be sent").hasValue(0);
        source.fail();
        assertThat(freed).hasValue(1);
        StreamSink sink = new StreamSink(buffer());
        sink.fail();
        assertThat(freed).as("what has arrived may still be read").hasValue(1);
        sink.close();
        assertThat(freed).hasValue(2);
        assertThatThrownBy(() -> source.write(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> sink.read(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
    }

    @RepeatedTest(20)
    void aStreamThatIsClosedWhileItIsReadLetsGoOfItsMemoryInOrder() throws Exception {
        StreamSink sink = new StreamSink(buffer());
        ReceivedData data = new ReceivedData(sink, List.of());
        sink.bookkeeping(data);
        CompletableFuture<Throwable> reader = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            ByteBuffer into = ByteBuffer.allocate(CAPACITY);
            try {
                while (sink.read(into.clear()) > 0) {
                    Thread.onSpinWait();
                }
            } catch (IOException | RuntimeException e) {
                reader.complete(e);
            }
        });
        for (long next = 0; next < 2 * CAPACITY; ) {
            if (arrive(data, next)) {
                next += DATAGRAM;
            }
            sink.onProgress(false);
        }
        sink.fail();
        sink.close();
        assertThat(reader.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
        assertThat(freed).hasValue(1);
    }
}
