package org.waybill.engine.driver;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import org.waybill.platform.Proxies;

/** TCP connections as the engine opens and writes them. */
public final class TcpChannels {
    private TcpChannels() {}

    /** Connects; small messages will not wait for others to travel with. */
    public static SocketChannel connect(SocketAddress address, int patienceMillis) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            LargePackets.prepare(channel, address);
            channel.socket().connect(address, patienceMillis);
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** The same through a proxy, which looks the host's name up. */
    public static SocketChannel through(Proxies.Server proxy, String host, int port, int patienceMillis)
            throws IOException {
        SocketChannel channel = ProxySockets.open(proxy, patienceMillis, TcpChannels::connect);
        ProxySockets.lead(proxy, channel.socket(), host, port, patienceMillis);
        return channel;
    }

    /** Connects, and says {@code first}. */
    public static SocketChannel connect(SocketAddress address, int patienceMillis, byte[] first) throws IOException {
        return saying(connect(address, patienceMillis), first);
    }

    /** Says that first on a connection, which is closed if that fails. */
    public static SocketChannel saying(SocketChannel channel, byte[] first) throws IOException {
        try {
            write(channel, ByteBuffer.wrap(first));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Writes all of it, however many writes that takes. */
    public static void write(ByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
