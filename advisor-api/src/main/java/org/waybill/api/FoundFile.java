package org.waybill.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file and its replicas, the one to be taken first in front.
 *
 * @param dataset what it belongs to, empty if unknown
 * @param bytes null if no catalogue says
 * @param checksums at most one of each type; replicas may be known by checksums of different types
 */
public record FoundFile(
        String name, String dataset, @Nullable Long bytes, List<Checksum> checksums, List<Replica> replicas) {}
