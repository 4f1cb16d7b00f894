package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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
public final class ExactNames {
    private final Map<List<String>, Set<String>> before = new ConcurrentHashMap<>();
    /** Names that not every file system keeps, by their directories. */
    private final Map<List<String>, Set<String>> doubtful = new ConcurrentHashMap<>();
    /** A name with capitals for each directory that has one. */
    private final Map<List<String>, String> capital = new ConcurrentHashMap<>();

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
        return new RefusedException(Reason.BAD_INPUT, "the target takes the name \"" + EntryNames.printable(name)
                + "\" for another file's (upper and lower case, or characters that it loses), and two files would"
                + " become one; rename it");
    }

    /** A file or directory has been given this name. */
    void given(List<String> directory, String name) {
        if (!EntryNames.isPlain(name)) {
            doubtful.computeIfAbsent(List.copyOf(directory), _ -> ConcurrentHashMap.newKeySet()).add(name);
        } else if (!name.toLowerCase(Locale.ROOT).equals(name)) {
            capital.putIfAbsent(List.copyOf(directory), name);
        }
    }

    /**
     * Looks whether all have the names that they were given.
     *
     * @throws RefusedException {@link Reason#BAD_INPUT}
     */
    void check(Opener opener) throws IOException {
        for (Map.Entry<List<String>, Set<String>> each : doubtful.entrySet()) {
            require(opener, each.getKey(), each.getValue());
        }
        for (Map.Entry<List<String>, String> each : capital.entrySet()) {
            String name = each.getValue();
            try (Directory at = opener.open(each.getKey())) {
                if (!exists(at, name.toLowerCase(Locale.ROOT))) {
                    // who keeps the case of one keeps that of all
                    return;
                }
            }
            require(opener, each.getKey(), Set.of(name));
        }
    }

    private static void require(Opener opener, List<String> directory, Set<String> names) throws IOException {
        Set<String> lost = new HashSet<>(names);
        try (Directory at = opener.open(directory)) {
            lost.removeAll(listed(at, names));
        }
        if (!lost.isEmpty()) {
            throw new RefusedException(Reason.BAD_INPUT, "the target gives \""
                    + EntryNames.printable(lost.iterator().next()) + "\" another name; rename it");
        }
    }

    /** What of these names a directory lists; of none: all that it lists. */
    private static Set<String> listed(Directory at, Set<String> names) throws IOException {
        Set<String> listed = new HashSet<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(at.path())) {
            for (Path each : all) {
                String name = String.valueOf(each.getFileName());
                if (names.isEmpty() || names.contains(name)) {
                    listed.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return listed;
    }
}
