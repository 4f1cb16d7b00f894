package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;

/** A socket through NIO, one datagram a call, for systems without the C library's batches. */
final class NioUdpSocket implements UdpSocket {
    private static final int MOST_AT_ONCE = 256;

    private final DatagramChannel channel;
    private final Selector selector;
    private final PathTable paths = new PathTable();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final byte[] datagram = new byte[1 << 16];

    NioUdpSocket(InetAddress local, int port) throws IOException {
        channel = DatagramChannel.open(
                local instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, 4 << 20);
        if (channel.supportedOptions().contains(ExtendedSocketOptions.IP_DONTFRAGMENT)) {
            channel.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
        }
        channel.bind(new InetSocketAddress(local, port));
        channel.configureBlocking(false);
        selector = Selector.open();
        channel.register(selector, SelectionKey.OP_READ);
    }

    @Override
    public InetSocketAddress localAddress() {
        try {
            return (InetSocketAddress) channel.getLocalAddress();
        } catch (IOException e) {
            throw new IllegalStateException("the socket is closed", e);
        }
    }

    @Override
    public int pathOf(InetSocketAddress address) {
        int path = paths.numberOf(address);
        paths.keep(path);
        return path;
    }

    @Override
    public byte[] addressBytes(int path) {
        return paths.bytesOf(path);
    }

    @Override
    public int receive(Receiver receiver) throws IOException {
        int count = 0;
        while (count < MOST_AT_ONCE) {
            buffer.clear();
            InetSocketAddress from = (InetSocketAddress) channel.receive(buffer);
            if (from == null) {
                return count;
            }
            int length = buffer.flip().remaining();
            buffer.get(datagram, 0, length);
            int path = paths.numberOf(from);
            if (receiver.onDatagram(path, datagram, length)) {
                paths.keep(path);
            }
            count++;
        }
        return count;
    }

    @Override
    public void send(int path, byte[] bytes, int length, int datagramBytes) {
        if (!paths.isKnown(path)) {
            return;
        }
        InetSocketAddress to = paths.addressOf(path);
        for (int at = 0; at < length; at += datagramBytes) {
            buffer.clear().put(bytes, at, Math.min(datagramBytes, length - at)).flip();
            try {
                channel.send(buffer, to);
            } catch (IOException tooLargeOrNoRoute) {
                // a datagram that cannot be sent is a lost datagram
                continue;
            }
        }
    }

    @Override
    public void await(long timeoutNs) throws IOException {
        if (timeoutNs < 1_000_000) {
            // a selector knows only milliseconds; less than that is slept
            LockSupport.parkNanos(timeoutNs);
            return;
        }
        selector.select(timeoutNs / 1_000_000);
        selector.selectedKeys().clear();
    }

    @Override
    public void wakeUp() {
        selector.wakeup();
    }

    @Override
    public long freeReceiveBytes() {
        return -1;
    }

    @Override
    public long receiveBufferBytes() {
        return RECEIVE_BUFFER_BYTES;
    }

    @Override
    public long dropped() {
        return -1;
    }

    @Override
    public void close() {
        try {
            selector.close();
            channel.close();
        } catch (IOException alreadyGone) {
            // there is nothing left to close
            return;
        }
    }
}
