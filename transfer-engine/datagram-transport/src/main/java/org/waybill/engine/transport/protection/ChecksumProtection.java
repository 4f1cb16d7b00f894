package org.waybill.engine.transport.protection;

import java.util.zip.CRC32C;
import org.waybill.engine.transport.wire.PacketHeader;

/**
 * CRC32C instead of a cipher: finds accidents, not attackers. For the laboratory only; the two sides agree on it over
 * the control channel, never on the wire.
 */
public final class ChecksumProtection implements Protection {
    private static final int CRC_BYTES = 4;

    private final ReplayWindow replayWindow = new ReplayWindow();
    private final CRC32C crc = new CRC32C();

    @Override
    public int overheadBytes() {
        return CRC_BYTES;
    }

    @Override
    public void seal(long packetNumber, byte[] datagram, int offset, int payloadBytes) {
        int end = PacketHeader.BYTES + payloadBytes;
        int sum = sum(datagram, offset, end);
        for (int i = 0; i < CRC_BYTES; i++) {
            datagram[offset + end + i] = (byte) (sum >>> 24 - 8 * i);
        }
    }

    @Override
    public int open(long packetNumber, byte[] datagram, int offset, int length, byte[] payload) {
        int end = length - CRC_BYTES;
        if (end < PacketHeader.BYTES || !replayWindow.isFresh(packetNumber)) {
            return REFUSED;
        }
        int sum = 0;
        for (int i = 0; i < CRC_BYTES; i++) {
            sum = sum << 8 | datagram[offset + end + i] & 0xFF;
        }
        if (sum != sum(datagram, offset, end)) {
            return REFUSED;
        }
        replayWindow.accept(packetNumber);
        int payloadBytes = end - PacketHeader.BYTES;
        System.arraycopy(datagram, offset + PacketHeader.BYTES, payload, 0, payloadBytes);
        return payloadBytes;
    }

    private int sum(byte[] datagram, int offset, int length) {
        crc.reset();
        crc.update(datagram, offset, length);
        return (int) crc.getValue();
    }
}
