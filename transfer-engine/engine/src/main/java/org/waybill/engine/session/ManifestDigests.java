package org.waybill.engine.session;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Sha256;
import org.waybill.engine.storage.TreeEntry;

/** Every file's SHA-256, and one for all of them. */
public final class ManifestDigests {
    private final Map<Integer, byte[]> byEntry = new ConcurrentHashMap<>();

    public void put(int entry, byte[] sha256) {
        byEntry.put(entry, sha256);
    }

    /** It has not arrived after all. */
    public void remove(int entry) {
        byEntry.remove(entry);
    }

    /** A single file's digest; of a tree, that of the sorted lines {@code HEX  NAME}; null if nothing was verified. */
    public @Nullable String summary(IntFunction<TreeEntry> entries, boolean isTree) {
        if (byEntry.isEmpty()) {
            return null;
        }
        if (!isTree) {
            return Sha256.hex(byEntry.values().iterator().next());
        }
        TreeMap<String, String> lines = new TreeMap<>();
        byEntry.forEach((entry, sha256) -> lines.put(entries.apply(entry).path(), Sha256.hex(sha256)));
        return Sha256.ofFiles(lines);
    }
}
