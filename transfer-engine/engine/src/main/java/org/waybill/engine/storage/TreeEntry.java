package org.waybill.engine.storage;

import java.util.List;

/**
 * One file or directory that is to be copied.
 *
 * @param names relative to the root of the tree; empty for the root itself
 * @param permissions see {@link Permissions}
 */
public record TreeEntry(List<String> names, boolean directory, long sizeBytes, long modifiedNanos, int permissions) {
    public TreeEntry {
        names = List.copyOf(names);
    }

    public String path() {
        return String.join("/", names);
    }

    public SourceVersion version() {
        return new SourceVersion(sizeBytes, modifiedNanos);
    }
}
