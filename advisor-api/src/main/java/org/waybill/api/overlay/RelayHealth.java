package org.waybill.api.overlay;

import org.jspecify.annotations.Nullable;

/**
 * How a node is, by itself.
 *
 * @param paths virtual paths that exist through it now
 * @param mostPaths how many it allows
 * @param streams that it forwards now
 * @param mostStreams how many it allows
 * @param forwardedBytes since its start, in both directions
 * @param traversalBitsPerSecond how fast it was seen to pass bytes on (File Mover, section 2), null if not measured yet
 * @param capacityBitsPerSecond what its owner lets it forward, null if unlimited
 */
public record RelayHealth(
        int paths,
        int mostPaths,
        int streams,
        int mostStreams,
        long forwardedBytes,
        @Nullable Double traversalBitsPerSecond,
        @Nullable Double capacityBitsPerSecond) {}
