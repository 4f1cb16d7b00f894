package org.waybill.engine.filter;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;

/** The paths that a list names, below one source: what they name is copied with all that is in it. */
public final class ChosenPaths {
    /** With the number of the line that each is in. */
    private final NavigableMap<String, Integer> lines;

    private final NavigableSet<String> paths;

    private ChosenPaths(NavigableMap<String, Integer> lines) {
        this.lines = lines;
        this.paths = Collections.unmodifiableNavigableSet(lines.navigableKeySet());
    }

    /**
     * The paths of a list.
     *
     * @param lines relative paths; slashes at their ends and empty parts count for nothing, and empty lines; a dot is
     *     the source itself
     * @throws BadFilterException for one that leads out of the source; the message begins with its number from 1
     */
    public static ChosenPaths of(Collection<String> lines) throws BadFilterException {
        NavigableMap<String, Integer> paths = new TreeMap<>();
        int number = 0;
        for (String line : lines) {
            number++;
            if (!line.isEmpty()) {
                paths.putIfAbsent(plain(line, number), number);
            }
        }
        return new ChosenPaths(paths);
    }

    private static String plain(String line, int number) throws BadFilterException {
        StringBuilder path = new StringBuilder(line.length());
        for (String part : line.split("/")) {
            if (part.equals("..")) {
                throw new BadFilterException("line " + number + ": " + FilterRule.shown(line)
                        + " leads out of the source: paths are relative to it, without ..");
            }
            if (!part.isEmpty() && !part.equals(".")) {
                path.append(path.isEmpty() ? "" : "/").append(part);
            }
        }
        if (line.length() > FilterRule.MOST_CHARACTERS) {
            throw new BadFilterException("line " + number + ": a path of " + line.length() + " characters: "
                    + FilterRule.MOST_CHARACTERS + " are allowed");
        }
        if (line.indexOf('\0') >= 0) {
            throw new BadFilterException("line " + number + ": " + FilterRule.shown(line)
                    + " has a NUL in it, which no path has: --from0 reads a list whose lines end in NUL");
        }
        return path.toString();
    }

    /** In their order; the empty path is the source itself. */
    public NavigableSet<String> paths() {
        return paths;
    }

    /** The same as {@link #of} reads them. */
    public List<String> lines() {
        return paths.stream().map(path -> path.isEmpty() ? "." : path).toList();
    }

    /** The first line that names exactly this path, from 1; 0 for none. */
    public int line(String path) {
        return lines.getOrDefault(path, 0);
    }

    /** Whether it names a path, or something above it. */
    public boolean covers(String path) {
        for (int end = path.length(); end >= 0; end = end == 0 ? -1 : Math.max(0, path.lastIndexOf('/', end - 1))) {
            if (paths.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    NavigableSet<String> below(String directory) {
        return paths.subSet(directory + "/", false, directory + (char) ('/' + 1), false);
    }
}
