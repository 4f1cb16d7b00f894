package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.waybill.engine.session.SharedFiles;

/**
 * The names of files with hard links that the transfers of one command have made, so that names of the same file in
 * later ones become links to it too: each source of the command is a transfer of its own. For many threads.
 */
public final class CopiedNames {
    private final Map<String, List<Name>> byFile = new HashMap<>();
    private final SharedFiles engine = new SharedFiles();

    /** The same of the engine's own transfers. */
    public SharedFiles engine() {
        return engine;
    }

    /**
     * A name at the target.
     *
     * @param written whether its file was written; false if it was there
     */
    record Name(FileItem item, boolean written) {}

    private synchronized void add(String file, Name name) {
        byFile.computeIfAbsent(file, _ -> new ArrayList<>()).add(name);
    }

    private synchronized Map<String, List<Name>> soFar() {
        Map<String, List<Name>> copy = new HashMap<>();
        byFile.forEach((file, names) -> copy.put(file, List.copyOf(names)));
        return copy;
    }

    /** A transfer starts. */
    Transfer begin() {
        return new Transfer(this, soFar());
    }

    /**
     * One transfer's part.
     *
     * @param earlier what the transfers before it have made, by the file
     */
    record Transfer(CopiedNames all, Map<String, List<Name>> earlier) {
        /** @param file what its names have in common, at the source and at the target */
        List<Name> earlier(String file) {
            return earlier.getOrDefault(file, List.of());
        }

        void add(String file, Name name) {
            all.add(file, name);
        }
    }
}
