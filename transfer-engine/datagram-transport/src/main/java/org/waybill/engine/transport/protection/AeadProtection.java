package org.waybill.engine.transport.protection;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.transport.protection.KeySchedule.EpochKey;
import org.waybill.engine.transport.wire.PacketHeader;

/**
 * AES-128-GCM per datagram: nonce = IV xor packet number, the header as associated data (the shape of RFC 9001,
 * section 5.3). The epoch of a key follows from the packet number, {@value #PACKETS_PER_EPOCH} packets each, below the
 * 2^23 of RFC 9001, section 6.6; so a change of key needs no word on the wire.
 */
public final class AeadProtection implements Protection {
    public static final int TAG_BYTES = 16;
    public static final long PACKETS_PER_EPOCH = 1L << 22;
    private static final int TAG_BITS = 8 * TAG_BYTES;

    private final Cipher cipher;
    private final KeySchedule sendSchedule;
    private final KeySchedule receiveSchedule;
    private final ReplayWindow replayWindow = new ReplayWindow();
    private EpochKey sendKey;
    private long sendEpoch;
    private EpochKey receiveKey;
    private EpochKey nextReceiveKey;
    private @Nullable EpochKey previousReceiveKey;
    private long receiveEpoch;

    /**
     * @param secret 32 random bytes from the TLS control channel, the same on both sides, new for each connection
     * @param initiator whether this end sends the HELLO
     */
    public AeadProtection(byte[] secret, long connectionId, boolean initiator) {
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES-GCM", e);
        }
        sendSchedule = new KeySchedule(secret, connectionId, initiator ? "initiator" : "responder");
        receiveSchedule = new KeySchedule(secret, connectionId, initiator ? "responder" : "initiator");
        sendKey = sendSchedule.next();
        receiveKey = receiveSchedule.next();
        nextReceiveKey = receiveSchedule.next();
    }

    @Override
    public int overheadBytes() {
        return TAG_BYTES;
    }

    @Override
    public void seal(long packetNumber, byte[] datagram, int offset, int payloadBytes) {
        for (; sendEpoch < packetNumber / PACKETS_PER_EPOCH; sendEpoch++) {
            sendKey = sendSchedule.next();
        }
        try {
            start(Cipher.ENCRYPT_MODE, sendKey, packetNumber);
            cipher.updateAAD(datagram, offset, PacketHeader.BYTES);
            int payload = offset + PacketHeader.BYTES;
            cipher.doFinal(datagram, payload, payloadBytes, datagram, payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("AES-GCM failed", e);
        }
    }

    @Override
    public int open(long packetNumber, byte[] datagram, int offset, int length, byte[] payload) {
        if (length < PacketHeader.BYTES + TAG_BYTES || !replayWindow.isFresh(packetNumber)) {
            return REFUSED;
        }
        long epoch = packetNumber / PACKETS_PER_EPOCH;
        EpochKey key = keyOf(epoch);
        if (key == null) {
            return REFUSED;
        }
        int opened;
        try {
            start(Cipher.DECRYPT_MODE, key, packetNumber);
            cipher.updateAAD(datagram, offset, PacketHeader.BYTES);
            opened = cipher.doFinal(datagram, offset + PacketHeader.BYTES, length - PacketHeader.BYTES, payload, 0);
        } catch (GeneralSecurityException notAuthentic) {
            return REFUSED;
        }
        replayWindow.accept(packetNumber);
        if (epoch > receiveEpoch) {
            previousReceiveKey = receiveKey;
            receiveKey = nextReceiveKey;
            nextReceiveKey = receiveSchedule.next();
            receiveEpoch = epoch;
        }
        return opened;
    }

    /** Only an authentic datagram moves the epoch, and only by one, so that a forged number costs nothing. */
    private @Nullable EpochKey keyOf(long epoch) {
        if (epoch == receiveEpoch) {
            return receiveKey;
        }
        if (epoch == receiveEpoch + 1) {
            return nextReceiveKey;
        }
        return epoch == receiveEpoch - 1 ? previousReceiveKey : null;
    }

    private void start(int mode, EpochKey key, long packetNumber) throws GeneralSecurityException {
        byte[] nonce = key.iv().clone();
        for (int i = 0; i < Long.BYTES; i++) {
            nonce[nonce.length - 1 - i] ^= (byte) (packetNumber >>> 8 * i);
        }
        cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
    }
}
