package org.waybill.engine.storage;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What killed runs have left in the directories that a transfer writes into. Each directory is
 * listed once, since it may have very many entries. For many threads.
 */
public final class StaleFileCleanup {
    /** The partial file of a small file or of a stream: it is never resumed. */
    private static final Pattern SMALL = Pattern.compile("\\.waybill-[0-9a-f]{32}-[0-9a-f]{16}\\.part");

    private final Map<List<String>, Set<String>> left = new ConcurrentHashMap<>();

    /**
     * Removes from a directory the partial files of small files that no one writes. Those of large ones may be
     * resumed, and stay.
     *
     * @return the names of our own files that stay
     */
    public static Set<String> swept(Directory directory) throws IOException {
        Set<String> found = new HashSet<>();
        directory.list(path -> {
            String name = String.valueOf(path.getFileName());
            if (name.startsWith(EntryNames.OWN_PREFIX)) {
                found.add(name);
            }
        });
        for (String name : List.copyOf(found)) {
            if (isSmall(name)) {
                found.remove(name);
                try (TemporaryFile file = TemporaryFile.find(directory, name).orElse(null)) {
                    if (file != null) {
                        file.deleteIfUnheld();
                    }
                }
            }
        }
        return found;
    }

    /** Whether it is one that its writer holds as long as it writes. */
    public static boolean isSmall(String name) {
        return SMALL.matcher(name).matches();
    }

    /** Sweeps a directory of the tree when it is first met. @param names of the directory */
    void sweep(Directory directory, List<String> names) {
        if (!left.containsKey(names)) {
            Set<String> found;
            try {
                found = swept(directory);
            } catch (IOException _) {
                // who may not list or remove here may still write
                found = Set.of();
            }
            left.put(List.copyOf(names), found.isEmpty() ? Set.of() : found);
        }
    }

    /** Whether anything was left of a large file: of its content, or a lock. */
    boolean has(List<String> directory, TemporaryNames own, String target) {
        Set<String> found = left.getOrDefault(directory, Set.of());
        return !found.isEmpty()
                && (found.contains(own.lock(target))
                        || unfinished(found, own, target).count() > 0);
    }

    private static Stream<String> unfinished(Set<String> found, TemporaryNames own, String target) {
        String stem = own.stemOfAll(target);
        return found.stream().filter(name -> name.startsWith(stem));
    }

    /** Removes the content that was left of a large file, whose target is locked. */
    void remove(Directory at, List<String> directory, TemporaryNames own, String target) throws IOException {
        for (String name :
                unfinished(left.getOrDefault(directory, Set.of()), own, target).toList()) {
            TemporaryFile.removeLeft(at, name);
        }
    }
}
