package org.waybill.engine.session.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BufferSizerTest {
    private static final int AUTO = 32 << 10;
    private static final int LOOK = 8 << 20;
    private static final long RTT_MICROS = 100_000;

    private ServerSocketChannel listener;
    private SocketChannel socket;
    private long nowNanos;

    @BeforeEach
    void connect() throws IOException {
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        socket = SocketChannel.open(listener.getLocalAddress());
        socket.setOption(StandardSocketOptions.SO_RCVBUF, AUTO);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        listener.close();
    }

    private BufferSizer sizer(long manualBytes) {
        return new BufferSizer(
                socket, StandardSocketOptions.SO_RCVBUF, AUTO, manualBytes, () -> RTT_MICROS, () -> nowNanos);
    }

    /** A stretch in which a number of bytes came in each round trip. */
    private void look(BufferSizer sizer, long bytesEachRoundTrip) {
        nowNanos += LOOK * RTT_MICROS * 1000 / bytesEachRoundTrip;
        sizer.moved(LOOK);
    }

    private int size() throws IOException {
        return socket.getOption(StandardSocketOptions.SO_RCVBUF);
    }

    @Test
    void aBufferThatARoundTripFillsGrowsAsFarAsAllowed() throws IOException {
        BufferSizer sizer = sizer(150_000);
        int before = size();
        look(sizer, AUTO / 2);
        int first = size();
        assertThat(first).isGreaterThanOrEqualTo(2 * before);
        look(sizer, AUTO);
        int second = size();
        assertThat(second).isGreaterThan(first);
        look(sizer, 10 * AUTO);
        assertThat(size()).isBetween(150_000, 2 * 150_000);
    }

    @Test
    void aBufferThatSufficesIsLeftToTheKernel() throws IOException {
        BufferSizer sizer = sizer(150_000);
        int before = size();
        look(sizer, AUTO / 4);
        assertThat(size()).isEqualTo(before);
    }

    @Test
    void nothingIsSetWhereTheKernelGrowsFurtherThanItLetsOthers() throws IOException {
        BufferSizer sizer = sizer(AUTO);
        int before = size();
        look(sizer, 10 * AUTO);
        assertThat(size()).isEqualTo(before);
    }
}
