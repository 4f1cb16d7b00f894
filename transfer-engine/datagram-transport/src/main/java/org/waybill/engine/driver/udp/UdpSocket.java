package org.waybill.engine.driver.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.waybill.platform.LibC;

/** A datagram socket as the driver needs it. One thread uses it; {@link #wakeUp} may come from any. */
public interface UdpSocket extends AutoCloseable {
    /** Takes a datagram that arrived. */
    interface Receiver {
        /**
         * Looks at a datagram; the array belongs to the socket again afterwards.
         *
         * @param path the number of the sender's address
         * @return whether it was authentic: then the address keeps its number
         */
        boolean onDatagram(int path, byte[] bytes, int length);
    }

    InetSocketAddress localAddress();

    /** The number of an address, for {@link #send}; it keeps it. The same address always has the same number. */
    int pathOf(InetSocketAddress address);

    /** An address and port as bytes, for cookies. */
    byte[] addressBytes(int path);

    /** Hands over what has arrived, without waiting; returns how many datagrams that were. */
    int receive(Receiver receiver) throws IOException;

    /**
     * Sends datagrams of equal length, back to back in the array; the last may be shorter. What the network cannot take
     * now is lost, as datagrams are.
     */
    void send(int path, byte[] bytes, int length, int datagramBytes) throws IOException;

    /** Waits until something has arrived, {@link #wakeUp} was called, or the time has passed. */
    void await(long timeoutNs) throws IOException;

    void wakeUp();

    /** Room in the kernel's receive buffer; -1 if unknown. */
    long freeReceiveBytes();

    /** Size of the kernel's receive buffer. */
    long receiveBufferBytes();

    /** Datagrams that the kernel dropped because the buffer was full; -1 if unknown. */
    long dropped();

    @Override
    void close();

    /** How much receive buffer to ask for: 40 ms at 1 Gbit/s in the kernel's own accounting, and more if allowed. */
    int RECEIVE_BUFFER_BYTES = 16 << 20;

    /**
     * Opens a socket: through the C library on Linux, else through NIO.
     *
     * @param port 0 for any
     */
    static UdpSocket open(InetAddress local, int port) throws IOException {
        return LibC.isSupported() ? new LinuxUdpSocket(local, port) : new NioUdpSocket(local, port);
    }
}
