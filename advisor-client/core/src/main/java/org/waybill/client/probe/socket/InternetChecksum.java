package org.waybill.client.probe.socket;

/** The Internet checksum (RFC 1071). */
final class InternetChecksum {
    private InternetChecksum() {}

    static short of(byte[] data) {
        long sum = 0;
        for (int i = 0; i < data.length; i += 2) {
            int low = i + 1 < data.length ? data[i + 1] & 0xff : 0;
            sum += (data[i] & 0xff) << 8 | low;
        }
        while (sum >> 16 != 0) {
            sum = (sum & 0xffff) + (sum >> 16);
        }
        return (short) ~sum;
    }
}
