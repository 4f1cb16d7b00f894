package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * How fast a disk is. Nulls are unknown.
 *
 * @param readBytesPerSecond past the page cache
 * @param writeBytesPerSecond the final flush included
 */
public record DiskRates(
        @Nullable Double readBytesPerSecond, @Nullable Double writeBytesPerSecond) {
    /** Nothing is known. */
    public static final DiskRates UNKNOWN = new DiskRates(null, null);
}
