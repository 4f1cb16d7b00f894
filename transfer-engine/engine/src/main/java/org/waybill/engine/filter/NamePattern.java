package org.waybill.engine.filter;

import org.jspecify.annotations.Nullable;

/**
 * A pattern of names as rsync reads it (its manual page, "PATTERN MATCHING RULES"): with a slash inside or {@code **}
 * it is compared with the path, else with the last name; a slash at its beginning holds it to the root of what is
 * copied, one at its end to directories; {@code dir/***} is the directory and all that is in it.
 */
final class NamePattern {
    private final String text;
    private final boolean directoriesOnly;
    private final boolean anchored;
    private final boolean ofPath;
    /** Compared with this number of the last names of a path; 0 for all of it, -1 for any end of it. */
    private final int lastNames;

    private final boolean slashBefore;
    private final boolean slashAfter;
    private final @Nullable Glob glob;

    private NamePattern(String pattern) throws BadFilterException {
        boolean wild = pattern.chars().anyMatch(c -> c == '*' || c == '[' || c == '?');
        boolean anyDepth = wild && pattern.contains("**");
        slashBefore = anyDepth && pattern.startsWith("**");
        directoriesOnly = pattern.length() > 1 && pattern.endsWith("/");
        String plain = directoriesOnly ? pattern.substring(0, pattern.length() - 1) : pattern;
        slashAfter = anyDepth && plain.endsWith("***");
        int slashes = (int) plain.chars().filter(c -> c == '/').count();
        anchored = plain.startsWith("/");
        text = anchored ? plain.substring(1) : plain;
        ofPath = slashes > 0 || anyDepth;
        if (anchored || slashBefore || !ofPath) {
            lastNames = 0;
        } else {
            lastNames = anyDepth ? -1 : slashes + 1;
        }
        glob = wild ? Glob.of(text) : null;
    }

    static NamePattern of(String pattern) throws BadFilterException {
        return new NamePattern(pattern);
    }

    /** @param path relative to the root of what is copied, parts separated by slashes */
    boolean matches(String path, boolean directory) {
        if (directoriesOnly && !directory) {
            return false;
        }
        String name = ofPath ? path : path.substring(path.lastIndexOf('/') + 1);
        if (slashBefore) {
            name = "/" + name;
        }
        if (slashAfter && directory) {
            name += "/";
        }
        if (lastNames > 0) {
            int start = startOfLast(name, lastNames);
            return start >= 0 && fits(name.substring(start));
        }
        boolean found = fits(name);
        for (int slash = lastNames < 0 ? name.indexOf('/') : -1; !found && slash >= 0; ) {
            found = fits(name.substring(slash + 1));
            slash = name.indexOf('/', slash + 1);
        }
        return found;
    }

    private boolean fits(String name) {
        return glob == null ? name.equals(text) : glob.matches(name);
    }

    private static int startOfLast(String name, int names) {
        int start = name.length() + 1;
        for (int i = 0; i < names; i++) {
            if (start == 0) {
                return -1;
            }
            start = name.lastIndexOf('/', start - 2) + 1;
        }
        return start;
    }
}
