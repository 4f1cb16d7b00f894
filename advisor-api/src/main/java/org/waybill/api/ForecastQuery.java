package org.waybill.api;

import org.jspecify.annotations.Nullable;

/**
 * Asks how long a transfer would take.
 *
 * @param transport how the data would be transferred: {@code sftp}, {@code ftp}, {@code tcp}, {@code plut}, ...
 * @param via the relays, joined by commas; empty for the direct path
 * @param streams parallel connections; 0: the number that the mover finds best
 * @param bytes total size; 0 or more
 * @param files number of files; 1 or more
 * @param rttMillis measured round-trip time, null if unknown
 * @param bottleneckBitsPerSecond measured bottleneck or probe rate, null if unknown
 * @param lossRatio 0..1, null if unknown
 * @param endSetupSeconds what the two hosts need besides the transport's own hand-shakes, null if unknown
 * @param endBitsPerSecond what the two hosts' processors and disks can do, null if unknown
 * @param estimatedSeconds what the asker's own measurements promise; the history comes first, and where there is none
 *     the answer is this in the light of what became of other such promises; null if unknown
 * @param evidence what {@code estimatedSeconds} is based on: {@code TEST}, {@code UNSTEADY}, {@code SHARED},
 *     {@code LINKS}, {@code TRAINS}, {@code ECHO}, {@code ENDS} or {@code NONE}; null is {@code NONE}
 */
public record ForecastQuery(
        String sourceHost,
        String destinationHost,
        String transport,
        String via,
        int streams,
        StorageClass storage,
        long bytes,
        long files,
        @Nullable Double rttMillis,
        @Nullable Double bottleneckBitsPerSecond,
        @Nullable Double lossRatio,
        @Nullable Double endSetupSeconds,
        @Nullable Double endBitsPerSecond,
        @Nullable Double estimatedSeconds,
        @Nullable String evidence) {}
