package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.engine.Reason;

/**
 * Whether the files of a tree get the names that they are given. Some file systems take upper and lower case for the
 * same, normalise, cut off, replace or drop characters, and say nothing: then two files become one. What has a name
 * before it is given must be listed under it, and at the end names that could have come out otherwise are looked for in
 * a listing. For many threads. See decision 0033.
 */
public final class NameFidelityCheck {
    private final Map<List<String>, Set<String>> before = new ConcurrentHashMap<>();

    /** Opens a directory by its names. */
    @FunctionalInterface
    interface Opener {
        Directory open(List<String> names) throws IOException;
    }

    /**
     * Refuses a name by which the file system finds another's file.
     *
     * @throws RefusedException {@link Reason#BAD_INPUT}
     */
    public static void refuseAnothers(Directory at, String name) throws IOException {
        if (isDoubtful(at, name) && !listed(at, Set.of(name)).contains(name)) {
            throw another(name);
        }
    }

    /** The same for one of many files in a directory, which is listed once. */
    void refuseAnothers(Directory at, List<String> directory, String name) throws IOException {
        if (!isDoubtful(at, name)) {
            return;
        }
        Set<String> known = before.get(directory);
        if (known == null) {
            known = listed(at, Set.of());
            before.put(List.copyOf(directory), known);
        }
        if (!known.contains(name) && listed(at, Set.of(name)).isEmpty()) {
            throw another(name);
        }
    }

    private static boolean isDoubtful(Directory at, String name) throws IOException {
        return exists(at, name) && (!EntryNames.isPlain(name) || exists(at, swapped(name)));
    }

    private static boolean exists(Directory at, String name) throws IOException {
        return Files.exists(at.entry(name), LinkOption.NOFOLLOW_LINKS);
    }

    private static String swapped(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals(name) ? name.toUpperCase(Locale.ROOT) : lower;
    }

    private static RefusedException another(String name) {
        return new RefusedException(
                Reason.BAD_INPUT,
                "the target takes the name \"" + EntryNames.printable(name)
                        + "\" for another file's (upper and lower case, or characters that it loses), and two files"
                        + " would become one; rename it");
    }

    /**
     * Those that the file system has given another name.
     *
     * @param paths of the files and directories that were written, as lists of their names
     */
    List<List<String>> altered(List<List<String>> paths, Opener opener) throws IOException {
        Map<List<String>, Set<String>> listings = new HashMap<>();
        List<List<String>> altered = new ArrayList<>();
        boolean keepsCase = false;
        for (List<String> path : paths) {
            List<String> directory = path.subList(0, path.size() - 1);
            String name = path.getLast();
            String lower = name.toLowerCase(Locale.ROOT);
            boolean plain = EntryNames.isPlain(name);
            if (plain && (keepsCase || lower.equals(name))) {
                continue;
            }
            Set<String> listed = listings.get(directory);
            if (listed == null) {
                try (Directory at = opener.open(directory)) {
                    // who keeps the case of one keeps that of all
                    keepsCase |= plain && !exists(at, lower);
                    listed = plain && keepsCase ? null : listed(at, Set.of());
                }
            }
            if (listed != null) {
                listings.put(directory, listed);
                if (!listed.contains(name)) {
                    altered.add(path);
                }
            }
        }
        return altered;
    }

    /** What is to be said of one of those. */
    public static RefusedException altered(String name) {
        return new RefusedException(
                Reason.BAD_INPUT, "the target gives \"" + EntryNames.printable(name) + "\" another name; rename it");
    }

    /** What of these names a directory lists; of none: all that it lists. */
    private static Set<String> listed(Directory at, Set<String> names) throws IOException {
        Set<String> listed = new HashSet<>();
        at.list(each -> {
            String name = String.valueOf(each.getFileName());
            if (names.isEmpty() || names.contains(name)) {
                listed.add(name);
            }
        });
        return listed;
    }
}
