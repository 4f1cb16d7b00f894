package org.waybill.client.doctor;

import org.jspecify.annotations.Nullable;

/**
 * Something that limits, and what to do about it.
 *
 * @param host where; as the user named it, empty for this machine
 * @param text what was seen, with numbers
 * @param fix a command line to be run there
 * @param limitBitsPerSecond what the path gives with this limit alone, null where that cannot be said
 * @param gain predicted factor, at least 1, if nothing else limits; null where it cannot be said
 * @param check how to see afterwards that it was gained
 */
public record Finding(
        DoctorCode code,
        String host,
        String text,
        String fix,
        @Nullable Double limitBitsPerSecond,
        @Nullable Double gain,
        String check) {}
