package org.waybill.client.probe.train;

import java.nio.ByteBuffer;

/** Layout of a train's datagrams: the session's key of eight random bytes, the train, the packet, then filling. */
final class TrainDatagram {
    static final int HEADER_BYTES = 16;

    private TrainDatagram() {}

    static byte[] create(long session, int train, int payloadBytes) {
        byte[] data = new byte[payloadBytes];
        ByteBuffer.wrap(data).putLong(session).putInt(train);
        return data;
    }

    static void number(byte[] data, int packet) {
        ByteBuffer.wrap(data).putInt(12, packet);
    }

    /** The packet's number, or -1 for a datagram that is not of this session and train. */
    static int packet(byte[] data, long session, int train) {
        if (data.length < HEADER_BYTES) {
            return -1;
        }
        ByteBuffer buffer = ByteBuffer.wrap(data);
        return buffer.getLong(0) == session && buffer.getInt(8) == train ? buffer.getInt(12) : -1;
    }
}
