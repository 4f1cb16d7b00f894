package org.waybill.api.storage;

import java.util.List;

/**
 * What a storage system says of itself and of a path.
 *
 * @param system its name in the catalogue
 * @param version of SRM that it speaks, such as {@code v2.2}
 * @param protocols by which it transfers data, such as {@code gsiftp} and {@code https}, in its own order
 * @param entries the file at the path, or what is in the directory; empty if nothing is there
 * @param problem why there are no entries, in one line; empty if there are
 */
public record StorageFacts(
        String system, String version, List<String> protocols, List<StorageEntry> entries, String problem) {}
