package org.waybill.planner.admission;

import java.util.List;

/** The first bits of an address. */
record Prefix(int family, long value, int bits) {
    /** An address, its network and its region, as {@link AdmissionLimits} has them. */
    static List<Prefix> of(byte[] address) {
        return address.length == 4
                ? List.of(of(address, 32), of(address, 24), of(address, 16))
                : List.of(of(address, 64), of(address, 56), of(address, 48));
    }

    /** Whether an address of the same family begins with it. */
    boolean includes(Prefix address) {
        return family == address.family && address.value >> address.bits - bits == value;
    }

    private static Prefix of(byte[] address, int bits) {
        long value = 0;
        for (int i = 0; i < bits / 8; i++) {
            value = value << 8 | address[i] & 0xff;
        }
        return new Prefix(address.length, value, bits);
    }
}
